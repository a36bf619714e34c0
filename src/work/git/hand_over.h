// Other ways to take a result along: as a patch, or by lines that the person can type.
#pragma once

#include <string>

#include "base/result.h"
#include "engine/flow/task.h"
#include "work/git/git.h"
#include "work/git/repository.h"

namespace fm {

// The result as a patch, for `git apply`, binary files too. Errors: file_exists, patch_not_written.
Task<Result<void>> write_patch(Git& git, Repository repository, std::string project,
                               std::string file);

// What the person can type, quoted for a shell. Empty lines where there is no remote.
struct PushLines {
  std::string push;
  std::string pull_request;
};
Task<Result<PushLines>> push_lines(Git& git, Repository repository, std::string project,
                                   std::string title);

}  // namespace fm
