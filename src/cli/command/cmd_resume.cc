// folkmoot resume [ROOM]
#include "cli/command/commands.h"
#include "cli/context/find_room.h"
#include "cli/context/wait_for.h"
#include "cli/session/unheard.h"
#include "cli/session/watch_room.h"

namespace fm::cli {
namespace {

bool is_unfinished(const RoomSummary& room) {
  return room.state == "working" || room.state == "waiting" || room.state == "paused" ||
         room.state == "quarantined";
}

Result<RoomId> room_to_resume(Service& service, const std::string& said, const Context& context) {
  const auto rooms = TRY(all_rooms(service, context.loop));
  if (!said.empty()) return TRY(find_room(rooms, said)).id;
  const Error none{"nothing_to_resume", "No discussion of this folder is unfinished.", "",
                   "Name a room (folkmoot room list --all shows them), or begin one: folkmoot "
                   "ideate \"a topic\""};
  const auto newest = newest_room(rooms, context.folder, is_unfinished, none);
  if (!newest) return std::unexpected(none_here(service, context, newest.error()));
  return newest->id;
}

}  // namespace

int run(const ResumeArgs& args, Context& context) {
  OpenRequest to_open = context.to_open("resume");
  to_open.record = context.absolute(args.record);
  to_open.replay = context.absolute(args.replay);
  auto opened = context.backend.open(to_open, context.loop);
  if (!opened) return report(opened.error(), context);
  const auto room = room_to_resume(*opened->service, args.room, context);
  if (!room) return report(room.error(), context);
  // Before it goes on: what an answered question tries again by itself is not said once more.
  const auto view = wait_for<RoomViewPtr>(
      context.loop, [&](auto done) { opened->service->room(*room, std::move(done)); });
  if (!view) return report(view.error(), context);
  auto started = wait_for<Started>(context.loop, [&](auto done) {
    const ResumeForce force = args.force ? ResumeForce::kYes : ResumeForce::kNo;
    if (args.anew)
      opened->service->begin_anew(caller_of(*opened), *room, force, std::move(done));
    else
      opened->service->resume(caller_of(*opened), *room, force, std::move(done));
  });
  if (!started) return report(started.error(), context);
  const FlowRecord* flow = (*view)->latest_flow();
  if (flow == nullptr || flow->name != "chat")
    return watch_room(*opened, *started, {.plain = args.plain, .resumed = true}, context);
  // What a conversation could not hear is tried again; a person who sits there goes on from there.
  NoLines nothing;
  const std::string again = words_to_try_again(**view);
  const bool interactive = context.terminal.is_interactive() && !context.json();
  return watch_room(*opened, *started,
                    {.plain = args.plain,
                     .resumed = true,
                     .mode = Mode::kConversation,
                     .lines = interactive ? nullptr : &nothing,
                     .first = again,
                     .rest_first = true},
                    context);
}

}  // namespace fm::cli
