#include "app/commands/go_on.h"

#include <utility>
#include <vector>

#include "app/config/agent_models.h"
#include "app/queries/rooms.h"

namespace fm {
namespace {

Result<void> check_endpoints(const RoomId& room, const FlowRecord& flow, ModelCatalog& models) {
  for (const auto& [model, host] : flow.endpoints) {
    const std::string now = TRY(endpoint_of(model, models));
    if (now != host)
      return fail("endpoint_changed",
                  "The model " + model + " would be asked at another place than before.",
                  "It was " + host + " and would be " + now + ".",
                  "Set the former address again (OPENAI_BASE_URL), or say that the new one is "
                  "right with `folkmoot resume " +
                      room.value + " --force`.");
  }
  return {};
}

Result<void> check_quarantine(const RoomId& room, const std::vector<RoomRow>& rooms) {
  for (const RoomRow& row : rooms)
    if (row.id == room && row.activations >= kQuarantineAfter)
      return fail("room_quarantined", "Room " + room.value + " is set aside.",
                  "The program ended " + std::to_string(row.activations) +
                      " times in a row while it worked in this room, without getting further.",
                  "Look at it with `folkmoot room show " + room.value +
                      "`, and try again with `folkmoot resume " + room.value + " --force`.");
  return {};
}

}  // namespace

Task<Result<Started>> go_on(const CommandParts& parts, Caller caller, RoomId room,
                            ResumeForce force) {
  const RoomViewPtr seen = CO_TRY(co_await parts.views.of(room));
  const FlowRecord* flow = seen->latest_flow();
  if (!flow || flow->state == FlowState::kFinished)
    co_return fail("nothing_to_resume", "Nothing is unfinished in room " + room.value + ".", "",
                   "See the rooms with `folkmoot room list`, or start something new.");
  if (force == ResumeForce::kNo) {
    CO_TRY(check_endpoints(room, *flow, parts.models));
    const auto rooms = CO_TRY(co_await rooms_now(parts));
    CO_TRY(check_quarantine(room, rooms));
  }
  // Asking to go on is the answer to "how shall it go on?".
  std::vector<GateReply> answers;
  for (const OpenGate& gate : seen->gates)
    if (gate.type == "paused" || gate.type == "interrupted" || gate.type == "parked")
      answers.push_back({gate.gate, gate.digest, "continue", "resumed"});
  parts.engine.resume(
      room, force == ResumeForce::kYes ? Anyway::kYes : Anyway::kNo,
      [&engine = parts.engine, lost = parts.lost, room, answers, by = caller.who](auto resumed) {
        if (!resumed) return lost(resumed.error());
        for (const GateReply& answer : answers)
          engine.answer(room, answer, by, [](Result<EventPtr>) {});
      });
  Started started;
  started.room = room;
  started.flow = flow->id;
  started.earlier = seen->head;
  co_return started;
}

Task<Result<EventPtr>> cancel_flow(const CommandParts& parts, Caller caller, RoomId room,
                                   std::string why) {
  const RoomViewPtr seen = CO_TRY(known_room(co_await parts.views.of(room), room));
  const FlowRecord* flow = seen->latest_flow();
  if (!flow || flow->state == FlowState::kFinished)
    co_return fail("flow_not_running", "There is nothing to cancel.",
                   "Nothing is unfinished in room " + room.value + ".",
                   "See what is open with `folkmoot room list`.");
  const Later<Result<EventPtr>> done;
  parts.engine.cancel(room, flow->id, std::move(why), caller.who,
                      [done](Result<EventPtr> event) { done.resolve(std::move(event)); });
  co_return co_await done;
}

}  // namespace fm
