#include "app/queries/room_views.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace fm {
void RoomViews::view(const RoomId& room, Done<RoomViewPtr> done) {
  if (engine_ != nullptr)
    if (const auto now = engine_->look(room))
      return done(std::static_pointer_cast<const RoomView>(now->fold));
  FoldedRoom before;
  if (const auto kept = kept_.find(room); kept != kept_.end()) before = kept->second.room;
  const auto now = std::make_shared<Result<FoldedRoom>>();
  pool_.run([this, room, before, now] { *now = fold_on(reader_, room, before); },
            [this, room, now, done = std::move(done)] {
              if (!*now) return done(std::unexpected(now->error()));
              keep(room, **now);
              done((*now)->view);
            });
}

Task<Result<RoomViewPtr>> RoomViews::of(RoomId room) {
  const Later<Result<RoomViewPtr>> seen;
  view(room, [seen](Result<RoomViewPtr> view) { seen.resolve(std::move(view)); });
  co_return co_await seen;
}

void RoomViews::keep(const RoomId& room, const FoldedRoom& now) {
  if (now.view->head.value == 0) return;
  Kept& kept = kept_[room];
  kept.used = ++uses_;
  if (kept.room.view != nullptr && kept.room.view->head >= now.view->head) return;
  bytes_ += now.bytes - kept.room.bytes;
  kept.room = now;
  while (bytes_ > most_ && kept_.size() > 1) {
    const auto oldest =
        std::ranges::min_element(kept_, {}, [](const auto& one) { return one.second.used; });
    bytes_ -= oldest->second.room.bytes;
    kept_.erase(oldest);
  }
}

Result<RoomViewPtr> known_room(Result<RoomViewPtr> seen, const RoomId& room) {
  if (seen && (*seen)->head.value == 0)
    return fail("room_unknown", "There is no room " + room.value + ".", "",
                "See the rooms with `folkmoot room list --all`.");
  return seen;
}

}  // namespace fm
