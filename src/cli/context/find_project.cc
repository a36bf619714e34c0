#include "cli/context/find_project.h"

#include <optional>
#include <utility>

#include "cli/context/find_room.h"
#include "cli/context/wait_for.h"

namespace fm::cli {
namespace {

Result<RoomViewPtr> view_of(Service& service, const RoomId& room, const Context& context) {
  return wait_for<RoomViewPtr>(context.loop,
                               [&](auto done) { service.room(room, std::move(done)); });
}

// The newest room of the folder that has a project, if any has.
Result<std::optional<RoomId>> newest_with_project(Service& service, const Context& context) {
  const auto page = TRY(wait_for<Page<ProjectEntry>>(context.loop, [&](auto done) {
    service.projects({.folder = context.folder, .room = {}, .page = {.cursor = {}, .limit = 1}},
                     std::move(done));
  }));
  return page.items.empty() ? std::nullopt : std::optional(page.items.front().room);
}

Result<RoomViewPtr> room_with_project(Service& service, const std::vector<RoomSummary>& rooms,
                                      const Context& context) {
  const Error none{"room_unknown", "There is no room of this folder yet.", "",
                   "Begin one with `folkmoot`, or name one of another folder with --room."};
  const auto all = [](const RoomSummary&) { return true; };
  const auto found = newest_room(rooms, context.folder, all, none);
  if (!found) return std::unexpected(none_here(service, context, found.error()));
  const RoomSummary newest = *found;
  RoomViewPtr view = TRY(view_of(service, newest.id, context));
  if (!view->projects.all.empty()) return view;
  const auto other = TRY(newest_with_project(service, context));
  return other ? view_of(service, *other, context) : view;
}

}  // namespace

Result<RoomViewPtr> look_at_room(const std::string& said, const Context& context) {
  const OpenedService opened = TRY(look_at_store(context));
  Service& service = *opened.service;
  const std::vector<RoomSummary> rooms = TRY(all_rooms(service, context.loop));
  if (said.empty()) return room_with_project(service, rooms, context);
  const RoomSummary found = TRY(find_room(rooms, said));
  return view_of(service, found.id, context);
}

Result<SeenProject> look_at_project(const ProjectTarget& target, const Context& context) {
  RoomViewPtr room = TRY(look_at_room(target.room, context));
  ProjectId id = TRY(choose_project(room->projects, {target.project}))->id;
  return SeenProject{std::move(room), std::move(id)};
}

}  // namespace fm::cli
