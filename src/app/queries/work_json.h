// How far an agency is, as the JSON that doors give out.
#pragma once

#include <string_view>

#include "base/json.h"
#include "team/room/room.h"

namespace fm {

// {project, revision, plan, repository, branch, base, head, tasks, sessions}; tasks without their
// diffs, sessions of those at work. Null: the project has no plan.
Json work_json(const RoomView& room, const Project& project);

// One task with its diff; null: the plan's work has no such task.
Json task_work_json(const Project& project, std::string_view task);

}  // namespace fm
