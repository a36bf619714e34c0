// The plan as a text that a person edits, and reading it back.
//
// YAML with every field of the TaskMap, so that what comes back unchanged is the same plan; JSON
// of the same fields is read too. Held to the rules that a planner's answer is held to
// (reading/plan/plan_rules.h); a fault names the line and the rule. Pure.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "reading/json/roster.h"
#include "team/tasks/task_map.h"

namespace fm {

std::string plan_text(const TaskMap& map);

// `leader` weighs reviews that differ. Error: plan_invalid.
Result<TaskMap> read_plan_text(std::string_view text, const Roster& roster,
                               const std::string& leader);

}  // namespace fm
