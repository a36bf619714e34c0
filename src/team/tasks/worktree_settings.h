// WorktreeSettings: what a task's worktree is given besides the files of the commit (A-5, F-52).
//
// A folder's configuration says it:
//
//   worktree:
//     setup: [npm ci]              # commands, in order, before anything else; with the network
//     copy: [.env]                 # files of the person's folder that git does not keep
//     caches: [~/.npm, ~/go:ro]    # folders below the home that commands may write, or only read
//     cleanup: [docker compose down]
//
// A repository that somebody cloned may hold such a file, so all of it stands on the plan's card,
// and counts only as it was shown there: by digest(). A value; pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace fm {

class Fields;

struct WorktreeSettings {
  std::vector<std::string> setup = {};
  std::vector<std::string> copy = {};
  std::vector<std::string> caches = {};
  std::vector<std::string> cleanup = {};

  bool empty() const { return setup.empty() && copy.empty() && caches.empty() && cleanup.empty(); }
  std::string digest() const;  // of none: empty
  bool operator==(const WorktreeSettings&) const = default;
};

JsonObject to_json(const WorktreeSettings& settings);
WorktreeSettings worktree_from_json(const Json& json);  // what cannot be read is left out

// The section `worktree` of a folder's file; what is wrong is a fault of `top`'s list.
WorktreeSettings read_worktree(Fields& top);

// A cache as the configuration has it: "~/.npm", "~/go:ro".
struct CacheFolder {
  std::string below;  // of the home
  bool writable = true;
};
// Nothing: it is no folder below the home, or one in which programs keep what is secret.
std::optional<CacheFolder> cache_folder(std::string_view entry);

// For people, as lines of a list; empty: there is nothing to tell.
std::string worktree_lines(const WorktreeSettings& settings);

}  // namespace fm
