// What a conversation is pinned to, as the arguments of its flow.
#include "flows/conversation/talk_plan.h"

#include "base/json_fields.h"

namespace fm {

template <>
inline constexpr auto kJsonFields<TalkPlan> = json_fields<TalkPlan>(
    always("team", &TalkPlan::team), always("leader", &TalkPlan::leader),
    always("adversary", &TalkPlan::adversary), always("researcher", &TalkPlan::researcher),
    always("orchestrator", &TalkPlan::orchestrator), always("members", &TalkPlan::members),
    always("models", &TalkPlan::models), if_unusual("fallbacks", &TalkPlan::fallbacks),
    if_unusual("by_model", &TalkPlan::by_model), always("unsure_below", &TalkPlan::unsure_below),
    always("rest_ms", &TalkPlan::rest), always("execution", &TalkPlan::execution),
    if_unusual("ideation", &TalkPlan::ideation));

JsonObject to_args(const TalkPlan& plan) { return fields_to_json(plan); }

TalkPlan talk_plan(const JsonObject& args) { return fields_from_json<TalkPlan>(args); }

}  // namespace fm
