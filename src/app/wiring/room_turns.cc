#include "app/wiring/room_turns.h"

#include <utility>

namespace fm {
namespace {

// Of all that it holds the turn ends first.
Task<Performed> keeping(std::shared_ptr<void> /*settings*/, Task<Performed> turn) {
  co_return co_await std::move(turn);
}

}  // namespace

std::vector<NewEvent> RoomTurns::announce(const EffectCall& call) {
  return of_(call.room, static_cast<const RoomView&>(*call.view))->turns().announce(call);
}

Task<Performed> RoomTurns::begin(EffectCall call, const Fold& view) {
  auto settings = of_(call.room, static_cast<const RoomView&>(view));
  TurnPerformer& turns = settings->turns();
  Task<Performed> turn = turns.begin(std::move(call), view);
  // Not destroyed from inside of what it does: whoever keeps the list looks at it later.
  std::shared_ptr<void> kept(settings.get(), [settings, over = over_](void*) mutable {
    settings.reset();
    over();
  });
  return keeping(std::move(kept), std::move(turn));
}

}  // namespace fm
