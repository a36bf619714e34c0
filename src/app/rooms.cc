#include "app/rooms.h"

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

}  // namespace fm
