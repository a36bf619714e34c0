#include "reading/plan.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "base/text.h"
#include "reading/fields.h"
#include "reading/find.h"
#include "reading/settle.h"

namespace fm {
namespace {

using Name = std::string_view;
constexpr std::array<Name, 3> kTasks = {"tasks", "tasklist", "steps"};
constexpr std::array<Name, 4> kId = {"id", "taskid", "number", "task"};
constexpr std::array<Name, 5> kObjective = {"objective", "goal", "description", "title", "summary"};
constexpr std::array<Name, 7> kDependencies = {"dependencies", "dependson", "deps", "requires",
                                               "dependency",   "blockedby", "after"};
constexpr std::array<Name, 2> kFiles = {"files", "paths"};
constexpr std::array<Name, 3> kAcceptance = {"acceptance", "acceptancecriteria", "checks"};
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
    if (const Json* after = find_field(object, kDependencies)) {
      out.dependencies = texts_of(*after, Split::kAtCommas);
      std::erase_if(out.dependencies, [](const std::string& text) {
        const std::string word = name_key(text);
        return word.empty() || word == "none" || word == "null" || word == "na";
      });
    }
    const Json* stages = find_field(object, kStages);
    if (stages == nullptr || !stages->is_structured()) {
      return problem(FaultCode::kMissingField, "The " + place + " has no stages.");
    }
    if (stages->is_array()) {
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

  Problem stage(const Json& value, std::string_view key, const std::string& place, PlanTask& task) {
    if (!value.is_object()) {
      return problem(FaultCode::kInvalidType, "A stage of the " + place + " is no object.");
    }
    const JsonObject& object = value.get_object();
    PlanStage out;
    if (const Json* name = find_field(object, kStageName))
      out.name = plain_text(*name).value_or("");
    if (out.name.empty()) out.name = trim(key);
    if (out.name.empty()) {
      return problem(FaultCode::kMissingField, "A stage of the " + place + " has no name.");
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
    const JsonArray one = {*agents};
    for (const Json& item : agents->is_array() ? agents->get_array() : one) {
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

  // Dependencies are ids, or "Task 1.1" for 1.1; each becomes the id as the task has it.
  static Problem settle_dependencies(Plan& plan) {
    std::map<std::string, std::string> ids;
    for (const PlanTask& task : plan.tasks) {
      if (!ids.emplace(name_key(task.id), task.id).second) {
        return problem(FaultCode::kDuplicateId,
                       "More than one task has the id \"" + task.id + "\".");
      }
    }
    std::map<std::string, std::string> forms = ids;
    for (const PlanTask& task : plan.tasks) forms.emplace(name_key("task " + task.id), task.id);
    for (PlanTask& task : plan.tasks) {
      for (std::string& dependency : task.dependencies) {
        const auto found = forms.find(name_key(dependency));
        if (found == forms.end()) {
          return problem(FaultCode::kUnknownDependency,
                         "The task \"" + task.id + "\" depends on \"" +
                             std::string(cut_bytes(dependency, 80)) + "\", which is no task.");
        }
        dependency = found->second;
      }
      std::ranges::sort(task.dependencies);
      const auto twice = std::ranges::unique(task.dependencies);
      task.dependencies.erase(twice.begin(), twice.end());
    }
    return std::nullopt;
  }

  // Takes away tasks that wait for nothing until none is left, or none can go.
  static Problem find_cycle(const Plan& plan) {
    std::map<std::string_view, std::size_t> waits;
    std::multimap<std::string_view, std::string_view> followers;
    std::vector<std::string_view> ready;
    for (const PlanTask& task : plan.tasks) {
      waits[task.id] = task.dependencies.size();
      if (task.dependencies.empty()) ready.push_back(task.id);
      for (const std::string& dependency : task.dependencies) {
        followers.emplace(dependency, task.id);
      }
    }
    std::size_t done = 0;
    while (!ready.empty()) {
      const std::string_view id = ready.back();
      ready.pop_back();
      ++done;
      const auto [begin, end] = followers.equal_range(id);
      for (auto next = begin; next != end; ++next) {
        if (--waits[next->second] == 0) ready.push_back(next->second);
      }
    }
    if (done == plan.tasks.size()) return std::nullopt;
    std::vector<std::string> stuck;
    for (const PlanTask& task : plan.tasks) {
      if (waits[task.id] != 0 && stuck.size() < 10) stuck.push_back(task.id);
    }
    return problem(FaultCode::kCycle, "Tasks wait for each other: " + join(stuck, ", ") + ".");
  }

  const Roster& roster_;
};

// One form, to see whether two plans are the same.
std::string form_of(const Plan& plan) {
  std::string out;
  for (const PlanTask& task : plan.tasks) {
    out += "\n" + task.id + "\t" + task.objective + "\t" + join(task.dependencies, ",");
    for (const PlanStage& stage : task.stages) {
      out += "\t" + stage.name;
      for (const PlanAgent& agent : stage.agents) out += " " + std::to_string(agent.agent);
    }
  }
  return out;
}

}  // namespace

Read<Plan> read_plan(std::string_view text, const Roster& roster) {
  const Found found = find_json(text);
  std::vector<Reading<Plan>> readings;
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
    if (object == nullptr) continue;
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
  return fault(FaultCode::kMissingField, "The JSON has no \"tasks\".",
               found.candidates.front().begin);
}

}  // namespace fm
