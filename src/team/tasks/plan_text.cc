#include "team/tasks/plan_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "base/yaml/yaml.h"
#include "team/tasks/plan_reading.h"

namespace fm {
namespace {

constexpr std::string_view kHead =
    "# The plan. Change what you like, save, and leave the editor; the plan is then shown again,\n"
    "# and nothing is built before you say yes. The tasks may stand in any order: each waits for\n"
    "# its dependencies. One agent builds a task, and somebody else reviews it; at least one\n"
    "# review is done by two. Folkmoot runs each line of acceptance by itself.\n";

// A text of JSON is one of YAML too, whatever is in it.
std::string quoted(std::string_view text) { return canonical(Json(text)); }

std::string listed(const std::vector<std::string>& texts) {
  std::vector<std::string> all;
  for (const std::string& text : texts) all.push_back(quoted(text));
  return "[" + join(all, ", ") + "]";
}

void add_list(std::string& out, std::string_view indent, std::string_view name,
              const std::vector<std::string>& texts) {
  if (texts.empty()) return;
  out += fmt::format("{}{}:\n", indent, name);
  for (const std::string& text : texts) out += fmt::format("{}  - {}\n", indent, quoted(text));
}

std::string agents_of(const TaskStage& stage) {
  std::vector<std::string> all;
  for (const TaskAgent& agent : stage.agents)
    all.push_back(agent.model.empty()
                      ? agent.agent
                      : fmt::format("{{agent: {}, model: {}}}", agent.agent, quoted(agent.model)));
  return "[" + join(all, ", ") + "]";
}

void add_task(std::string& out, const MapTask& task) {
  out += fmt::format("\n  - id: {}\n    objective: {}\n", quoted(task.id), quoted(task.objective));
  out += fmt::format("    dependencies: {}\n", listed(task.dependencies));
  add_list(out, "    ", "files", task.files);
  add_list(out, "    ", "acceptance", task.acceptance);
  out += "    stages:\n";
  for (const TaskStage& stage : task.stages) {
    out += fmt::format("      - stageName: {}\n        agents: {}\n", stage.name, agents_of(stage));
    if (!stage.objective.empty())
      out += fmt::format("        objective: {}\n", quoted(stage.objective));
  }
}

std::unexpected<Error> invalid(int line, const std::string& what) {
  return fail("plan_invalid", fmt::format("Line {}: {}", line, what), "The plan is as it was.",
              "Mend that line, and give the plan again.");
}

// The task whose id stands in a fault's words; none: the fault is of the plan as a whole.
std::optional<std::size_t> task_named(const JsonArray& tasks, std::string_view words) {
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const Json* id = find_at(tasks[i], "id");
    if (id == nullptr || !id->is_primitive()) continue;
    const std::string text =
        id->is_string() ? std::string(std::string_view(id->get_string())) : canonical(*id);
    if (words.contains("task \"" + text + "\"") || words.contains("other: " + text + ",") ||
        words.contains("other: " + text + "."))
      return i;
  }
  return std::nullopt;
}

// The stage of a task that a fault's words name.
std::optional<std::size_t> stage_named(const Json& task, std::string_view words) {
  const Json* stages = find_at(task, "stages");
  if (stages == nullptr || !stages->is_array()) return std::nullopt;
  for (std::size_t i = 0; i < stages->get_array().size(); ++i) {
    const std::string_view name = text_at(stages->get_array()[i], "stageName");
    if (!name.empty() && words.contains(name)) return i;
  }
  return std::nullopt;
}

// Where in the text a fault is that names tasks and stages, but no place.
int line_of(const YamlDocument& document, std::string_view words) {
  const Json* tasks = find_at(document.value, "tasks");
  if (tasks == nullptr) return 1;
  const auto task =
      tasks->is_array() ? task_named(tasks->get_array(), words) : std::optional<std::size_t>();
  if (!task) return document.key_mark("/tasks").line;
  std::string place = fmt::format("/tasks/{}", *task);
  if (const auto stage = stage_named(tasks->get_array()[*task], words))
    place += fmt::format("/stages/{}", *stage);
  return document.mark(place).line;
}

}  // namespace

std::string plan_text(const TaskMap& map) {
  std::string out(kHead);
  out += fmt::format("\ntitle: {}\n", quoted(map.title));
  if (!map.description.empty()) out += fmt::format("description: {}\n", quoted(map.description));
  if (!map.start.empty()) out += fmt::format("start: {}\n", quoted(map.start));
  add_list(out, "", "risks", map.risks);
  out += "\ntasks:\n";
  for (const MapTask& task : map.tasks) add_task(out, task);
  return out;
}

Result<TaskMap> read_plan_text(std::string_view text, const Roster& roster,
                               const std::string& leader) {
  const auto document = parse_yaml(text, "plan");
  if (!document) {
    Error error = document.error();  // begins with "plan:12:3: "
    if (error.message.starts_with("plan:")) {
      const std::size_t end = error.message.find(':', 5);
      const std::size_t rest = error.message.find(": ", end);
      error.message = "Line " + error.message.substr(5, end - 5) +
                      error.message.substr(rest == std::string::npos ? end : rest);
    }
    return fail("plan_invalid", error.message, "The plan is as it was.", error.cure);
  }
  const Json* tasks = find_at(document->value, "tasks");
  if (tasks == nullptr || !tasks->is_array() || tasks->get_array().empty())
    return invalid(1, "The plan has no tasks.");
  std::vector<std::string> repairs;
  auto map = read_task_map(canonical(document->value), roster, leader, {}, repairs);
  if (map) return std::move(*map);
  const std::string& what = map.error().message;
  return invalid(line_of(*document, what), what);
}

}  // namespace fm
