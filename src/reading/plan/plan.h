// A planner's TaskMap: tasks with dependencies, and stages with agents.
//
// Held to: every task has an id of its own and stages with agents of the roster, dependencies
// exist and make no cycle. A plan that was cut off is never completed. The further rules of A-1
// (who reviews, how many) are in plan_rules.h.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "reading/json/budget.h"
#include "reading/json/fault.h"
#include "reading/json/roster.h"

namespace fm {

struct PlanAgent {
  std::size_t agent = 0;  // index in the roster
  std::string model;
};

struct PlanStage {
  std::string name;  // IMPLEMENTATION; known names in their usual form, others as written
  std::string objective;
  std::vector<PlanAgent> agents;
};

struct PlanTask {
  std::string id;
  std::string objective;
  std::vector<std::string> dependencies;  // ids of other tasks, exactly
  std::vector<std::string> files;
  std::vector<std::string> acceptance;
  std::vector<int> covers;  // numbers of what was agreed on, as the task says
  std::vector<PlanStage> stages;
};

struct Plan {
  std::string title;
  std::string description;
  std::vector<PlanTask> tasks;  // in the answer's order
  std::vector<std::string> risks;
  std::string start;  // a command that starts what was built; empty: there is nothing to start
  std::vector<Note> repairs;
};

// Faults: no_json, empty, truncated, ambiguous, missing_field, invalid_type, placeholder,
// duplicate_key_conflict, duplicate_id, unknown_dependency, cycle, unknown_agent, forbidden_agent.
Read<Plan> read_plan(std::string_view text, const Roster& roster, Steps* steps = nullptr);

}  // namespace fm
