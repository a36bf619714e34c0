// A project in a room of its own, and the way back to the room that it came from (C-53).
#pragma once

#include <string>

#include "flows/conversation/conversation.h"

namespace fm {

// The active project goes on in a room of its own (C-53), where the work begins at once if the
// person approved it with that. Here it ends, and is told what comes of it.
enum class Begins { kNo, kYes };
Flow<Nothing> move_to_own_room(FlowHandle flow, Begins begins);
// Whether this room is the active project's own.
bool has_own_room(const FlowHandle& flow);

// In a room that was made for a project: tells the room that it came from how it stands, and shows
// there what it came to. Elsewhere it does nothing. `what` follows the project's name.
enum class Shows { kNothing, kResult };
Flow<Nothing> report_back(FlowHandle flow, std::string what, Shows shows = Shows::kNothing);

}  // namespace fm
