// RoomTurns: the performer of all turns; each is spoken with what its room is worked on with.
//
// A turn that is under way keeps its client's settings until it is over, though the client leave.
// Loop thread; owned by the wiring, outlives the engine.
#pragma once

#include <functional>
#include <memory>

#include "app/wiring/client_settings.h"
#include "engine/flow/effect.h"
#include "team/room/room.h"

namespace fm {

class RoomTurns final : public Performer {
 public:
  // `of` gives the settings of a room, `over` is told when some may not be needed any more.
  RoomTurns(std::function<std::shared_ptr<ClientSettings>(const RoomId&, const RoomView&)> of,
            std::function<void()> over)
      : of_(std::move(of)), over_(std::move(over)) {}

  EffectClass effect_class() const override { return EffectClass::kRepeatable; }
  std::vector<NewEvent> announce(const EffectCall& call) override;
  Task<Performed> begin(EffectCall call, const Fold& view) override;

 private:
  const std::function<std::shared_ptr<ClientSettings>(const RoomId&, const RoomView&)> of_;
  const std::function<void()> over_;
};

}  // namespace fm
