// A room's fold written down, so that a room is opened by its newest events and not by its past.
//
// For the engine's snapshots (engine/flow/fold.h). They can be dropped at any time: the log makes
// them again.
#pragma once

#include "engine/flow/fold.h"

namespace fm {

// Raise it whenever the same events fold to another RoomView than before. Its shape is in the
// format by itself.
inline constexpr std::uint64_t kRoomFoldVersion = 1;

FoldFactory room_folds();

}  // namespace fm
