#include "engine/flow/gate.h"

#include <array>

namespace fm {

GateRequest gate_request(const JsonObject& request) {
  const Json value = request;
  GateRequest gate;
  gate.type = text_at(value, "type");
  gate.question = text_at(value, "question");
  gate.options = texts_at(value, "options");
  if (const Json* subject = find_at(value, "subject")) gate.subject = *subject;
  return gate;
}

JsonObject gate_body(const std::string& id, const GateRequest& gate) {
  JsonObject shown;
  shown["type"] = gate.type;
  shown["question"] = gate.question;
  shown["options"] = to_json(gate.options);
  shown["subject"] = gate.subject;
  JsonObject body = shown;
  body["gate"] = id;
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
  if (unknown) row.data["unknown"] = true;
  return row;
}

std::string unknown_gate_id(const FlowRun& run, const Leaf& leaf) {
  return derived_id('g', run.start()->id, leaf.place.value + "#" + std::to_string(leaf.attempt));
}

const std::string& option_of(UnknownAnswer answer) {
  static const std::array<std::string, 3> kOptions = {"it happened", "do it again", "stop"};
  return kOptions[static_cast<std::size_t>(answer)];
}

std::vector<std::string> unknown_options() {
  return {option_of(UnknownAnswer::kHappened), option_of(UnknownAnswer::kAgain),
          option_of(UnknownAnswer::kStop)};
}

}  // namespace fm
