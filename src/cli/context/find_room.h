// The room that a person means: by its name, by a beginning that only one room has, or, with no
// name at all, the newest of the folder.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/service.h"
#include "cli/context/context.h"
#include "loop/loop.h"

namespace fm::cli {

// `rooms` newest first. Errors: room_unknown (with the nearest name), room_ambiguous.
Result<RoomSummary> find_room(const std::vector<RoomSummary>& rooms, std::string_view said);

// The newest of `folder` that `fits`. Errors: `none`.
Result<RoomSummary> newest_room(const std::vector<RoomSummary>& rooms, std::string_view folder,
                                const std::function<bool(const RoomSummary&)>& fits,
                                const Error& none);

// `none`, or, where the folder's files name a room that was left behind when the folder moved,
// folder_moved with what takes it along.
Error none_here(Service& service, const Context& context, Error none);

// The same for a list that is empty: a notice, where there is something to tell.
void tell_if_moved(Service& service, const Context& context);

// The room of the store that is called so. Errors: those of find_room() and of the store.
Result<RoomId> room_named(Service& service, std::string_view said, Loop& loop);

}  // namespace fm::cli
