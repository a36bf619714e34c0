// The brief as the log has it, in its one order (brief.h).
#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/text.h"
#include "reading/brief/brief.h"
#include "reading/brief/brief_fields.h"

namespace fm {

std::string brief_wanted(const Roster& roster) {
  std::vector<std::string> ids;
  for (const RosterAgent& agent : roster.agents()) {
    if (!agent.forbidden) ids.push_back(agent.id);
  }
  return "one JSON object with title, goal, scope {included, excluded}, constraints {budget, "
         "timeline, platform}, unknowns (a list) and next_steps {agent: task}, where an agent is "
         "one of: " +
         join(ids, ", ");
}

void put_in_order(Brief& brief) {
  const auto rank = [](const BriefConstraint& one) {
    return std::tuple(std::ranges::find(kUsualConstraints, std::string_view(one.name)) -
                          kUsualConstraints.begin(),
                      one.name, one.text);
  };
  std::ranges::sort(brief.constraints, {}, rank);
  std::ranges::sort(brief.next_steps, {}, &BriefStep::agent);
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
  for (const BriefStep& step : brief.next_steps) steps[step.agent] = step.task;
  return {{"title", brief.title},
          {"goal", brief.goal},
          {"scope", JsonObject{{"included", to_json(brief.included)},
                               {"excluded", to_json(brief.excluded)}}},
          {"constraints", std::move(constraints)},
          {"unknowns", to_json(brief.unknowns)},
          {"next_steps", std::move(steps)}};
}

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
  for (auto& [agent, task] : text_map_at(object, "next_steps")) {
    brief.next_steps.push_back({agent, task});
  }
  put_in_order(brief);
  return brief;
}

}  // namespace fm
