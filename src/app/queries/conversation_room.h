// Where a person of a folder talks (C-1).
#pragma once

#include <string_view>
#include <vector>

#include "app/queries/room_views.h"
#include "app/service_requests.h"
#include "engine/flow/task.h"
#include "engine/log/journal.h"

namespace fm {

inline constexpr std::string_view kGeneralRoom = "general";  // the room of a folder (C-1)

// The room that is named, else the folder's own; null when it has to be made. Errors:
// room_unknown, room_no_conversation.
Task<Result<RoomViewPtr>> room_to_converse_in(std::vector<RoomRow> rooms,
                                              ConversationRoomQuery query, RoomViews& views);

}  // namespace fm
