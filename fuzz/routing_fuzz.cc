// Feeds any bytes to the readers of routing and of plans.
//
// Held to, besides not crashing: a decision names an agent that may act, and reads back from our
// own form as the same; every task of a plan has an id of its own and stages with agents, and waits
// only for tasks that are there; a plan in our own form reads back as the same plan; the work stays
// within its bound.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/answer_samples.h"
#include "reading/blocks/routing.h"
#include "reading/plan/plan.h"

namespace fm {
namespace {

void check_routing(std::string_view text) {
  Steps steps;
  const auto read = read_routing(text, fuzz_roster(), &steps);
  hold_steps(steps, text);
  if (!read || read->route != Route::kAgent) return;
  hold(read->agent < fuzz_roster().agents().size(), "no agent");
  const RosterAgent& agent = fuzz_roster().agents()[read->agent];
  hold(!agent.forbidden, "a forbidden agent");
  const auto again = read_routing(canonical(JsonObject{{"agent", agent.id}}), fuzz_roster());
  hold(again.has_value() && again->agent == read->agent, "our own decision reads back differently");
}

std::string own_form(const Plan& plan) {
  JsonArray tasks;
  for (const PlanTask& task : plan.tasks) {
    JsonArray stages;
    for (const PlanStage& stage : task.stages) {
      JsonArray agents;
      for (const PlanAgent& agent : stage.agents) {
        agents.emplace_back(fuzz_roster().agents()[agent.agent].id);
      }
      stages.push_back(JsonObject{{"stageName", stage.name}, {"agents", std::move(agents)}});
    }
    tasks.push_back(JsonObject{{"id", task.id},
                               {"dependencies", to_json(task.dependencies)},
                               {"stages", std::move(stages)}});
  }
  return canonical(JsonObject{{"tasks", std::move(tasks)}});
}

void check_plan(std::string_view text) {
  Steps steps;
  const auto read = read_plan(text, fuzz_roster(), &steps);
  hold_steps(steps, text);
  if (!read) return;
  hold(!read->tasks.empty(), "no tasks and no fault");
  for (const PlanTask& task : read->tasks) {
    hold(!task.id.empty() && !task.stages.empty(), "a task without an id or stages");
    for (const PlanStage& stage : task.stages) hold(!stage.agents.empty(), "a stage of nobody");
    for (const std::string& dependency : task.dependencies) {
      hold(dependency != task.id, "a task that waits for itself");
      hold(std::ranges::count(read->tasks, dependency, &PlanTask::id) == 1, "an unknown task");
    }
  }
  const std::string once = own_form(*read);
  const auto again = read_plan(once, fuzz_roster());
  hold(again.has_value(), "our own plan does not read back", once);
  hold(own_form(*again) == once, "our own plan reads back differently", once);
}

}  // namespace
}  // namespace fm

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  fm::check_routing(text);
  fm::check_plan(text);
  return 0;
}
