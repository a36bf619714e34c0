// The ideas of a room, folded from its events: the part of RoomView that a discussion fills (I-5).
#pragma once

#include "team/room/room.h"

namespace fm {

// Takes the events of ideas and their choice; any other leaves the view as it is.
void fold_ideas(RoomView& view, const Event& event);

}  // namespace fm
