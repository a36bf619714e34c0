// How the engine begins anew what cannot go on (room_anew.cc).

#include "engine/runtime/engine_anew.h"

#include "engine/runtime/engine.h"
#include "engine/runtime/room_runtime.h"

namespace fm {

Error not_paused(const RoomId& room) {
  return {"not_paused", "Room " + room.value + " can go on as it is.",
          "Nothing in it has failed or diverged.", "Go on with it: folkmoot resume " + room.value};
}

void Engine::begin_anew(const RoomId& room, By by,
                        std::move_only_function<void(Result<void>)> done) {
  auto open = open_.find(room);
  if (open == open_.end() || open->second.flows.empty()) {
    done(fail("nothing_to_resume", "Nothing is unfinished in room " + room.value + ".", "",
              "See the rooms with `folkmoot room list`, or start something new."));
    return;
  }
  activate(room, Anyway::kYes,
           [by = std::move(by), room, done = std::move(done)](Result<RoomRuntime*> active) mutable {
             if (!active) return done(std::unexpected(active.error()));
             if (!(*active)->has_paused()) return done(std::unexpected(not_paused(room)));
             (*active)->begin_anew(by, std::move(done));
           });
}

void Engine::read_left(const RoomId& room, std::move_only_function<void(Result<RoomPast>)> done) {
  const auto active = rooms_.find(room);
  const RoomSeq upto = active == rooms_.end() ? RoomSeq{} : active->second->state().head();
  if (active != rooms_.end()) active->second->hold();
  reading_.run(read_room_left(journal_, pool_, room, upto, fold_),
               [this, room, done = std::move(done)](Result<RoomPast> past) mutable {
                 done(std::move(past));
                 if (auto held = rooms_.find(room); held != rooms_.end()) held->second->release();
               });
}

std::vector<std::string> Engine::anew_gates(const RoomId& room, const FlowId& flow) const {
  std::vector<std::string> gates;
  if (auto open = open_.find(room); open != open_.end())
    for (const auto& [id, gate] : open->second.gates)
      if (gate.anew && gate.flow == flow) gates.push_back(id);
  return gates;
}

std::vector<OpenRow> Engine::waiting(const RoomId& room, const FlowId& flow) const {
  std::vector<OpenRow> rows;
  const auto add = [&](OpenKind kind, std::string id) {
    OpenRow& row = rows.emplace_back();
    row.kind = kind;
    row.room = room;
    row.id = std::move(id);
  };
  if (auto open = open_.find(room); open != open_.end())
    for (const auto& [id, gate] : open->second.gates)
      if (gate.flow == flow) add(OpenKind::kGate, id);
  for (const auto& [key, due] : armed_)
    if (std::get<0>(key) == room && std::get<1>(key) == flow)
      add(OpenKind::kTimer, flow.value + " " + std::get<2>(key).value);
  return rows;
}

}  // namespace fm
