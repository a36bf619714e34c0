// `worktree: {copy: [.env]}`: files of the person's folder that a lane gets, ignored ones too.
//
// An entry names a file or folder below the repository's top, and after links are resolved it still
// lies there (F-52); nothing of it is written through a link of the lane. Blocking, in the pool.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/flow/task.h"
#include "work/git/git.h"
#include "work/git/lane.h"
#include "work/git/staging.h"

namespace fm {

inline constexpr std::int64_t kMostCopied = std::int64_t{256} << 20;

struct CopyEnd {
  std::vector<std::string> copied;  // files
  std::vector<LeftOut> refused;     // entries, or files of one
  std::int64_t bytes = 0;
};

// An entry that is refused is no error; the others are copied. Errors: copy_failed.
Task<Result<CopyEnd>> copy_into_lane(Git& git, Lane lane, std::vector<std::string> entries,
                                     std::int64_t limit = kMostCopied);

}  // namespace fm
