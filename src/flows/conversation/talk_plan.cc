// What a conversation is pinned to, as the arguments of its flow.
#include "flows/conversation/talk_plan.h"

namespace fm {

JsonObject to_args(const TalkPlan& plan) {
  JsonObject args;
  args["team"] = plan.team;
  args["leader"] = plan.leader;
  args["adversary"] = plan.adversary;
  args["researcher"] = plan.researcher;
  args["orchestrator"] = plan.orchestrator;
  args["members"] = to_json(plan.members);
  args["models"] = to_json(plan.models);
  if (!plan.fallbacks.empty()) args["fallbacks"] = to_json(plan.fallbacks);
  if (plan.by_model) args["by_model"] = true;
  args["unsure_below"] = plan.unsure_below;
  args["rest_ms"] = static_cast<std::int64_t>(plan.rest.count());
  args["execution"] = plan.execution;
  if (!plan.ideation.empty()) args["ideation"] = plan.ideation;
  return args;
}

TalkPlan talk_plan(const JsonObject& object) {
  const Json args = object;
  TalkPlan plan;
  plan.team = text_at(args, "team");
  plan.leader = text_at(args, "leader");
  plan.adversary = text_at(args, "adversary");
  plan.researcher = text_at(args, "researcher");
  plan.orchestrator = text_at(args, "orchestrator");
  plan.members = texts_at(args, "members");
  plan.models = text_map_at(args, "models");
  plan.fallbacks = lists_at(args, "fallbacks");
  plan.by_model = bool_at(args, "by_model");
  plan.unsure_below = static_cast<int>(int_at(args, "unsure_below", plan.unsure_below));
  plan.rest = Millis(int_at(args, "rest_ms", plan.rest.count()));
  plan.execution = text_at(args, "execution");
  if (const Json* ideation = find_at(args, "ideation"); ideation && ideation->is_object())
    plan.ideation = ideation->get_object();
  return plan;
}

}  // namespace fm
