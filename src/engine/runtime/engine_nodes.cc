// The engine beside other nodes: what they write, and rooms that they take over.

#include "engine/runtime/engine.h"
#include "engine/runtime/room_runtime.h"

namespace fm {
namespace {

constexpr Millis kLookForOthers{1'000};

}  // namespace

void Engine::came(const RoomId& room, const std::vector<EventPtr>& events) {
  bool is_said = false;
  for (const EventPtr& event : events) {
    is_said = is_said || is_input(*event);
    if (event->kind != "gate.answered") continue;
    Append rows;  // the store has closed these
    rows.room = room;
    rows.closed.emplace_back(OpenKind::kGate, event->text("gate"));
    note_rows(rows);
    disarm(room, event->flow, event->place);
  }
  give_on(room, events);
  if (is_said) try_again(room, [](const Result<void>&) {});  // what stands paused there
  const auto active = rooms_.find(room);
  if (active == rooms_.end()) {
    const auto open = open_.find(room);
    if (open != open_.end() && !open->second.flows.empty())
      activate(room, Anyway::kNo, [](Result<RoomRuntime*>) {});
    return;
  }
  for (const EventPtr& event : events)
    if (event->kind == "gate.answered") active->second->answered(event);
}

void Engine::lost(const RoomId& room, const Error& why) {
  std::erase_if(resting_, [&](const RestingRoom& one) { return one.room == room; });
  rooms_.erase(room);  // and all that it does; what it has not committed was never told
  if (loading_.contains(room)) not_loaded(room, why);
  is_innocent(room);
  if (why.code == "head_moved") return activate(room, Anyway::kNo, [](Result<RoomRuntime*>) {});
  bus_.lost(room, why);
  bus_.idle(room);
}

void Engine::look_after(const RoomId& room) {
  if (rooms_.contains(room) || loading_.contains(room)) return;
  read_rows(room, [this, room](const Result<void>& read) {
    const auto open = open_.find(room);
    if (read && open != open_.end() && !open->second.flows.empty())
      activate(room, Anyway::kNo, [](Result<RoomRuntime*>) {});
  });
}

void Engine::read_rows(const RoomId& room, std::move_only_function<void(Result<void>)> done) {
  journal_.read_open(room, [this, alive = std::weak_ptr(alive_), room,
                            done = std::move(done)](Result<std::vector<OpenRow>> rows) mutable {
    if (!alive.lock()) return;
    if (!rows) return done(std::unexpected(rows.error()));
    open_.erase(room);
    std::vector<std::pair<FlowId, StepPath>> armed;
    for (const auto& [key, due] : armed_)
      if (std::get<0>(key) == room) armed.emplace_back(std::get<1>(key), std::get<2>(key));
    for (const auto& [flow, place] : armed) disarm(room, flow, place);
    for (const OpenRow& row : *rows) note_row(row);
    done({});
  });
}

// What was written by others is told, as a rule; what was not told is found all the same.
void Engine::look_now_and_then() {
  looking_ = loop_.after(kLookForOthers, [this] {
    logs_.look_at_all();
    look_now_and_then();
  });
}

}  // namespace fm
