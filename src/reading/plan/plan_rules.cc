#include "reading/plan/plan_rules.h"

#include <algorithm>
#include <set>

namespace fm {
namespace {

bool builds(const PlanStage& stage) { return stage.name == "IMPLEMENTATION"; }
bool reviews(const PlanStage& stage) { return stage.name.ends_with("REVIEW"); }
bool reviews_code(const PlanStage& stage) { return reviews(stage) && stage.name != "PLAN_REVIEW"; }

Fault broken(std::string message) {
  return Fault{FaultCode::kInvalidValue, std::move(message), 0, {}};
}

// Each agent of a stage once: who is named twice would be asked twice.
void name_once(PlanStage& stage) {
  std::set<std::size_t> seen;
  std::erase_if(stage.agents,
                [&](const PlanAgent& agent) { return !seen.insert(agent.agent).second; });
}

void add_syntheses(PlanTask& task, std::size_t leader, std::vector<Note>& repairs) {
  for (std::size_t i = 0; i < task.stages.size(); ++i) {
    const bool followed = i + 1 < task.stages.size() && !builds(task.stages[i + 1]);
    if (!reviews(task.stages[i]) || followed) continue;
    PlanStage synthesis{.name = "SYNTHESIZE", .objective = "", .agents = {{leader, ""}}};
    task.stages.insert(task.stages.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                       std::move(synthesis));
    repairs.push_back({"synthesis_added", "task " + task.id});
  }
}

std::optional<Fault> check_task(const PlanTask& task, const Roster& roster) {
  const auto author = std::ranges::find_if(task.stages, builds);
  if (author == task.stages.end())
    return broken("The task \"" + task.id +
                  "\" has no stage IMPLEMENTATION. Each task is built by one agent.");
  if (std::ranges::count_if(task.stages, builds) > 1)
    return broken("The task \"" + task.id + "\" has two stages IMPLEMENTATION. Make two tasks.");
  if (author->agents.size() != 1)
    return broken("The stage IMPLEMENTATION of the task \"" + task.id +
                  "\" must name exactly one agent.");
  if (std::ranges::none_of(task.stages, reviews_code))
    return broken("The task \"" + task.id +
                  "\" has no stage CODE_REVIEW. Somebody else looks at what was built.");
  for (const PlanStage& stage : task.stages)
    if (reviews(stage) && std::ranges::find(stage.agents, author->agents.front().agent,
                                            &PlanAgent::agent) != stage.agents.end())
      return broken("In the task \"" + task.id + "\" " +
                    roster.agents().at(author->agents.front().agent).id +
                    " would review its own work. Name another reviewer.");
  return std::nullopt;
}

}  // namespace

std::optional<Fault> settle_plan_rules(Plan& plan, const Roster& roster, std::size_t leader) {
  bool two_look = false;
  for (PlanTask& task : plan.tasks) {
    for (PlanStage& stage : task.stages) name_once(stage);
    if (auto wrong = check_task(task, roster)) return wrong;
    add_syntheses(task, leader, plan.repairs);
    two_look = two_look || std::ranges::any_of(task.stages, [](const PlanStage& stage) {
                 return reviews(stage) && stage.agents.size() > 1;
               });
  }
  if (two_look) return std::nullopt;
  return broken(
      "No review in the plan names two agents. At least one CODE_REVIEW, of the task that matters "
      "most, is done by two.");
}

}  // namespace fm
