#include "flows/ideation/ideation_plan.h"

#include "base/json_fields.h"

namespace fm {

// What came later is written where it is unusual only, so that what was begun before stays equal.
template <>
inline constexpr auto kJsonFields<IdeationPlan> = json_fields<IdeationPlan>(
    always("topic", &IdeationPlan::topic), always("team", &IdeationPlan::team),
    always("team_file", &IdeationPlan::team_file), always("preset", &IdeationPlan::preset),
    if_unusual("first_round", &IdeationPlan::first_round),
    always("max_rounds", &IdeationPlan::max_rounds), always("min_ideas", &IdeationPlan::min_ideas),
    always("deep_dive", &IdeationPlan::deep_dive), always("min_score", &IdeationPlan::min_score),
    always("weights", &IdeationPlan::weights), always("roles", &IdeationPlan::roles),
    if_unusual("panel", &IdeationPlan::panel), always("models", &IdeationPlan::models),
    if_unusual("fallbacks", &IdeationPlan::fallbacks), if_unusual("out", &IdeationPlan::out),
    if_unusual("ideas_out", &IdeationPlan::ideas_out));

JsonObject to_args(const IdeationPlan& plan) {
  JsonObject args = fields_to_json(plan);
  if (plan.panel.size() == 1) args.erase("panel");
  return args;
}

IdeationPlan ideation_plan(const JsonObject& args) { return fields_from_json<IdeationPlan>(args); }

}  // namespace fm
