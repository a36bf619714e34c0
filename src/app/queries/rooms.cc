#include "app/queries/rooms.h"

namespace fm {

RoomSummary summary_of(const RoomRow& row) {
  RoomSummary room{row.id,         row.title,      row.folder,     row.team,      row.state,
                   row.created_at, row.updated_at, row.head.value, row.open_gates};
  if (row.activations >= kQuarantineAfter) room.state = "quarantined";
  return room;
}

Result<RoomView> fold_room(const std::vector<EventPtr>& events) {
  RoomView view;
  for (const EventPtr& event : events) view.apply(*event);
  return view;
}

Result<RoomView> fold_room(JournalReader& reader, const RoomId& room) {
  constexpr std::size_t kPage = 500;
  RoomView view;
  for (RoomSeq after{0};;) {
    const auto page = TRY(reader.read(room, after, kPage));
    for (const EventPtr& event : page) view.apply(*event);
    if (page.size() < kPage) return view;
    after = page.back()->room_seq;
  }
}

}  // namespace fm
