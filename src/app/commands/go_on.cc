#include "app/commands/go_on.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "app/config/agent_models.h"
#include "app/queries/rooms.h"
#include "engine/flow/task_scope.h"
#include "engine/runtime/engine_anew.h"

namespace fm {

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

namespace {

// Whoever insists is asked once: from then on the room is pinned to the hosts of now.
Task<Result<void>> agree_on_endpoints(const CommandParts& parts, By person, RoomId room,
                                      const FlowRecord& flow, ResumeForce force) {
  if (force == ResumeForce::kNo) co_return check_endpoints(room, flow, parts.models);
  std::map<std::string, std::string> hosts;
  for (const auto& [model, host] : flow.endpoints) {
    const auto now = endpoint_of(model, parts.models);
    hosts[model] = now ? *now : host;
  }
  if (hosts == flow.endpoints) co_return Result<void>();
  NewEvent repinned;
  repinned.kind = "flow.repinned";
  repinned.body = {{"endpoints", to_json(hosts)}};
  repinned.by = std::move(person);
  repinned.flow = flow.id;
  CO_TRY(co_await append_event(parts, std::move(room), std::move(repinned)));
  co_return Result<void>();
}

std::unexpected<Error> nothing_to_resume(const RoomId& room) {
  return fail("nothing_to_resume", "Nothing is unfinished in room " + room.value + ".", "",
              "See the rooms with `folkmoot room list`, or start something new.");
}

// Whoever asked has his answer and watches the room by now.
void tell_in_room(Bus& bus, const RoomId& room, const Error& why) {
  bus.notice({room, {}, {}, why.message + " " + why.cause, Millis(0)});
  bus.idle(room);
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
                            ResumeForce force, GoOnAsked asked) {
  const RoomViewPtr seen = CO_TRY(co_await parts.views.of(room));
  const FlowRecord* flow = seen->latest_flow();
  if (!flow || flow->state == FlowState::kFinished) co_return nothing_to_resume(room);
  const Result<void> agreed = co_await agree_on_endpoints(parts, caller.who, room, *flow, force);
  // Whoever answers from a terminal without the keys leaves the room with those that it has.
  if (!agreed && !parts.is_served(room)) co_return std::unexpected(agreed.error());
  if (force == ResumeForce::kNo) {
    const auto rooms = CO_TRY(co_await rooms_now(parts));
    CO_TRY(check_quarantine(room, rooms));
  }
  const bool answers_them = asked == GoOnAsked::kAnswered;
  std::vector<GateReply> answers;
  for (const OpenGate& gate : seen->gates)
    if (answers_them &&
        (gate.type == "paused" || gate.type == "interrupted" || gate.type == "parked"))
      answers.push_back({gate.gate, gate.digest, "continue", "resumed"});
  if (agreed) parts.enters(room);
  const Later<Result<void>> woken;
  const auto is_answered = std::make_shared<bool>(false);
  parts.engine.resume(room, force == ResumeForce::kYes ? Anyway::kYes : Anyway::kNo,
                      [woken, is_answered, room, &bus = parts.engine.bus()](Result<void> resumed) {
                        if (!resumed && *is_answered) tell_in_room(bus, room, resumed.error());
                        woken.resolve(std::move(resumed));
                      });
  // Whoever watches from now on does not take the question for the room's rest.
  if (woken.is_resolved() || !answers.empty()) CO_TRY(co_await woken);
  *is_answered = true;
  for (const GateReply& answer : answers) {
    const Later<Result<EventPtr>> answered;
    parts.engine.answer(room, answer, caller.who,
                        [answered](Result<EventPtr> event) { answered.resolve(std::move(event)); });
    (void)co_await answered;  // somebody else may have answered meanwhile
  }
  Started started;
  started.room = room;
  started.flow = flow->id;
  started.earlier = seen->head;
  co_return started;
}

Task<Result<Started>> begin_anew(const CommandParts& parts, Caller caller, RoomId room,
                                 ResumeForce force) {
  const RoomViewPtr seen = CO_TRY(known_room(co_await parts.views.of(room), room));
  const FlowRecord* flow = seen->latest_flow();
  if (!flow || flow->state == FlowState::kFinished) co_return nothing_to_resume(room);
  if (std::ranges::none_of(seen->flows,
                           [](const FlowRecord& one) { return one.state == FlowState::kPaused; }))
    co_return std::unexpected(not_paused(room));
  CO_TRY(co_await agree_on_endpoints(parts, caller.who, room, *flow, force));
  parts.enters(room);
  const Later<Result<void>> begun;
  parts.engine.begin_anew(room, caller.who,
                          [begun](Result<void> done) { begun.resolve(std::move(done)); });
  CO_TRY(co_await begun);
  Started started;
  started.room = room;
  started.flow = flow->id;
  co_return started;
}

Task<Result<void>> take_up(const CommandParts& parts, RoomId room) {
  const RoomViewPtr seen = CO_TRY(co_await parts.views.of(room));
  const FlowRecord* flow = seen->latest_flow();
  if (!flow || flow->state == FlowState::kFinished) co_return nothing_to_resume(room);
  const Result<void> agreed = check_endpoints(room, *flow, parts.models);
  if (!agreed && !parts.is_served(room)) co_return std::unexpected(agreed.error());
  if (agreed) parts.enters(room);
  const Later<Result<void>> woken;
  parts.engine.resume(room, Anyway::kNo,
                      [woken](Result<void> resumed) { woken.resolve(std::move(resumed)); });
  co_return co_await woken;
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
