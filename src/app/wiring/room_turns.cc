#include "app/wiring/room_turns.h"

#include <utility>

#include "model/catalog/catalog.h"

namespace fm {
namespace {

// Of all that it holds the turn ends first.
Task<Performed> keeping(std::shared_ptr<void> /*settings*/, Task<Performed> turn) {
  co_return co_await std::move(turn);
}

Task<Performed> ready(Performed performed) { co_return performed; }

Error settings_left() {
  return {std::string(kModelKeyLeft),
          "What this room was worked on with left with the terminal that brought it.", "",
          "Go on in a terminal that has the key: folkmoot resume"};
}

}  // namespace

std::vector<NewEvent> RoomTurns::announce(const EffectCall& call) { return announced(call); }

Task<Performed> RoomTurns::begin(EffectCall call, const Fold& view) {
  const Shared settings = of_(call.room, static_cast<const RoomView&>(view));
  if (!settings) return ready(left_without_key(call, settings_left()));
  Task<Performed> turn = settings->turns().begin(std::move(call), view);
  // Not destroyed from inside of what it does: whoever keeps the list looks at it later.
  return keeping(keep_(settings), std::move(turn));
}

}  // namespace fm
