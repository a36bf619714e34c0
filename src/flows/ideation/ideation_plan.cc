#include "flows/ideation/ideation_plan.h"

namespace fm {
JsonObject to_args(const IdeationPlan& plan) {
  JsonObject args;
  args["topic"] = plan.topic;
  args["team"] = plan.team;
  args["team_file"] = plan.team_file;
  args["preset"] = plan.preset;
  args["max_rounds"] = plan.max_rounds;
  args["min_ideas"] = plan.min_ideas;
  args["deep_dive"] = plan.deep_dive;
  args["min_score"] = plan.min_score;
  JsonArray weights;
  for (const int weight : plan.weights) weights.push_back(weight);
  args["weights"] = std::move(weights);
  args["roles"] = to_json(plan.roles);
  args["models"] = to_json(plan.models);
  if (!plan.fallbacks.empty()) args["fallbacks"] = to_json(plan.fallbacks);
  // Absent where they are as usual, so that what was begun before there were any stays equal.
  if (plan.first_round > 1) args["first_round"] = plan.first_round;
  if (plan.panel.size() > 1) args["panel"] = to_json(plan.panel);
  if (!plan.out.empty()) args["out"] = plan.out;
  if (!plan.ideas_out.empty()) args["ideas_out"] = plan.ideas_out;
  return args;
}

IdeationPlan ideation_plan(const JsonObject& object) {
  const Json args = object;
  IdeationPlan plan;
  plan.topic = text_at(args, "topic");
  plan.team = text_at(args, "team");
  plan.team_file = text_at(args, "team_file");
  plan.preset = text_at(args, "preset");
  plan.max_rounds = static_cast<int>(int_at(args, "max_rounds", plan.max_rounds));
  plan.min_ideas = static_cast<int>(int_at(args, "min_ideas", plan.min_ideas));
  plan.deep_dive = bool_at(args, "deep_dive", plan.deep_dive);
  plan.min_score = static_cast<int>(int_at(args, "min_score", plan.min_score));
  if (const Json* weights = find_at(args, "weights"); weights && weights->is_array())
    for (std::size_t i = 0; i < plan.weights.size() && i < weights->get_array().size(); ++i)
      if (weights->get_array()[i].is_int64())
        plan.weights[i] = static_cast<int>(weights->get_array()[i].get_int64());
  plan.roles = text_map_at(args, "roles");
  plan.models = text_map_at(args, "models");
  plan.fallbacks = lists_at(args, "fallbacks");
  plan.first_round = static_cast<int>(int_at(args, "first_round", plan.first_round));
  plan.panel = texts_at(args, "panel");
  plan.out = text_at(args, "out");
  plan.ideas_out = text_at(args, "ideas_out");
  return plan;
}

}  // namespace fm
