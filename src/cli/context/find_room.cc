#include "cli/context/find_room.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/queries/moved_rooms.h"
#include "cli/args/nearest.h"
#include "cli/context/wait_for.h"

namespace fm::cli {

Result<RoomSummary> find_room(const std::vector<RoomSummary>& rooms, std::string_view said) {
  std::vector<const RoomSummary*> beginning;
  std::vector<std::string> names;
  for (const RoomSummary& room : rooms) {
    if (room.id.value == said) return room;
    if (room.id.value.starts_with(said)) beginning.push_back(&room);
    names.push_back(room.id.value);
  }
  if (beginning.size() == 1) return *beginning.front();
  if (beginning.size() > 1) {
    std::string some;
    for (std::size_t i = 0; i < std::min<std::size_t>(beginning.size(), 5); ++i)
      some += (some.empty() ? "" : ", ") + beginning[i]->id.value;
    return fail("room_ambiguous",
                fmt::format("\"{}\" is the beginning of {} rooms.", said, beginning.size()),
                some + (beginning.size() > 5 ? ", ..." : ""), "Give more of the name.");
  }
  const auto near = nearest(said, names);
  return fail("room_unknown", fmt::format("There is no room \"{}\".", said), "",
              near ? fmt::format("Did you mean {}?", *near)
                   : "See the rooms with: folkmoot room list --all");
}

Result<RoomSummary> newest_room(const std::vector<RoomSummary>& rooms, std::string_view folder,
                                const std::function<bool(const RoomSummary&)>& fits,
                                const Error& none) {
  const auto found = std::ranges::find_if(
      rooms, [&](const RoomSummary& room) { return room.folder == folder && fits(room); });
  if (found == rooms.end()) return std::unexpected(none);
  return *found;
}

Error none_here(Service& service, const Context& context, Error none) {
  const auto elsewhere = wait_for<std::vector<RoomElsewhere>>(
      context.loop, [&](auto done) { service.rooms_elsewhere(context.folder, std::move(done)); });
  if (!elsewhere) return none;
  const auto moved = std::ranges::find(*elsewhere, true, &RoomElsewhere::moved);
  return moved == elsewhere->end() ? none : folder_moved(moved->room);
}

void tell_if_moved(Service& service, const Context& context) {
  const Error told = none_here(service, context, {});
  if (!told.code.empty()) report_notice(told, context);
}

Result<RoomId> room_named(Service& service, std::string_view said, Loop& loop) {
  const auto rooms = TRY(all_rooms(service, loop));
  return TRY(find_room(rooms, said)).id;
}

}  // namespace fm::cli
