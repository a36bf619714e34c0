// Takes the files of a folder as they are now into an index of ours, and gives the tree.
//
// The person's index, and the lane's, are never written. Ignored files are left out, links are
// kept as links and never followed. Nested repositories are left out and named, since git would
// keep only their commit, and would run a program in them. The objects are written; no ref is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/flow/task.h"
#include "work/git/git.h"

namespace fm {

// A file that was not taken, and why, in words for a person.
struct LeftOut {
  std::string path;
  std::string why;

  bool operator==(const LeftOut&) const = default;
};

struct StagingRules {
  std::int64_t largest_file = std::int64_t{50} << 20;  // bytes; larger new ones are left out
  bool no_secrets = false;  // new files that look like secrets are left out (P-64)
  std::vector<std::string> take_anyway = {};
  std::string exclude_file = {};  // more rules of what is ignored, where that file is there
};

// Why a new file below `folder` is not taken; empty: it is. A path that ends with "/" is a
// repository inside. Blocking.
std::string why_left_out(const std::string& folder, const std::string& path,
                         const StagingRules& rules);

struct StagedTree {
  std::string tree = {};
  std::vector<LeftOut> left_out = {};
};

// `place` names the index, which must be there; it is brought up to what lies in the work tree.
Task<Result<StagedTree>> stage_all(Git& git, GitPlace place, StagingRules rules);

}  // namespace fm
