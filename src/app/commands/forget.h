// Deleting a finished project from the memory of its folder (C-52).
#pragma once

#include "app/commands/command_parts.h"

namespace fm {

// Errors: those of Service::forget().
Task<Result<EventPtr>> forget_project(const CommandParts& parts, Caller caller, RoomId room,
                                      ProjectId project);

}  // namespace fm
