// agency: an approved plan, built task by task in lanes, reviewed and merged.
//
// A child of a room's conversation, in the place of work on documents. No model decides what comes
// next: each task waits for those it depends on, then goes through its stages (task.h), and what is
// approved is merged into the project's branch (merging.h). Two limits hold: agents at once here,
// commands at once in their performer. How far each task is stands in the log
// (team/tasks/task_work.h), so a run that was stopped is taken up by the next one.
//
// It ends with {end, words?, done[], failed[], skipped[]}: end is done, revise (the person wants
// the plan changed, in their words), interrupted or failed.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "coding/choice.h"
#include "engine/flow/flow_signal.h"
#include "flows/common/speaking.h"
#include "team/room/project.h"
#include "team/tasks/task_map.h"
#include "team/tasks/task_work.h"
#include "team/tasks/work_limits.h"

namespace fm {

FlowDefinition agency_flow();

struct AgencyArgs {
  ProjectId project;
  std::string leader;                         // weighs reviews that differ
  std::map<std::string, std::string> models;  // agent -> "provider:model"
  std::map<std::string, std::vector<std::string>> fallbacks;
  CodingChoices coders = {};  // who builds with a coding agent of the person's
};
JsonObject to_args(const AgencyArgs& args);
AgencyArgs agency_args(const JsonObject& args);

// How a task, or all of the work, came to its end.
enum class TaskEnd { kDone, kSkipped, kFailed, kRevise, kInterrupted };

// What came of merging a task (merging.h).
struct Merged {
  enum class What { kMerged, kConflicts, kTestsFail, kInterrupted } what = What::kMerged;
  std::vector<std::string> conflicts;  // paths
  std::string why;
};

// What the tasks of one run share. It lives as long as the run's frame.
struct Agency : Course {
  AgencyArgs args;
  TaskMap map;
  FlowSlots agent_slots{kAgentsAtOnce};
  FlowSlots merge_slot{1};
  std::map<std::string, FlowSignal> ended;  // by task: nobody has to wait for it any more
  std::map<std::string, TaskEnd> ends;
  std::vector<std::string> to_merge;     // approved, in that order
  std::map<std::string, Merged> merged;  // what came of the last try
  FlowSignal stop;                       // the person wants the plan changed, or stopped the work
  std::string words;                     // of theirs
  TaskEnd stopped_by = TaskEnd::kDone;
};
using AgencyPtr = std::shared_ptr<Agency>;

// Whether a turn ended because the person broke it off.
inline bool gives_up(Step step) { return step == Step::kInterrupted || step == Step::kStop; }

const Project& agency_project(const FlowHandle& flow, const AgencyPtr& agency);
// Null before it began.
const TaskWork* work_of(const FlowHandle& flow, const AgencyPtr& agency, const std::string& task);
TaskStatus status_of(const FlowHandle& flow, const AgencyPtr& agency, const std::string& task);

// Posts, and lets view() show it.
Flow<Nothing> post_shown(FlowHandle flow, std::vector<NewEvent> events);
// A line of the program's own in the room.
NewEvent line_of(const FlowHandle& flow, const AgencyPtr& agency, std::string text);
// A change of a task's status, told in a line where there is one.
Flow<Nothing> change_task(FlowHandle flow, AgencyPtr agency, std::string task, TaskAct act,
                          std::string why = {}, std::string line = {});

}  // namespace fm
