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
  using Shared = std::shared_ptr<ClientSettings>;
  // `of` gives the settings of a room; null: they left, and the turn waits for some. What `keep`
  // gives holds them while a turn is spoken.
  RoomTurns(std::function<Shared(const RoomId&, const RoomView&)> of,
            std::function<std::shared_ptr<void>(Shared)> keep)
      : of_(std::move(of)), keep_(std::move(keep)) {}

  EffectClass effect_class() const override { return EffectClass::kRepeatable; }
  std::vector<NewEvent> announce(const EffectCall& call) override;
  Task<Performed> begin(EffectCall call, const Fold& view) override;

 private:
  const std::function<Shared(const RoomId&, const RoomView&)> of_;
  const std::function<std::shared_ptr<void>(Shared)> keep_;
};

}  // namespace fm
