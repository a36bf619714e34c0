#include "team/tasks/plan_reading.h"

#include <algorithm>
#include <set>

#include "reading/json/fault.h"
#include "reading/plan/code_review.h"
#include "reading/plan/plan_rules.h"
#include "team/tasks/task_work_json.h"

namespace fm {
namespace {

Json fault_value(const Fault& fault, std::string_view wanted) {
  return JsonObject{{"fault", repair_prompt(fault, wanted)}, {"code", fault_name(fault.code)}};
}

void note(std::vector<std::string>& codes, const std::vector<Note>& notes) {
  for (const Note& one : notes) codes.push_back(one.code);
}

MapTask task_of(const PlanTask& task, const Roster& roster) {
  MapTask made{.id = task.id,
               .objective = task.objective,
               .dependencies = task.dependencies,
               .files = task.files,
               .acceptance = task.acceptance,
               .stages = {}};
  for (const PlanStage& stage : task.stages) {
    TaskStage& one = made.stages.emplace_back();
    one.name = stage.name;
    one.objective = stage.objective;
    for (const PlanAgent& agent : stage.agents)
      one.agents.push_back({roster.agents().at(agent.agent).id, agent.model});
  }
  return made;
}

std::vector<std::string> uncovered(const Plan& plan, const std::vector<std::string>& points) {
  std::set<int> covered;
  for (const PlanTask& task : plan.tasks) covered.insert(task.covers.begin(), task.covers.end());
  std::vector<std::string> left;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!covered.contains(static_cast<int>(i) + 1)) left.push_back(points[i]);
  return left;
}

}  // namespace

Read<TaskMap> read_task_map(std::string_view text, const Roster& roster, const std::string& leader,
                            const std::vector<std::string>& points,
                            std::vector<std::string>& repairs) {
  auto plan = read_plan(text, roster);
  if (!plan) return std::unexpected(plan.error());
  const auto weighs = roster.find_exact(leader);
  if (auto broken = settle_plan_rules(*plan, roster, weighs ? weighs->index : 0))
    return std::unexpected(std::move(*broken));
  note(repairs, plan->repairs);
  TaskMap map{.title = plan->title,
              .description = plan->description,
              .tasks = {},
              .risks = plan->risks,
              .start = plan->start,
              .uncovered = uncovered(*plan, points)};
  for (const PlanTask& task : plan->tasks) map.tasks.push_back(task_of(task, roster));
  return map;
}

Json task_map_value(std::string_view text, const Roster& roster, const std::string& leader,
                    const std::vector<std::string>& points, std::vector<std::string>& repairs) {
  constexpr std::string_view kWanted =
      "one JSON block {\"title\": ..., \"tasks\": [{\"id\", \"objective\", \"dependencies\", "
      "\"files\", \"acceptance\", \"covers\", \"stages\"}]}";
  const auto map = read_task_map(text, roster, leader, points, repairs);
  if (!map) return fault_value(map.error(), kWanted);
  return JsonObject{{"plan", to_json(*map)}};
}

Json code_review_value(std::string_view text, std::vector<std::string>& repairs) {
  const auto review = read_code_review(text);
  if (!review)
    return fault_value(review.error(),
                       "one JSON block {\"verdict\": \"approve or changes\", \"findings\": [...]}");
  note(repairs, review->repairs);
  std::vector<ReviewFinding> findings;
  for (const GivenFinding& one : review->findings)
    findings.push_back({one.file, one.line, one.severity, one.text, one.fix});
  return JsonObject{
      {"verdict", to_string(review->approves ? ReviewVerdict::kApprove : ReviewVerdict::kChanges)},
      {"findings", to_json(findings)}};
}

}  // namespace fm
