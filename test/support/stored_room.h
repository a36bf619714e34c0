// A told room as a real store, for commands that look at what another process has written.
#pragma once

#include <string>

#include "test/support/room_script.h"

namespace fm::testing {

// Writes the room's events into the store in `folder`, which is made, with the questions that are
// open at its end. The room belongs to `in_folder`. Throws when the store does not take it.
void store_room(const std::string& folder, const RoomScript& script, const std::string& in_folder);

}  // namespace fm::testing
