// Taking along what a project's agents built (S-11, S-13).
#pragma once

#include "app/commands/command_parts.h"

namespace fm {

// Errors: those of Service::hand_over().
Task<Result<HandedOver>> hand_over(const CommandParts& parts, Caller caller, RoomId room,
                                   HandOverRequest request);

}  // namespace fm
