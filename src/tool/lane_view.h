// The part of the file system that an agent's tools see: one folder, and what may be done there.
//
// A lane is the worktree of one task, or the folder of a conversation that is only looked at. The
// policy has decided before a tool runs (policy/policy.h); `access` is held to once more where
// files are opened, so that a fault up there does not become a write. A value.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/redact.h"

namespace fm {

enum class LaneAccess { kLook, kWrite };

// What lies in a folder and is shown to no model: what git ignores, what looks like a secret.
// Blocking, for the pool; one thread at a time.
class KeptBack {
 public:
  virtual ~KeptBack() = default;
  enum class What { kFile, kFolder };
  // Why nothing of it is shown: "git ignores it". Empty: it may be. The path is from the folder,
  // its links resolved.
  virtual std::string by_path(std::string_view path, What what) = 0;
  // The same by what a file holds.
  virtual std::string by_text(std::string_view path, std::string_view bytes) = 0;
};

struct LaneView {
  std::filesystem::path root;  // absolute
  LaneAccess access = LaneAccess::kLook;
  Redactor redactor = {};
  // Made anew for each call, in the pool: rules may have changed. Absent: all is shown.
  std::function<std::shared_ptr<KeptBack>(const std::filesystem::path& root)> kept_back = {};
  // Below the root: where paths begin, and what is written to; empty: the root. What lies beside
  // it is only looked at, by paths that go up.
  std::string folder = {};
  bool writes_anywhere = false;
};

}  // namespace fm
