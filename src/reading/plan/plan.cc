#include "reading/plan/plan.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "base/text.h"
#include "reading/json/fields.h"
#include "reading/json/find.h"
#include "reading/json/names.h"
#include "reading/json/settle.h"
#include "reading/plan/plan_order.h"

namespace fm {
namespace {

using Name = std::string_view;
constexpr std::array<Name, 4> kTasks = {"tasks", "tasklist", "steps", "subtasks"};
constexpr std::array<Name, 5> kGroups = {"phases", "milestones", "waves", "groups", "sprints"};
constexpr std::array<Name, 4> kId = {"id", "taskid", "number", "task"};
constexpr std::array<Name, 5> kObjective = {"objective", "goal", "description", "title", "summary"};
constexpr std::array<Name, 7> kDependencies = {"dependencies", "dependson", "deps", "requires",
                                               "dependency",   "blockedby", "after"};
constexpr std::array<Name, 2> kFiles = {"files", "paths"};
constexpr std::array<Name, 3> kAcceptance = {"acceptance", "acceptancecriteria", "checks"};
constexpr std::array<Name, 3> kCovers = {"covers", "points", "agreed"};
constexpr std::array<Name, 2> kStages = {"stages", "stage"};
constexpr std::array<Name, 4> kStageName = {"stagename", "name", "stage", "type"};
constexpr std::array<Name, 3> kAgents = {"agents", "agent", "assignee"};
constexpr std::array<Name, 1> kModel = {"model"};
constexpr std::array<Name, 5> kUsualStages = {"PLAN_REVIEW", "IMPLEMENTATION", "CODE_REVIEW",
                                              "TESTING", "SYNTHESIZE"};
constexpr std::size_t kMaxTasks = 1000;
constexpr int kMaxNesting = 3;

std::string_view view(boost::json::string_view text) { return {text.data(), text.size()}; }

std::string words_at(const JsonObject& object, FieldNames names) {
  const Json* value = find_field(object, names);
  return value != nullptr ? lines_text(*value).value_or("") : "";
}

std::vector<std::string> texts_at_names(const JsonObject& object, FieldNames names) {
  const Json* value = find_field(object, names);
  return value != nullptr ? texts_of(*value, Split::kNo) : std::vector<std::string>{};
}

// "3", 3, ["1", "point 2"]: the numbers, each once.
std::vector<int> numbers_at(const JsonObject& object, FieldNames names) {
  std::vector<int> numbers;
  const Json* value = find_field(object, names);
  if (value == nullptr) return numbers;
  for (const std::string& text : texts_of(*value, Split::kAtCommas)) {
    const auto digit = text.find_first_of("0123456789");
    int number = 0;
    if (digit == text.npos) continue;
    std::from_chars(text.data() + digit, text.data() + text.size(), number);
    if (number > 0 && std::ranges::find(numbers, number) == numbers.end())
      numbers.push_back(number);
  }
  return numbers;
}

// The object of the plan, through wrappers; null when the value is no plan.
const JsonObject* plan_in(const Json& value, int depth) {
  if (depth > kMaxNesting || !value.is_object()) return nullptr;
  const JsonObject& object = value.get_object();
  const Json* tasks = find_field(object, kTasks);
  if (tasks != nullptr && tasks->is_structured()) return &object;
  const JsonObject* found = nullptr;
  for (const auto& member : object) {
    if (const JsonObject* inner = plan_in(member.value(), depth + 1)) {
      if (found != nullptr) return nullptr;
      found = inner;
    }
  }
  return found;
}

// {"phases": [{"tasks": [...]}, {"tasks": [...]}]}: the tasks of all groups in one list; empty if
// it is no such thing.
JsonObject of_groups(const JsonObject& object) {
  const Json* groups = find_field(object, kGroups);
  if (groups == nullptr || !groups->is_array()) return {};
  JsonArray tasks;
  for (const Json& group : groups->get_array()) {
    const Json* inner = group.is_object() ? find_field(group.get_object(), kTasks) : nullptr;
    if (inner == nullptr || !inner->is_array()) return {};
    for (const Json& task : inner->get_array()) tasks.push_back(task);
  }
  if (tasks.empty()) return {};
  JsonObject out = object;
  out["tasks"] = std::move(tasks);
  return out;
}

bool has_untyped_tasks(const Json& value) {
  if (!value.is_object()) return false;
  const Json* tasks = value.get_object().if_contains("tasks");
  return tasks != nullptr && !tasks->is_structured() && !tasks->is_null();
}

class PlanReader {
 public:
  explicit PlanReader(const Roster& roster) : roster_(roster) {}

  Read<Plan> read(const JsonObject& object) {
    Plan plan;
    static constexpr std::array<Name, 2> kTitle = {"title", "name"};
    static constexpr std::array<Name, 2> kDescription = {"description", "summary"};
    static constexpr std::array<Name, 1> kRisks = {"risks"};
    plan.title = words_at(object, kTitle);
    plan.description = words_at(object, kDescription);
    plan.risks = texts_at_names(object, kRisks);
    static constexpr std::array<Name, 3> kStart = {"start", "run", "starts"};
    plan.start = words_at(object, kStart);
    if (auto problem = tasks(*find_field(object, kTasks), plan)) return std::unexpected(*problem);
    if (plan.tasks.empty()) return fault(FaultCode::kEmpty, "The plan has no tasks.");
    if (auto problem = settle_dependencies(plan)) return std::unexpected(*problem);
    if (auto problem = find_cycle(plan)) return std::unexpected(*problem);
    return plan;
  }

 private:
  using Problem = std::optional<Fault>;

  static Problem problem(FaultCode code, std::string message) {
    return Fault{code, std::move(message), 0, {}};
  }

  Problem tasks(const Json& value, Plan& plan) {
    if (value.is_array()) {
      for (const Json& item : value.get_array()) {
        if (auto wrong = task(item, {}, plan)) return wrong;
      }
    } else {
      for (const auto& member : value.get_object()) {
        if (auto wrong = task(member.value(), view(member.key()), plan)) return wrong;
      }
    }
    return std::nullopt;
  }

  // `key` is the id where the tasks are a map.
  Problem task(const Json& value, std::string_view key, Plan& plan) {
    if (!value.is_object()) return problem(FaultCode::kInvalidType, "A task is no object.");
    if (plan.tasks.size() >= kMaxTasks) {
      return problem(FaultCode::kOutOfRange, "The plan has more than 1000 tasks.");
    }
    const JsonObject& object = value.get_object();
    PlanTask out;
    const Json* id = find_field(object, kId);
    if (id != nullptr) out.id = plain_text(*id).value_or("");
    if (out.id.empty()) out.id = trim(key);
    const std::string place = out.id.empty() ? "task " + std::to_string(plan.tasks.size() + 1)
                                             : "task \"" + out.id + "\"";
    if (out.id.empty()) return problem(FaultCode::kMissingField, "The " + place + " has no id.");
    if (is_placeholder(out.id)) {
      return problem(FaultCode::kPlaceholder,
                     "The id of a task is still the placeholder " + out.id + ".");
    }
    out.objective = words_at(object, kObjective);
    out.files = texts_at_names(object, kFiles);
    out.acceptance = texts_at_names(object, kAcceptance);
    out.covers = numbers_at(object, kCovers);
    if (const Json* after = find_field(object, kDependencies)) {
      if (auto wrong = dependencies(*after, place, out)) return wrong;
      std::erase_if(out.dependencies, [](const std::string& text) {
        const std::string word = name_key(text);
        return word.empty() || word == "none" || word == "null" || word == "na";
      });
    }
    const Json* stages = find_field(object, kStages);
    if (stages != nullptr && !stages->is_structured() && !stages->is_null()) {
      return problem(FaultCode::kInvalidType, "The stages of the " + place + " are no list.");
    }
    if (stages == nullptr || stages->is_null()) {
      return problem(FaultCode::kMissingField, "The " + place + " has no stages.");
    }
    const bool single = stages->is_object() && find_field(stages->get_object(), kAgents) != nullptr;
    if (single) {
      if (auto wrong = stage(*stages, {}, place, out)) return wrong;
    } else if (stages->is_array()) {
      for (const Json& item : stages->get_array()) {
        if (auto wrong = stage(item, {}, place, out)) return wrong;
      }
    } else {
      for (const auto& member : stages->get_object()) {
        if (auto wrong = stage(member.value(), view(member.key()), place, out)) return wrong;
      }
    }
    if (out.stages.empty()) {
      return problem(FaultCode::kMissingField, "The " + place + " has no stages.");
    }
    plan.tasks.push_back(std::move(out));
    return std::nullopt;
  }

  // Texts, numbers, or objects with a task's id.
  static Problem dependencies(const Json& value, const std::string& place, PlanTask& task) {
    if (!value.is_structured()) {
      task.dependencies = texts_of(value, Split::kAtCommas);
      return std::nullopt;
    }
    const JsonArray one = {value};
    for (const Json& item : value.is_array() ? value.get_array() : one) {
      const Json* id = item.is_object() ? find_field(item.get_object(), kId) : &item;
      const auto text = id != nullptr ? plain_text(*id) : std::nullopt;
      if (!text && !(id != nullptr && id->is_null())) {
        return problem(FaultCode::kInvalidType,
                       "A dependency of the " + place + " is no id of a task.");
      }
      if (text) task.dependencies.push_back(*text);
    }
    return std::nullopt;
  }

  // `key` is the name where the stages are a map, of objects or of lists of agents.
  Problem stage(const Json& value, std::string_view key, const std::string& place, PlanTask& task) {
    const bool agents_only = value.is_array() && !key.empty();
    if (!value.is_object() && !agents_only) {
      return problem(FaultCode::kInvalidType, "A stage of the " + place + " is no object.");
    }
    const JsonObject object = agents_only ? JsonObject{{"agents", value}} : value.get_object();
    PlanStage out;
    if (const Json* name = find_field(object, kStageName))
      out.name = plain_text(*name).value_or("");
    if (out.name.empty()) out.name = trim(key);
    if (out.name.empty()) {
      return problem(FaultCode::kMissingField, "A stage of the " + place + " has no name.");
    }
    if (is_placeholder(out.name)) {
      return problem(FaultCode::kPlaceholder, "The name of a stage of the " + place +
                                                  " is still the placeholder " + out.name + ".");
    }
    for (const Name usual : kUsualStages) {
      if (name_key(usual) == name_key(out.name)) out.name = usual;
    }
    out.objective = words_at(object, kObjective);
    const Json* agents = find_field(object, kAgents);
    if (agents == nullptr || agents->is_null() ||
        (agents->is_array() && agents->get_array().empty())) {
      return problem(FaultCode::kMissingField,
                     "The stage " + out.name + " of the " + place + " names no agents.");
    }
    for (const Json& item : agent_items(*agents)) {
      auto agent = roster_.agent_of(&item);
      if (!agent) {
        agent.error().message =
            "In the stage " + out.name + " of the " + place + ": " + agent.error().message;
        return agent.error();
      }
      PlanAgent made{*agent, {}};
      if (item.is_object()) made.model = words_at(item.get_object(), kModel);
      out.agents.push_back(std::move(made));
    }
    task.stages.push_back(std::move(out));
    return std::nullopt;
  }

  // One value an agent: of a list, of "builder, reviewer", or of {"builder": "model", ...}.
  JsonArray agent_items(const Json& agents) const {
    if (agents.is_array()) return agents.get_array();
    JsonArray items;
    if (agents.is_object()) {
      const JsonObject& object = agents.get_object();
      const bool names = !object.empty() && std::ranges::all_of(object, [&](const auto& member) {
        return roster_.find_exact(view(member.key())).has_value();
      });
      if (names) {
        for (const auto& member : object) {
          const auto model = plain_text(member.value());
          items.push_back(JsonObject{{"agent", member.key()}, {"model", model.value_or("")}});
        }
        return items;
      }
    }
    if (const auto text = plain_text(agents); text && !roster_.find_exact(*text)) {
      const auto parts = texts_of(agents, Split::kAtCommas);
      const bool all = std::ranges::all_of(
          parts, [&](const std::string& part) { return roster_.find(part).has_value(); });
      if (all) {
        for (const std::string& part : parts) items.emplace_back(part);
        if (!items.empty()) return items;
      }
    }
    items.push_back(agents);
    return items;
  }

  const Roster& roster_;
};

// One form, to see whether two plans are the same.
std::string form_of(const Plan& plan) {
  std::string out;
  for (const PlanTask& task : plan.tasks) {
    std::vector<std::string> after = task.dependencies;
    std::ranges::sort(after);
    out += "\n" + task.id + "\t" + task.objective + "\t" + join(after, ",");
    for (const PlanStage& stage : task.stages) {
      out += "\t" + stage.name;
      for (const PlanAgent& agent : stage.agents) out += " " + std::to_string(agent.agent);
    }
  }
  return out;
}

}  // namespace

Read<Plan> read_plan(std::string_view text, const Roster& roster, Steps* steps) {
  const Found found = find_json(text, steps);
  std::vector<Reading<Plan>> readings;
  bool untyped = false;
  for (const Candidate& candidate : found.candidates) {
    const ParsedJson& parsed = candidate.parsed;
    if (candidate.after_broken) continue;
    const JsonObject* object = plan_in(parsed.value, 0);
    JsonObject wrapped;
    if (object == nullptr && parsed.value.is_array() && !parsed.value.get_array().empty()) {
      // A bare list of tasks, or a plan in a list.
      const Json& first = parsed.value.get_array().front();
      const bool task = first.is_object() && find_field(first.get_object(), kStages) != nullptr;
      object = plan_in(first, 0);
      if (task) {
        wrapped["tasks"] = parsed.value;
        object = &wrapped;
      }
    }
    if (object == nullptr && parsed.value.is_object()) {
      wrapped = of_groups(parsed.value.get_object());
      if (!wrapped.empty()) object = &wrapped;
    }
    if (object == nullptr) {
      untyped = untyped || has_untyped_tasks(parsed.value);
      continue;
    }
    if (parsed.cut != Cut::kNone) {
      return fault(FaultCode::kTruncated, "The plan is cut off.", text.size());
    }
    Read<Plan> plan =
        parsed.conflicts.empty()
            ? PlanReader(roster).read(*object)
            : fault(FaultCode::kDuplicateKeyConflict,
                    "The key \"" + parsed.conflict_key + "\" comes twice with different values.",
                    parsed.conflicts.front().offset);
    if (plan) plan->repairs = notes_of_repairs(parsed);
    readings.push_back({std::move(plan), candidate.begin, candidate.end});
  }
  if (!readings.empty()) {
    return settle<Plan>(text, std::move(readings), [](const Plan& one, const Plan& other) {
      return form_of(one) == form_of(other);
    });
  }
  if (found.candidates.empty() || (found.failure && found.failure->had_content)) {
    return std::unexpected(fault_of_search(found, text));
  }
  if (found.candidates.back().parsed.cut != Cut::kNone) {
    return fault(FaultCode::kTruncated, "The plan is cut off.", text.size());
  }
  if (untyped) {
    return fault(FaultCode::kInvalidType, "The tasks must be a list of objects.",
                 found.candidates.front().begin);
  }
  return fault(FaultCode::kMissingField, "The JSON has no \"tasks\".",
               found.candidates.front().begin);
}

}  // namespace fm
