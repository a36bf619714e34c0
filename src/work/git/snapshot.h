// Commits of a lane: one for each step to a hidden ref, and one that people read.
//
// By plumbing, with an index of ours: no hook runs, nothing is signed, and what the agent staged or
// committed does not count, only what lies in the folder. Ignored files belong to no snapshot.
// Every function checks the lane first (verify_lane), and none loses what is in it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/flow/task.h"
#include "work/git/changes.h"
#include "work/git/lane.h"
#include "work/git/staging.h"

namespace fm {

struct Snapshot {
  std::string commit;  // of this state; the base where nothing was ever changed
  std::string tree;
  bool fresh = false;               // a commit was made: the tree is not that of the one before
  std::vector<FileChange> changed;  // since the one before
  std::vector<LeftOut> left_out;
};

// A step, on refs/folkmoot/PROJECT/TASK/steps. The same tree makes no commit.
Task<Result<Snapshot>> snapshot(Git& git, Lane lane, std::string message);

// The hash of what is there now, half-written files too: what a verdict is bound to.
Task<Result<std::string>> tree_of(Git& git, Lane lane);

// The steps, newest first; the base is not one of them.
struct LaneStep {
  std::string commit;
  std::string tree;
  std::string message;  // its first line
};
Task<Result<std::vector<LaneStep>>> steps_of(Git& git, Lane lane);

struct Restored {
  std::string rescued;           // ref of what was there, where that would be lost; or empty
  std::vector<LeftOut> remains;  // what is in no snapshot and was left: large files, repositories
};

// Brings the lane to exactly this commit, for `folkmoot rewind`: files that are not in it go, but
// for ignored ones. The steps go on from there.
Task<Result<Restored>> restore(Git& git, Lane lane, std::string commit);

// What lies in the lane and in no commit is nobody's change from now on: its setup put it there.
Task<Result<void>> ignore_untracked(Git& git, Lane lane);

// One commit with what is there now, on refs/folkmoot/PROJECT/TASK/result. Its parent is the base;
// of a resolved merge the two that were merged. Asked again with nothing changed it is the same.
// Errors: lane_unchanged (there is nothing to commit), conflict_markers_left.
Task<Result<Snapshot>> final_commit(Git& git, Lane lane, std::string message);

// Files in which git's conflict markers still stand, in a lane that joins two; none in any other.
Task<Result<std::vector<std::string>>> unresolved(Git& git, Lane lane);

// What is there now against the base.
Task<Result<Diff>> diff_of(Git& git, Lane lane, DiffRequest request);

}  // namespace fm
