#include "app/reading/understanding.h"

#include <utility>

#include "people/message/mentions.h"

namespace fm {

std::vector<std::string> agents_called_by(Intent intent) {
  const IntentPlan plan = plan_for(intent);
  return {plan.agents.begin(), plan.agents.end()};
}

JsonObject intent_value(const IntentReading& reading) {
  const IntentPlan plan = plan_for(reading.intent);
  return {{"intent", to_string(reading.intent)},
          {"confidence", reading.confidence},
          {"runner_up", reading.runner_up ? Json(to_string(*reading.runner_up)) : Json()},
          {"interests", to_json(reading.interests)},
          {"combined", reading.combined},
          {"people", to_json(reading.people)},
          {"agents", to_json(agents_called_by(reading.intent))},
          {"depth", plan.depth},
          {"flow", plan.flow},
          {"words", to_json(reading.words)}};
}

JsonObject answer_value(const Answer& answer) {
  return {{"starts", answer.starts},
          {"cancels", answer.cancels},
          {"approval", to_string(answer.approval)},
          {"command", answer.command ? Json(to_string(*answer.command)) : Json()},
          {"words", to_json(answer.words)},
          {"languages", to_json(answer.languages)}};
}

JsonObject questions_value(const std::vector<FoundQuestion>& questions) {
  JsonArray found;
  for (const FoundQuestion& question : questions) {
    found.push_back(JsonObject{{"text", question.text},
                               {"type", to_string(question.type)},
                               {"genuine", question.genuine},
                               {"keywords", to_json(question.keywords)}});
  }
  return {{"questions", std::move(found)}};
}

JsonObject mentions_value(std::string_view text) {
  return {{"mentions", to_json(find_mentions(text))}};
}

}  // namespace fm
