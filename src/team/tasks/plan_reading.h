// A planner's answer as the JSON that a turn's outcome keeps.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "reading/json/roster.h"
#include "team/tasks/task_map.h"

namespace fm {

// The TaskMap in a text, held to the rules of A-1. Faults as read_plan() and settle_plan_rules().
Read<TaskMap> read_task_map(std::string_view text, const Roster& roster, const std::string& leader,
                            const std::vector<std::string>& points,
                            std::vector<std::string>& repairs);

// {plan: a TaskMap (task_map.h)}, or {fault: words for the planner, code}. `leader` is the id of
// whoever weighs reviews; `points` are what was agreed on (agreed_points.h).
Json task_map_value(std::string_view text, const Roster& roster, const std::string& leader,
                    const std::vector<std::string>& points, std::vector<std::string>& repairs);

// A reviewer's: {verdict, findings} (task_work_json.h), or the fault.
Json code_review_value(std::string_view text, std::vector<std::string>& repairs);

}  // namespace fm
