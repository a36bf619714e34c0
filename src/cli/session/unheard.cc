#include "cli/session/unheard.h"

#include <algorithm>

namespace fm::cli {
namespace {

bool is_persons(const Message& message) { return message.kind == "user"; }

}  // namespace

std::string words_to_try_again(const RoomView& room) {
  const Project* project = room.projects.current();
  const bool has_failed = project != nullptr && project->phase == Phase::kFailed;
  // To "shall it go on?" it is the answer; any other question is the person's.
  const bool is_offered =
      std::ranges::all_of(room.gates, [](const OpenGate& gate) { return gate.type == "take_up"; });
  if (has_failed && is_offered) return "/resume";
  if (!room.gates.empty()) return {};
  const Message* last = nullptr;
  for (const Message& message : room.messages)
    if (is_persons(message)) last = &message;
  if (last == nullptr) return {};
  const bool answered = std::ranges::any_of(room.messages, [&](const Message& message) {
    return message.room_seq > last->room_seq && !is_persons(message) && message.kind != "system";
  });
  const bool failed = std::ranges::any_of(room.turns, [&](const TurnRecord& turn) {
    return turn.state == TurnState::kFailed && turn.room_seq > last->room_seq;
  });
  const bool empty = std::ranges::any_of(room.warnings, [&](const auto& warning) {
    return warning.error.code == "turn_empty" && warning.at >= last->at;
  });
  return (failed || empty) && !answered ? *last->text : std::string();
}

}  // namespace fm::cli
