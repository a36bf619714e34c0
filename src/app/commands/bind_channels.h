// Binding channels to rooms, and taking them away again (C-51).
#pragma once

#include <vector>

#include "app/commands/command_parts.h"

namespace fm {

// Errors: those of Service::bind().
Task<Result<std::vector<Bound>>> bind_channels(const CommandParts& parts, Caller caller,
                                               RoomId room, std::vector<Channel> channels);

// Errors: those of Service::unbind().
Task<Result<EventPtr>> unbind_channel(const CommandParts& parts, Caller caller, RoomId room,
                                      Channel channel);

}  // namespace fm
