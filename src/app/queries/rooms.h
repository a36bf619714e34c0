// What the service tells of rooms, from their rows and their events.
#pragma once

#include <vector>

#include "app/service.h"
#include "engine/log/sqlite_journal.h"

namespace fm {

// So many ends of the process in a row, without a step forward, set a room aside.
inline constexpr int kQuarantineAfter = 3;

RoomSummary summary_of(const RoomRow& row);
Result<RoomView> fold_room(const std::vector<EventPtr>& events);
Result<RoomView> fold_room(JournalReader& reader, const RoomId& room);  // page by page

}  // namespace fm
