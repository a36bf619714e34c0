#include "app/commands/move_room.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace fm {

Task<Result<std::vector<RoomId>>> move_room(const CommandParts& parts, Caller caller, RoomId room,
                                            std::string folder) {
  const std::vector<RoomRow> rooms = CO_TRY(co_await rooms_now(parts));
  const auto named = std::ranges::find(rooms, room, &RoomRow::id);
  if (named == rooms.end())
    co_return fail("room_unknown", "There is no room " + room.value + ".", "",
                   "See the rooms with `folkmoot room list --all`.");
  const std::string from = named->folder;
  std::error_code failed;
  const bool all = !std::filesystem::exists(from, failed);
  std::vector<RoomId> moved;
  for (const RoomRow& row : rooms) {
    const bool goes = row.id == room || (all && row.folder == from);
    if (!goes || row.folder == folder) continue;
    NewEvent event;
    event.kind = "room.moved";
    event.by = caller.who;
    event.body = {{"folder", folder}, {"from", row.folder}};
    CO_TRY(co_await append_event(parts, row.id, std::move(event)));
    moved.push_back(row.id);
  }
  co_return moved;
}

}  // namespace fm
