// The part of the file system that an agent's tools see: one folder, and what may be done there.
//
// A lane is the worktree of one task, or the folder of a conversation that is only looked at. The
// policy has decided before a tool runs (policy/policy.h); `access` is held to once more where
// files are opened, so that a fault up there does not become a write. A value.
#pragma once

#include <filesystem>
#include <string>

#include "base/redact.h"

namespace fm {

enum class LaneAccess { kLook, kWrite };

struct LaneView {
  std::filesystem::path root;  // absolute
  LaneAccess access = LaneAccess::kLook;
  Redactor redactor = {};
  // Below the root: where paths begin, and what is written to; empty: the root. What lies beside
  // it is only looked at, by paths that go up.
  std::string folder = {};
  bool writes_anywhere = false;
};

}  // namespace fm
