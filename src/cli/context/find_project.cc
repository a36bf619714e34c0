#include "cli/context/find_project.h"

#include <algorithm>
#include <set>
#include <utility>

#include "app/queries/rooms.h"
#include "cli/context/find_room.h"
#include "cli/context/look.h"
#include "team/room/project_status.h"

namespace fm::cli {
namespace {

Result<RoomView> room_with_project(JournalReader& reader, const std::vector<RoomSummary>& rooms,
                                   const Context& context) {
  const Error none{"room_unknown", "There is no room of this folder yet.", "",
                   "Begin one with `folkmoot`, or name one of another folder with --room."};
  const auto all = [](const RoomSummary&) { return true; };
  const RoomSummary newest = TRY(newest_room(rooms, context.folder, all, none));
  RoomView view = TRY(fold_room(reader, newest.id));
  if (!view.projects.all.empty()) return view;
  // Only now is it worth while to go through the whole log, once for all rooms.
  std::set<RoomId> with;
  for (const EventPtr& event : TRY(reader.of_kind("project.created", {0})))
    with.insert(event->room);
  const auto fits = [&](const RoomSummary& room) { return with.contains(room.id); };
  const auto found = newest_room(rooms, context.folder, fits, none);
  if (!found) return view;
  return fold_room(reader, found->id);
}

}  // namespace

Result<RoomView> look_at_room(const std::string& said, const Context& context) {
  const auto reader = TRY(look_at_store(context));
  const std::vector<RoomSummary> rooms = summaries(TRY(reader->rooms()));
  if (said.empty()) return room_with_project(*reader, rooms, context);
  const RoomSummary found = TRY(find_room(rooms, said));
  return fold_room(*reader, found.id);
}

Result<SeenProject> look_at_project(const ProjectTarget& target, const Context& context) {
  RoomView room = TRY(look_at_room(target.room, context));
  ProjectId id = TRY(choose_project(room.projects, {target.project}))->id;
  return SeenProject{std::move(room), std::move(id)};
}

}  // namespace fm::cli
