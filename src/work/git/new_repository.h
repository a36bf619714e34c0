// A repository for a folder that has none, after the person has seen what would be in it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/flow/task.h"
#include "work/git/repository.h"
#include "work/git/staging.h"

namespace fm {

// What `git init` would take of a folder, for the person to see; nothing is written to the folder.
struct InitPlan {
  std::string folder;
  std::vector<std::string> files;
  std::vector<LeftOut> left_out;
  std::int64_t bytes = 0;
};
// Errors: repository_exists; folder_too_large (more than 20,000 files); folder_missing.
Task<Result<InitPlan>> plan_repository(Git& git, std::string folder);

// Makes it, with these files as the first commit, and nothing else of the folder. A crash leaves a
// repository without a commit: done again, it goes on.
Task<Result<Repository>> make_repository(Git& git, InitPlan plan);

}  // namespace fm
