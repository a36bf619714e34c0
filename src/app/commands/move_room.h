// Taking rooms along when their folder moved.
#pragma once

#include <string>
#include <vector>

#include "app/commands/command_parts.h"

namespace fm {

// Errors: those of Service::move_room().
Task<Result<std::vector<RoomId>>> move_room(const CommandParts& parts, Caller caller, RoomId room,
                                            std::string folder);

}  // namespace fm
