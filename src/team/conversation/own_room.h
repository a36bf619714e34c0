// A project that goes on in a room of its own (C-53): what of its room goes along.
//
// Everything that was said, asked, answered, voted and decided in it, its briefs and its phases go
// along as they were, so that the team there knows all of it. Turns with their costs, gates and
// files stay where they were made. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "engine/log/event.h"
#include "team/room/project.h"
#include "team/room/room.h"

namespace fm {

struct OwnRoomMove {
  ProjectId project;    // as the room calls it that it leaves
  ProjectId as;         // as the new room does
  bool begins = false;  // the person approved its brief with the move, so that the work begins
};

// What the new room begins with, after its first event: `events` are all of the former room's, in
// order, `before` is what they add up to. The last ones link it back and say where it came from.
std::vector<NewEvent> own_room_events(const std::vector<EventPtr>& events, const RoomView& before,
                                      const OwnRoomMove& move);

// A link to another room of the store: `into` where a project went, else where it came from.
NewEvent room_linked(const ProjectId& project, const RoomLink& link);

// The title of such a room.
std::string own_room_title(const Project& project);

}  // namespace fm
