#include "engine/log/post.h"

#include <algorithm>
#include <array>

namespace fm {
namespace {

struct InputKind {
  std::string_view kind;
  bool has_client_id = false;
  bool has_place = false;
  bool has_flow = false;
};

constexpr std::array<InputKind, 3> kInputs = {
    InputKind{.kind = "message.posted", .has_client_id = true},
    {.kind = "gate.answered", .has_place = true, .has_flow = true},
    {.kind = "flow.cancelled", .has_flow = true},
};

std::unexpected<Error> not_an_input(const NewEvent& event, std::string cause) {
  return fail("input_kind", "This cannot be put into a room from outside.",
              "It is a \"" + event.kind + "\". " + std::move(cause),
              "Say it with `folkmoot say`, or answer with `folkmoot gate answer`.");
}

}  // namespace

Result<void> check_post(const NewEvent& event) {
  const auto* input = std::ranges::find(kInputs, event.kind, &InputKind::kind);
  if (input == kInputs.end()) return not_an_input(event, "Only the room's own flows write that.");
  if (event.by.kind != Actor::kPerson) return not_an_input(event, "It is not a person's.");
  if (input->has_client_id && event.client_id.empty())
    return not_an_input(event, "It has no client id, so it could come twice.");
  if (input->has_flow && event.flow.empty()) return not_an_input(event, "It names no flow.");
  if (input->has_place && event.place.empty())
    return not_an_input(event, "The question is about the room itself, which its owner is asked.");
  return {};
}

Result<void> check_answer(const NewEvent& answered, const OpenRow* gate) {
  const Json body = answered.body;
  const std::string_view id = text_at(body, "gate");
  if (gate == nullptr || text_at(gate->data, "flow") != answered.flow.value ||
      text_at(gate->data, "place") != answered.place.value)
    return fail("gate_unknown", "There is no open question \"" + std::string(id) + "\".",
                "It was never asked, or it was withdrawn.",
                "See what is open with `folkmoot room show`.");
  if (text_at(body, "digest") != text_at(gate->data, "digest"))
    return fail("gate_changed", "What this question is about has changed since it was shown.", "",
                "Look at it anew and answer again.");
  const std::vector<std::string> options = texts_at(gate->data, "option_ids");
  if (!options.empty() && std::ranges::find(options, text_at(body, "answer")) == options.end()) {
    std::string known;
    for (const std::string& option : options) known += (known.empty() ? "" : ", ") + option;
    return fail("gate_option", "That is none of the answers.", "They are " + known + ".",
                "Answer with one of them.");
  }
  return {};
}

std::vector<std::pair<OpenKind, std::string>> closed_by(const NewEvent& event) {
  if (event.kind != "gate.answered") return {};
  const Json body = event.body;
  return {{OpenKind::kGate, std::string(text_at(body, "gate"))},
          {OpenKind::kTimer, event.flow.value + " " + event.place.value}};
}

std::string dedup_key(const RoomId& room, const NewEvent& event) {
  if (event.kind == "gate.answered")
    return "answer " + room.value + " " + std::string(text_at(event.body, "gate"));
  if (!event.client_id.empty()) return "input " + room.value + " " + event.client_id;
  if (event.kind == "effect.finished")
    return "result " + room.value + " " + event.flow.value + " " + event.place.value;
  if (event.kind == "flow.started")
    return "start " + room.value + " " + event.flow.value + " " +
           std::to_string(int_at(event.body, "run", 1));
  return {};
}

Error room_fenced(const RoomId& room) {
  return {"room_fenced", "Another process goes on with room " + room.value + ".",
          "It has taken the room over, since this one did not answer for a while.",
          "Nothing that was acknowledged is lost. Look at it with `folkmoot room show " +
              room.value + "`."};
}

Error room_owned(const RoomId& room) {
  return {
      "room_owned", "Another process works in room " + room.value + ".", "",
      "What you say there reaches it. Look at it with `folkmoot room show " + room.value + "`."};
}

Error commit_unknown(const RoomId& room) {
  return {
      "commit_unknown", "It is not known whether this was written into room " + room.value + ".",
      "The connection to the store broke while it was being written.",
      "Look with `folkmoot room show " + room.value + "`, and say it again if it is not there."};
}

Error head_moved(const RoomId& room) {
  return {"head_moved", "Others have written into room " + room.value + " meanwhile.", "",
          "Run the command again."};
}

}  // namespace fm
