// The room that a person means: by its name, by a beginning that only one room has, or, with no
// name at all, the newest of the folder. Pure.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/service.h"

namespace fm::cli {

// `rooms` newest first. Errors: room_unknown (with the nearest name), room_ambiguous.
Result<RoomSummary> find_room(const std::vector<RoomSummary>& rooms, std::string_view said);

// The newest of `folder` that `fits`. Errors: `none`.
Result<RoomSummary> newest_room(const std::vector<RoomSummary>& rooms, std::string_view folder,
                                const std::function<bool(const RoomSummary&)>& fits,
                                const Error& none);

}  // namespace fm::cli
