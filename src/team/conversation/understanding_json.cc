#include "team/conversation/understanding_json.h"

#include <algorithm>

namespace fm {
namespace {

Json decision_json(Decision decision) {
  return decision == Decision::kNone ? Json() : Json(to_string(decision));
}

// The further acts, each once.
JsonArray other_acts(const Understanding& understanding) {
  std::vector<std::string> names;
  for (const FoundAct& one : understanding.acts) {
    const std::string name(to_string(one.act));
    if (one.act != understanding.act && std::ranges::find(names, name) == names.end())
      names.push_back(name);
  }
  return to_json(names);
}

JsonArray questions_json(const std::vector<AskedQuestion>& asked) {
  JsonArray questions;
  for (const AskedQuestion& one : asked) {
    JsonObject question{{"id", one.id}, {"agent", one.agent}, {"text", one.text}};
    if (one.number != 0) question["number"] = one.number;
    questions.push_back(std::move(question));
  }
  return questions;
}

std::vector<AskedQuestion> questions_in(const Json& value, std::string_view name) {
  std::vector<AskedQuestion> asked;
  if (const Json* list = find_at(value, name); list != nullptr && list->is_array())
    for (const Json& one : list->get_array())
      asked.push_back({std::string(text_at(one, "id")), std::string(text_at(one, "agent")),
                       std::string(text_at(one, "text")), static_cast<int>(int_at(one, "number"))});
  return asked;
}

}  // namespace

UnderstandingContext understanding_context(const Json& value) {
  UnderstandingContext context;
  context.phase = phase_from(text_at(value, "phase")).value_or(Phase::kIdle);
  context.project = text_at(value, "project");
  if (const Json* gate = find_at(value, "gate"); gate != nullptr && gate->is_object())
    context.gate = ContextGate{std::string(text_at(*gate, "kind")),
                               std::string(text_at(*gate, "shows")), texts_at(*gate, "options")};
  context.questions = questions_in(value, "questions");
  context.settled = questions_in(value, "settled");
  context.last = texts_at(value, "last");
  context.draft_unchanged = bool_at(value, "draft_unchanged", true);
  context.languages = texts_at(value, "languages");
  return context;
}

JsonObject to_json(const UnderstandingContext& context) {
  JsonObject value{{"phase", to_string(context.phase)},
                   {"project", context.project},
                   {"gate", nullptr},
                   {"questions", questions_json(context.questions)},
                   {"last", to_json(context.last)}};
  if (context.gate)
    value["gate"] = JsonObject{{"kind", context.gate->kind},
                               {"shows", context.gate->shows},
                               {"options", to_json(context.gate->options)}};
  if (!context.settled.empty()) value["settled"] = questions_json(context.settled);
  if (!context.draft_unchanged) value["draft_unchanged"] = false;
  if (!context.languages.empty()) value["languages"] = to_json(context.languages);
  return value;
}

JsonObject to_json(const Understanding& understanding) {
  JsonArray acts;
  for (const FoundAct& one : understanding.acts)
    acts.push_back(JsonObject{{"act", to_string(one.act)}, {"words", one.words}});
  JsonObject answers;
  for (const GivenAnswer& one : understanding.answers) answers[one.id] = one.text;
  Json option;
  if (understanding.option) option = static_cast<std::int64_t>(*understanding.option + 1);
  return {{"act", to_string(understanding.act)},
          {"also", other_acts(understanding)},
          {"acts", std::move(acts)},
          {"answers", std::move(answers)},
          {"decide_for_me", to_json(understanding.decide_for_me)},
          {"addressed", to_json(understanding.addressed)},
          {"option", std::move(option)},
          {"does", decision_json(understanding.does)},
          {"asks", decision_json(understanding.asks)},
          {"by", understanding.by_model ? "model" : "rules"}};
}

}  // namespace fm
