// folkmoot resume [ROOM]
#include "cli/command/commands.h"
#include "cli/context/find_room.h"
#include "cli/context/wait_for.h"
#include "cli/session/watch_room.h"

namespace fm::cli {
namespace {

bool is_unfinished(const RoomSummary& room) {
  return room.state == "working" || room.state == "waiting" || room.state == "paused" ||
         room.state == "quarantined";
}

Result<RoomId> room_to_resume(Service& service, const std::string& said, const std::string& folder,
                              Loop& loop) {
  const auto rooms = TRY(all_rooms(service, loop));
  if (!said.empty()) return TRY(find_room(rooms, said)).id;
  const Error none{"nothing_to_resume", "No discussion of this folder is unfinished.", "",
                   "Name a room (folkmoot room list --all shows them), or begin one: folkmoot "
                   "ideate \"a topic\""};
  return TRY(newest_room(rooms, folder, is_unfinished, none)).id;
}

}  // namespace

int run(const ResumeArgs& args, Context& context) {
  OpenRequest to_open = context.to_open("resume");
  to_open.record = context.absolute(args.record);
  to_open.replay = context.absolute(args.replay);
  auto opened = context.backend.open(to_open, context.loop);
  if (!opened) return report(opened.error(), context);
  const auto room = room_to_resume(*opened->service, args.room, context.folder, context.loop);
  if (!room) return report(room.error(), context);
  auto started = wait_for<Started>(context.loop, [&](auto done) {
    const ResumeForce force = args.force ? ResumeForce::kYes : ResumeForce::kNo;
    if (args.anew)
      opened->service->begin_anew(caller_of(*opened), *room, force, std::move(done));
    else
      opened->service->resume(caller_of(*opened), *room, force, std::move(done));
  });
  if (!started) return report(started.error(), context);
  return watch_room(*opened, *started, {.plain = args.plain, .resumed = true}, context);
}

}  // namespace fm::cli
