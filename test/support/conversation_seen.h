// What a talk script sees of a room: where its project stands, its gates and warnings, and whether
// the phases of its log changed as they may.
//
// Pure functions of a view or of the log, for tests.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/log/event.h"
#include "team/room/room.h"

namespace fm::testing {

std::string gates_of(const RoomView& view);     // types of the open ones
std::string warnings_of(const RoomView& view);  // codes

// A line "see WHAT ...: REST" about the active project; what is wrong with it, if anything.
std::optional<std::string> see_project(const RoomView& view, const std::vector<std::string>& words,
                                       const std::string& rest);

// A field of what the newest gate of this type shows (C-42).
std::string checkpoint(const std::vector<EventPtr>& events, std::string_view type,
                       std::string_view field);

// Changes that the table does not have, that begin elsewhere than where the project stands, or that
// the system does not announce right away (C-46a).
std::vector<std::string> faulty_changes(const std::vector<EventPtr>& events);

}  // namespace fm::testing
