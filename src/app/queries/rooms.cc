#include "app/queries/rooms.h"

#include <exception>
#include <utility>

#include "app/queries/pages.h"
#include "engine/runtime/event_memory.h"

namespace fm {
namespace {

constexpr std::size_t kPage = 500;

}  // namespace

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

Result<FoldedRoom> fold_on(JournalReader& reader, const RoomId& room, FoldedRoom before) {
  auto page = TRY(reader.read(room, before.view ? before.view->head : RoomSeq{0}, kPage));
  if (before.view && page.empty()) return before;
  const auto view =
      before.view ? std::make_shared<RoomView>(*before.view) : std::make_shared<RoomView>();
  std::size_t bytes = before.bytes;
  for (;;) {
    try {
      for (const EventPtr& event : page) {
        view->apply(*event);
        bytes += memory_of(*event);
      }
    } catch (const std::exception& bug) {  // a bug stops one room (idea 11)
      return fail("internal_error", "Something in this program went wrong.", bug.what(), "");
    }
    if (page.size() < kPage) return FoldedRoom{view, bytes};
    page = TRY(reader.read(room, view->head, kPage));
  }
}

Result<Page<RoomSummary>> room_page(JournalReader& reader, const RoomsQuery& query) {
  std::vector<RoomSummary> rooms;
  for (const RoomRow& row : TRY(reader.rooms()))
    if (!query.folder || row.folder == *query.folder) rooms.push_back(summary_of(row));
  return page_of(std::move(rooms), query.page, [](const RoomSummary& room) {
    return NewestFirst{room.updated_at, room.id.value};
  });
}

}  // namespace fm
