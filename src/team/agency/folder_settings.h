// What a room's folder says about the work that is done for it, read where it counts: when a plan
// is shown, and when the work on it begins.
//
// The file is .folkmoot/config.yaml; no link on the way to it is followed (P-63). Blocking, in the
// pool.
#pragma once

#include <string>

#include "base/result.h"
#include "team/tasks/work_limits.h"
#include "team/tasks/worktree_settings.h"

namespace fm {

struct FolderSettings {
  WorktreeSettings worktree;
  WorkLimits limits;
};

// A folder without such a file has none. Errors: config_invalid.
Result<FolderSettings> read_folder_settings(const std::string& folder);

// What would make the dependencies of a project of a known kind be there, where they are missing;
// empty: they are there, it needs none, or its kind is not known.
WorktreeSettings suggested_setup(const std::string& folder, const std::string& home);

}  // namespace fm
