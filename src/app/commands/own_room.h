// The effects of a room of its own (C-53): making it, and telling the former room what came of it.
//
// Both are repeatable: done again after a crash they find what they did. The engine that runs them
// is told afterwards (use()), since it is made of its performers. Rooms are read in the pool.
#pragma once

#include "engine/flow/effect.h"
#include "engine/runtime/engine.h"
#include "loop/loop.h"
#include "loop/pool_scope.h"

namespace fm {

// "own_room" {project, begins?}: makes the room, with what was said in the project, and starts its
// conversation there with the cast of the one that asks. Value: {room, project}, as the new room
// calls it. Errors: project_unknown, room_exists, those of the journal.
class OwnRoomPerformer final : public Performer {
 public:
  OwnRoomPerformer(Loop& loop, Journal& journal) : journal_(journal), pool_(loop) {}
  void use(Engine& engine) { engine_ = &engine; }

  EffectClass effect_class() const override { return EffectClass::kRepeatable; }
  std::vector<NewEvent> announce(const EffectCall&) override { return {}; }
  Task<Performed> begin(EffectCall call, const Fold& view) override;

 private:
  Journal& journal_;
  Engine* engine_ = nullptr;  // not owned
  PoolScope pool_;
};

// "report_back" {room, project, line, message?}: says the line in that room, in that project, and
// shows the message of this room after it. Nobody there is woken by it.
class ReportBackPerformer final : public Performer {
 public:
  void use(Engine& engine) { engine_ = &engine; }

  EffectClass effect_class() const override { return EffectClass::kRepeatable; }
  std::vector<NewEvent> announce(const EffectCall&) override { return {}; }
  Task<Performed> begin(EffectCall call, const Fold& view) override;

 private:
  Engine* engine_ = nullptr;  // not owned
};

}  // namespace fm
