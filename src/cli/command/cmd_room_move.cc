// folkmoot room move ROOM
#include <fmt/format.h>

#include <vector>

#include "cli/command/commands.h"
#include "cli/context/find_room.h"
#include "cli/context/wait_for.h"

namespace fm::cli {
namespace {

Result<std::vector<RoomId>> move(const RoomMoveArgs& args, Context& context) {
  const OpenedService opened =
      TRY(context.backend.open(context.to_open("room move"), context.loop));
  const RoomId room = TRY(room_named(*opened.service, args.room, context.loop));
  return wait_for<std::vector<RoomId>>(context.loop, [&](auto done) {
    opened.service->move_room(caller_of(opened), room, context.folder, std::move(done));
  });
}

}  // namespace

int run(const RoomMoveArgs& args, Context& context) {
  const auto moved = move(args, context);
  if (!moved) return report(moved.error(), context);
  if (context.json()) {
    JsonArray rooms;
    for (const RoomId& room : *moved) rooms.emplace_back(room.value);
    print_json({{"folder", context.folder}, {"moved", std::move(rooms)}}, context);
    return 0;
  }
  if (context.globals.quiet) return 0;
  if (moved->empty()) print({Line("That room is of this folder already.")}, context);
  for (const RoomId& room : *moved)
    if (!print({Line(fmt::format("Room {} is of this folder now.", room.value))}, context)) break;
  return 0;
}

}  // namespace fm::cli
