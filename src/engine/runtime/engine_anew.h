// What is said to whoever asks for a room to be begun anew that can go on as it is. Said before the
// room is woken where its log shows it, and by the engine where only a replay does. A value.
#pragma once

#include "base/ids.h"
#include "base/result.h"

namespace fm {

Error not_paused(const RoomId& room);

}  // namespace fm
