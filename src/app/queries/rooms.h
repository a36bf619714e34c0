// What the service tells of rooms, from their rows and their events. Blocks on the store.
#pragma once

#include <cstddef>
#include <vector>

#include "app/service_answers.h"
#include "engine/log/journal_reader.h"

namespace fm {

// So many ends of the process in a row, without a step forward, set a room aside.
inline constexpr int kQuarantineAfter = 3;

RoomSummary summary_of(const RoomRow& row);

Result<RoomView> fold_room(const std::vector<EventPtr>& events);

// A room as it is, and about what it takes in memory.
struct FoldedRoom {
  RoomViewPtr view;
  std::size_t bytes = 0;
};

// What `before` becomes by the events after it; `before` itself where there are none. Its view may
// be null: then from the newest kept fold on, or the whole log.
Result<FoldedRoom> fold_on(JournalReader& reader, const RoomId& room, FoldedRoom before = {});

// Newest first.
Result<Page<RoomSummary>> room_page(JournalReader& reader, const RoomsQuery& query);

}  // namespace fm
