// Lanes are made, checked before each start, and removed without losing work (S-8, S-18).
//
// A lane lies at FOLDER/PROJECT/TASK. It is locked, so that nobody's `git worktree prune` takes it.
// Removing first commits what is not committed to a rescue ref, and says where.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/flow/task.h"
#include "work/git/git.h"
#include "work/git/lane.h"
#include "work/git/staging.h"

namespace fm {

// `folder`: of the caller, outside of every repository. A lane of that name, begun at that base,
// is given as it is; one that a crash left half-made is made again. Errors: lane_exists (at another
// base, or the folder holds something else), folder_inside_repository.
Task<Result<Lane>> make_lane(Git& git, Repository repository, std::string folder, LaneName name,
                             std::string base);

// That the folder is the worktree that was made (F-55): its .git file, what that points to, and
// what git finds there. To be asked before anything is started in it. Errors: lane_missing,
// lane_changed, each with repair_lane as the cure.
Task<Result<void>> verify_lane(Git& git, Lane lane);

// Makes it that worktree again: the .git file and its registration are written anew. Files in it
// stay as they are; a folder that is gone comes back at the last snapshot, or the base.
Task<Result<Lane>> repair_lane(Git& git, Lane lane);

enum class Remains {
  kKeep,   // what a rescue ref cannot hold (large files, nested repositories) keeps the lane
  kRemove  // the person said that it may go
};

struct RemovedLane {
  std::string rescued;  // the ref that holds what was not in a snapshot; empty: nothing was
};

// Its refs stay (forget_refs). Gone already: no error. Errors: lane_holds_more (with kKeep),
// lane_not_removed (some files could not be: try again later).
Task<Result<RemovedLane>> remove_lane(Git& git, Lane lane, Remains remains = Remains::kKeep);

struct FoundLane {
  Lane lane;
  bool present = false;  // its folder is there
};

// All of this repository below `folder`, leftovers too.
Task<Result<std::vector<FoundLane>>> list_lanes(Git& git, Repository repository,
                                                std::string folder);

}  // namespace fm
