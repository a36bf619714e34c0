#include "team/tasks/task_map.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json_fields.h"
#include "base/sha256.h"
#include "base/text.h"

namespace fm {

template <>
inline constexpr auto kJsonFields<TaskAgent> = json_fields<TaskAgent>(
    always("agent", &TaskAgent::agent), if_unusual("model", &TaskAgent::model));

template <>
inline constexpr auto kJsonFields<TaskStage> = json_fields<TaskStage>(
    always("stageName", &TaskStage::name), if_unusual("objective", &TaskStage::objective),
    always("agents", &TaskStage::agents));

template <>
inline constexpr auto kJsonFields<MapTask> = json_fields<MapTask>(
    always("id", &MapTask::id), always("objective", &MapTask::objective),
    if_unusual("dependencies", &MapTask::dependencies), if_unusual("files", &MapTask::files),
    if_unusual("acceptance", &MapTask::acceptance), always("stages", &MapTask::stages));

template <>
inline constexpr auto kJsonFields<TaskMap> = json_fields<TaskMap>(
    always("title", &TaskMap::title), if_unusual("description", &TaskMap::description),
    always("tasks", &TaskMap::tasks), if_unusual("risks", &TaskMap::risks),
    if_unusual("start", &TaskMap::start), if_unusual("uncovered", &TaskMap::uncovered));

bool TaskStage::builds() const { return name == "IMPLEMENTATION"; }
bool TaskStage::reviews() const { return name.ends_with("REVIEW"); }
bool TaskStage::reviews_plan() const { return name == "PLAN_REVIEW"; }

const TaskStage* MapTask::stage_that_builds() const {
  const auto found = std::ranges::find_if(stages, &TaskStage::builds);
  return found == stages.end() ? nullptr : &*found;
}

std::string MapTask::builder() const {
  const TaskStage* stage = stage_that_builds();
  return stage == nullptr || stage->agents.empty() ? "" : stage->agents.front().agent;
}

std::vector<std::string> MapTask::reviewers() const {
  std::vector<std::string> all;
  for (const TaskStage& stage : stages) {
    if (!stage.reviews() || stage.reviews_plan()) continue;
    for (const TaskAgent& agent : stage.agents)
      if (std::ranges::find(all, agent.agent) == all.end()) all.push_back(agent.agent);
  }
  return all;
}

std::string MapTask::digest() const {
  return to_base32(sha256(canonical(fields_to_json(*this))), 16);
}

const MapTask* TaskMap::find(std::string_view id) const {
  const auto found = std::ranges::find(tasks, id, &MapTask::id);
  return found == tasks.end() ? nullptr : &*found;
}

std::vector<std::string> TaskMap::commands() const {
  std::vector<std::string> all;
  for (const MapTask& task : tasks)
    for (const std::string& command : task.acceptance)
      if (std::ranges::find(all, command) == all.end()) all.push_back(command);
  return all;
}

JsonObject to_json(const TaskMap& map) { return fields_to_json(map); }

TaskMap task_map_from_json(const Json& json) {
  return json.is_object() ? fields_from_json<TaskMap>(json) : TaskMap();
}

std::string task_map_markdown(const TaskMap& map) {
  std::string text = "## The plan: " + map.title + "\n";
  for (const MapTask& task : map.tasks) {
    text += fmt::format("\n**{}** {}\n", task.id, task.objective);
    const auto line = [&](std::string_view name, const std::string& value) {
      if (!value.empty()) text += fmt::format("- {}: {}\n", name, value);
    };
    line("after", join(task.dependencies, ", "));
    line("built by", task.builder());
    line("reviewed by", join(task.reviewers(), ", "));
    line("files", join(task.files, ", "));
    for (const std::string& command : task.acceptance)
      line("done when", "`" + command + "` passes");
  }
  if (!map.risks.empty()) text += "\nRisks:\n";
  for (const std::string& risk : map.risks) text += "- " + risk + "\n";
  if (!map.uncovered.empty()) text += "\nAgreed, but in no task:\n";
  for (const std::string& point : map.uncovered) text += "- " + point + "\n";
  return text;
}

}  // namespace fm
