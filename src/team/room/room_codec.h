// A room's fold as a kept fold has it (docs/engine.md, "Kept folds"), and back.
//
// Whatever is told of a value stands in its one list of fields; a list that lacks a member does not
// compile. The version below must rise when a list changes in any other way than by this, and when
// apply() makes something else of the same events: a test holds what the stored journals fold to
// against it. Kept folds of another version are left aside, and those rooms are read whole once.
#pragma once

#include <optional>
#include <string_view>

#include "base/json.h"
#include "team/room/room.h"

namespace fm {

inline constexpr int kRoomFoldVersion = 3;

JsonObject to_json(const RoomView& room);

// Nothing where `kept` is not what to_json() of this version tells of some room.
std::optional<RoomView> room_from_json(const Json& kept);

// As they are kept.
std::string_view to_string(TurnState state);
std::string_view to_string(FlowState state);

}  // namespace fm
