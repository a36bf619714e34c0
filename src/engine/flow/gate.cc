#include "engine/flow/gate.h"

#include <array>

#include "engine/flow/gate_options.h"

namespace fm {
namespace {

constexpr std::array<GateOption, 3> kUnknownAnswers = {
    GateOption{"it-happened", "it happened"},
    {"do-it-again", "do it again"},
    {"stop", "stop"},
};

}  // namespace

GateRequest gate_request(const JsonObject& request) {
  const Json value = request;
  GateRequest gate;
  gate.type = text_at(value, "type");
  gate.question = text_at(value, "question");
  gate.options = texts_at(value, "options");
  gate.option_ids = option_ids_or_derived(gate.options, texts_at(value, "option_ids"));
  if (const Json* subject = find_at(value, "subject")) gate.subject = *subject;
  return gate;
}

void name_answered_option(const EffectRequest& asked, Outcome& outcome) {
  if (!outcome.ok() || find_at(outcome.value, "answer") == nullptr) return;
  const GateRequest gate = gate_request(asked.request);
  const auto option =
      find_stored_option(gate.options, gate.option_ids, text_at(outcome.value, "answer"));
  if (option) outcome.value.as_object()["answer"] = gate.option_ids[*option];
}

JsonObject gate_body(const std::string& id, const GateRequest& gate) {
  JsonObject shown;
  shown["type"] = gate.type;
  shown["question"] = gate.question;
  shown["options"] = to_json(gate.options);
  shown["subject"] = gate.subject;
  JsonObject body = shown;
  body["gate"] = id;
  // Not part of what the digest is of: questions that were open before there were ids keep theirs.
  body["option_ids"] = to_json(option_ids_or_derived(gate.options, gate.option_ids));
  body["digest"] = to_base32(sha256(canonical(shown)), 26);
  return body;
}

OpenRow gate_row(const RoomId& room, const JsonObject& body, const NewEvent& from, bool unknown) {
  OpenRow row;
  row.kind = OpenKind::kGate;
  row.room = room;
  row.id = text_at(body, "gate");
  row.data["flow"] = from.flow.value;
  row.data["place"] = from.place.value;
  row.data["digest"] = body.at("digest");
  row.data["options"] = body.at("options");
  row.data["option_ids"] = body.at("option_ids");
  if (unknown) row.data["unknown"] = true;
  return row;
}

std::string unknown_gate_id(const FlowRun& run, const Leaf& leaf) {
  return derived_id('g', run.start()->id, leaf.place.value + "#" + std::to_string(leaf.attempt));
}

std::string_view option_id_of(UnknownAnswer answer) {
  return kUnknownAnswers[static_cast<std::size_t>(answer)].id;
}

void offer_unknown_answers(GateRequest& gate) {
  for (const GateOption& option : kUnknownAnswers) gate.offer(option);
}

}  // namespace fm
