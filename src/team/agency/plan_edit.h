// A plan that waits for the person and may be edited by them, for all doors.
//
// An edited plan is given to the room as its person's words, "/plan" and the text (plan_text.h): so
// it is durable before anything comes of it, and the flow alone makes a revision of it. Whoever
// sends one checks it before by the same function, so that what is wrong is told at once and
// nothing that was typed is lost. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "team/room/room.h"
#include "team/tasks/task_map.h"

namespace fm {

struct EditablePlan {
  ProjectId project;
  int revision = 0;
  TaskMap map;
  std::vector<std::string> agents;  // who can be named in it
  std::string leader;
};

// The plan on the card of that project; of the active one where none is named. Errors:
// project_none, project_unknown, plan_unknown, plan_not_open.
Result<EditablePlan> editable_plan(const RoomView& room, const ProjectId& project = {});

// What `text` makes of it; points that no task has stay named. Error: plan_invalid.
Result<TaskMap> edited_plan(const EditablePlan& before, std::string_view text);

}  // namespace fm
