// Going on with what is unfinished in a room, and ending it.
#pragma once

#include <string>

#include "app/commands/command_parts.h"

namespace fm {

// Where it is asked how the room shall go on: whether that is the answer, or left open.
enum class GoOnAsked { kAnswered, kLeft };

// Errors: those of Service::resume().
Task<Result<Started>> go_on(const CommandParts& parts, Caller caller, RoomId room,
                            ResumeForce force, GoOnAsked asked);

// Errors: those of Service::begin_anew().
Task<Result<Started>> begin_anew(const CommandParts& parts, Caller caller, RoomId room,
                                 ResumeForce force);

// Goes on for somebody who watches the room and whose owner is gone; no question is answered, and
// no model asked at another place. Errors: those of Service::resume().
Task<Result<void>> take_up(const CommandParts& parts, RoomId room);

// Whether the models of a flow are reached where they were. Error: endpoint_changed.
Result<void> check_endpoints(const RoomId& room, const FlowRecord& flow, ModelCatalog& models);

// Errors: those of Service::cancel().
Task<Result<EventPtr>> cancel_flow(const CommandParts& parts, Caller caller, RoomId room,
                                   std::string why);

}  // namespace fm
