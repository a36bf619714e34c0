// What a conversation is pinned to, as the arguments of its flow.
#include "flows/conversation/conversation_plan.h"

#include "base/json_fields.h"

namespace fm {

template <>
inline constexpr auto kJsonFields<ConversationPlan> = json_fields<ConversationPlan>(
    always("team", &ConversationPlan::team), always("leader", &ConversationPlan::leader),
    always("adversary", &ConversationPlan::adversary),
    always("researcher", &ConversationPlan::researcher),
    always("orchestrator", &ConversationPlan::orchestrator),
    always("members", &ConversationPlan::members), always("models", &ConversationPlan::models),
    if_unusual("fallbacks", &ConversationPlan::fallbacks),
    if_unusual("by_model", &ConversationPlan::by_model),
    if_unusual("understands", &ConversationPlan::understands),
    always("unsure_below", &ConversationPlan::unsure_below),
    always("rest_ms", &ConversationPlan::rest), always("execution", &ConversationPlan::execution),
    if_unusual("thorough", &ConversationPlan::thorough),
    if_unusual("coders", &ConversationPlan::coders),
    if_unusual("coders_here", &ConversationPlan::coders_here),
    if_unusual("ideation", &ConversationPlan::ideation));

JsonObject to_args(const ConversationPlan& plan) { return fields_to_json(plan); }

ConversationPlan conversation_plan(const JsonObject& args) {
  return fields_from_json<ConversationPlan>(args);
}

}  // namespace fm
