// The brief as the log has it, in its one order (brief.h).
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/text.h"
#include "reading/brief/brief.h"
#include "reading/brief/brief_fields.h"

namespace fm {
namespace {

using Waits = std::map<std::string, std::vector<std::string>>;  // agent -> those it comes after

bool comes_after(const Waits& waits, const std::string& agent, const std::string& other) {
  std::vector<std::string> open = {agent};
  std::set<std::string> seen;
  while (!open.empty()) {
    const std::string next = std::move(open.back());
    open.pop_back();
    if (next == other) return true;
    const auto found = waits.find(next);
    if (found == waits.end() || !seen.insert(next).second) continue;
    open.insert(open.end(), found->second.begin(), found->second.end());
  }
  return false;
}

// `steps` are by agent, so that the same circle is always opened at the same place.
std::vector<Note> settle_after(std::vector<BriefStep>& steps) {
  std::vector<Note> dropped;
  Waits waits;
  for (BriefStep& step : steps) {
    std::ranges::sort(step.after);
    const auto doubled = std::ranges::unique(step.after);
    step.after.erase(doubled.begin(), doubled.end());
    for (const std::string& other : step.after) {
      const bool known = std::ranges::find(steps, other, &BriefStep::agent) != steps.end();
      if (known && !comes_after(waits, other, step.agent)) {
        waits[step.agent].push_back(other);
        continue;
      }
      dropped.push_back(
          {"step_order", "The step of " + step.agent + " does not wait for " +
                             std::string(cut_bytes(other, 80)) +
                             (known ? ": they would wait for each other." : ", who has no step.")});
    }
    step.after = waits[step.agent];
  }
  return dropped;
}

// Each as early as what it waits for allows; `steps` are by agent and settled.
std::vector<BriefStep> in_turn(std::vector<BriefStep> steps) {
  std::vector<BriefStep> out;
  std::set<std::string> done;
  while (!steps.empty()) {
    const auto next = std::ranges::find_if(steps, [&](const BriefStep& step) {
      return std::ranges::all_of(step.after,
                                 [&](const std::string& other) { return done.contains(other); });
    });
    const auto taken = next == steps.end() ? steps.begin() : next;
    done.insert(taken->agent);
    out.push_back(std::move(*taken));
    steps.erase(taken);
  }
  return out;
}

BriefStep step_from_json(std::string agent, const Json& value) {
  BriefStep step{std::move(agent), {}};
  if (value.is_string()) {
    step.task = value.get_string();
  } else {
    step.task = text_at(value, "task");
    step.after = texts_at(value, "after");
  }
  return step;
}

BriefObjection objection_from_json(const Json& value) {
  return {
      .agent = std::string(text_at(value, "agent")),
      .text = std::string(text_at(value, "text")),
      .outcome = outcome_from(text_at(value, "outcome")).value_or(BriefObjection::Outcome::kOpen),
      .why = std::string(text_at(value, "why"))};
}

}  // namespace

std::string brief_wanted(const Roster& roster) {
  std::vector<std::string> ids;
  for (const RosterAgent& agent : roster.agents()) {
    if (!agent.forbidden) ids.push_back(agent.id);
  }
  return "one JSON object with title, goal, scope {included, excluded}, constraints {budget, "
         "timeline, platform}, decisions (a list), unknowns (a list) and next_steps {agent: task, "
         "or {task, after: [agents]}}, where an agent is one of: " +
         join(ids, ", ");
}

std::vector<Note> put_in_order(Brief& brief) {
  const auto rank = [](const BriefConstraint& one) {
    return std::tuple(std::ranges::find(kUsualConstraints, std::string_view(one.name)) -
                          kUsualConstraints.begin(),
                      one.name, one.text);
  };
  std::ranges::sort(brief.constraints, {}, rank);
  std::ranges::sort(brief.next_steps, {}, &BriefStep::agent);
  std::vector<Note> dropped = settle_after(brief.next_steps);
  brief.next_steps = in_turn(std::move(brief.next_steps));
  return dropped;
}

JsonObject to_json(const Brief& brief) {
  JsonObject constraints, steps;
  JsonArray others;
  for (const BriefConstraint& one : brief.constraints) {
    if (one.name.empty() || one.name == "others" || constraints.contains(one.name)) {
      others.emplace_back(one.text);
    } else {
      constraints[one.name] = one.text;
    }
  }
  if (!others.empty()) constraints["others"] = std::move(others);
  for (const BriefStep& step : brief.next_steps) {
    steps[step.agent] = step.after.empty()
                            ? Json(step.task)
                            : JsonObject{{"task", step.task}, {"after", to_json(step.after)}};
  }
  JsonObject out{{"title", brief.title},
                 {"goal", brief.goal},
                 {"scope", JsonObject{{"included", to_json(brief.included)},
                                      {"excluded", to_json(brief.excluded)}}},
                 {"constraints", std::move(constraints)},
                 {"unknowns", to_json(brief.unknowns)},
                 {"next_steps", std::move(steps)}};
  if (!brief.decisions.empty()) out["decisions"] = to_json(brief.decisions);
  JsonArray objections;
  for (const BriefObjection& one : brief.objections) {
    objections.push_back(JsonObject{{"agent", one.agent},
                                    {"text", one.text},
                                    {"outcome", to_string(one.outcome)},
                                    {"why", one.why}});
  }
  if (!objections.empty()) out["objections"] = std::move(objections);
  JsonObject numbers;
  for (const auto& [word, given] : brief.numbers) {
    JsonArray of(given.of.begin(), given.of.end());
    numbers[word] = JsonObject{{"of", std::move(of)}, {"highest", given.highest}};
  }
  if (!numbers.empty()) out["numbers"] = std::move(numbers);
  return out;
}

namespace {

int number_from_json(const Json& json) {
  constexpr std::int64_t kMostNumber = 1000;
  const bool is_number = json.is_int64() && json.get_int64() > 0 && json.get_int64() < kMostNumber;
  return is_number ? static_cast<int>(json.get_int64()) : 0;
}

std::map<std::string, EntryNumbers> numbers_from_json(const Json* json) {
  std::map<std::string, EntryNumbers> numbers;
  if (json == nullptr || !json->is_object()) return numbers;
  for (const auto& member : json->get_object()) {
    EntryNumbers given;
    if (const Json* highest = find_at(member.value(), "highest"))
      given.highest = number_from_json(*highest);
    if (const Json* of = find_at(member.value(), "of"); of != nullptr && of->is_array())
      for (const Json& one : of->get_array())
        if (const int number = number_from_json(one); number > 0) given.of.push_back(number);
    for (const int number : given.of) given.highest = std::max(given.highest, number);
    if (given.highest > 0) numbers[std::string(member.key())] = std::move(given);
  }
  return numbers;
}

}  // namespace

Brief brief_from_json(ObjectRef object) {
  static const Json none = JsonObject{};
  const Json* scope = find_at(object, "scope");
  const Json* constraints = find_at(object, "constraints");
  if (scope == nullptr) scope = &none;
  if (constraints == nullptr) constraints = &none;
  Brief brief;
  brief.title = text_at(object, "title");
  brief.goal = text_at(object, "goal");
  brief.included = texts_at(*scope, "included");
  brief.excluded = texts_at(*scope, "excluded");
  for (auto& [name, text] : text_map_at(object, "constraints")) {
    brief.constraints.push_back({name, text});
  }
  for (std::string& text : texts_at(*constraints, "others")) {
    brief.constraints.push_back({"", std::move(text)});
  }
  brief.unknowns = texts_at(object, "unknowns");
  const Json* steps = find_at(object, "next_steps");
  if (steps != nullptr && steps->is_object()) {
    for (const auto& member : steps->get_object()) {
      const Json& step = member.value();
      if (step.is_string() || step.is_object())
        brief.next_steps.push_back(step_from_json(std::string(member.key()), step));
    }
  }
  brief.decisions = texts_at(object, "decisions");
  const Json* objections = find_at(object, "objections");
  if (objections != nullptr && objections->is_array()) {
    for (const Json& one : objections->get_array()) {
      BriefObjection objection = objection_from_json(one);
      if (!objection.text.empty()) brief.objections.push_back(std::move(objection));
    }
  }
  brief.numbers = numbers_from_json(find_at(object, "numbers"));
  put_in_order(brief);
  return brief;
}

}  // namespace fm
