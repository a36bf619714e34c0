// Bringing a task's worktree back to one of its snapshots, where nobody works in it.
#pragma once

#include "app/commands/command_parts.h"

namespace fm {

// Errors: those of Service::rewind().
Task<Result<LaneHistory>> rewind_lane(const CommandParts& parts, Caller caller, RoomId room,
                                      RewindRequest request);

}  // namespace fm
