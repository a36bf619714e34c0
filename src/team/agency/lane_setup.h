// A lane is made ready for work, and left: copies, setup commands, cleanup (A-5, F-52).
//
// What it is given is what the person accepted with the plan (Project::accepted_worktree), never
// what the folder's file says by now. All of it can be done again after a crash.
#pragma once

#include <string>
#include <vector>

#include "team/agency/workshop.h"
#include "work/git/staging.h"

namespace fm {

// How a task's commands and tools see its lane.
Task<Result<LaneWork>> lane_work(Workshop& workshop, TaskGround ground, Lane lane);

struct LaneReady {
  std::vector<CheckRecord> records;  // of the setup's commands
  std::vector<LeftOut> not_copied;
};

// Brings the lane to `commit`, with what the settings say beside it. What setup changes in files of
// the commit is taken back, and what it adds is nobody's change. Errors: setup_failed with the end
// of what the command said, and git's.
Task<Result<LaneReady>> prepare_lane(Workshop& workshop, LaneWork work, std::string commit,
                                     CancelToken cancel);

// Runs `cleanup`. What fails there is told and stops nothing.
Task<std::vector<Error>> clean_up_lane(Workshop& workshop, LaneWork work, CancelToken cancel);

// For the room: what was not copied, and why.
std::vector<NewEvent> warnings_of(const LaneReady& ready);

}  // namespace fm
