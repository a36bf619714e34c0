// The record that a repository keeps of a lane: COMMON/worktrees/ID, written by `git worktree add`.
//
// The caller holds the locks: of the lane, and of the common folder where it says so.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/flow/task.h"
#include "work/git/git.h"
#include "work/git/lane.h"

namespace fm {

struct LaneRecord {
  std::string git_dir;  // COMMON/worktrees/ID
  std::string path;     // of the worktree, as recorded
  LaneName name;        // empty: it was not made by us
};

// All there are, whether their folders are there or not. Blocking, in the pool.
Task<std::vector<LaneRecord>> lane_records(Git& git, Repository repository);

// The git folder of a lane's record; empty: there is none.
Task<std::string> find_record(Git& git, Lane lane);

// `git worktree add`, without files. Gives the git folder. Common lock.
Task<Result<std::string>> register_lane(Git& git, Lane lane);

// The record and the folder go. Common lock. Errors: lane_not_removed.
Task<Result<void>> unregister_lane(Git& git, Lane lane);

// A record for files that have lost theirs; they stay. Gives the git folder. Common lock. A crash
// in the middle leaves them beside their place; done again, they come back.
Task<Result<std::string>> register_again(Git& git, Lane lane);

// Files as of the last snapshot, else the base. The lane's own index is the base's, so that
// `git diff` in it shows all that the task did.
Task<Result<void>> fill_lane(Git& git, Lane lane);

}  // namespace fm
