// The worktrees that a repository has on record, the person's own ones too.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/flow/task.h"
#include "work/git/git.h"
#include "work/git/repository.h"

namespace fm {

struct WorktreeEntry {
  std::string path = {};
  std::string head = {};    // commit; empty: none yet
  std::string branch = {};  // full ref; empty: detached, or bare
  bool bare = false;
};

Task<Result<std::vector<WorktreeEntry>>> list_worktrees(Git& git, Repository repository);

}  // namespace fm
