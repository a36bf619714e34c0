#include "app/queries/rooms.h"

#include <exception>
#include <utility>

#include "app/queries/pages.h"
#include "engine/runtime/event_memory.h"
#include "engine/runtime/kept_room.h"
#include "team/room/room_codec.h"

namespace fm {
namespace {

constexpr std::size_t kPage = 500;

// As it was kept last; nothing where it was not, or not by this version.
FoldedRoom kept_room(JournalReader& reader, const RoomId& room) {
  const FoldFactory folds = [] { return std::make_unique<RoomView>(); };
  const auto kept_folds = reader.folds(room);  // what cannot be read says so where the room is read
  for (const KeptFold& one : kept_folds.value_or(std::vector<KeptFold>())) {
    const auto kept = read_kept(one, folds);
    if (!kept) continue;
    if (auto view = room_from_json(kept->fold))
      return {std::make_shared<const RoomView>(std::move(*view)),
              static_cast<std::size_t>(kept->past.bytes)};
  }
  return {};
}

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
  if (!before.view) before = kept_room(reader, room);
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
