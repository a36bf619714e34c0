#include "app/commands/forget.h"

#include "app/queries/memory.h"
#include "team/room/project_events.h"
#include "team/room/project_status.h"

namespace fm {

Task<Result<EventPtr>> forget_project(const CommandParts& parts, Caller caller, RoomId room,
                                      ProjectId project) {
  const RoomViewPtr seen = CO_TRY(co_await parts.views.of(room));
  const Project* found = CO_TRY(choose_project(seen->projects, project));
  if (!is_remembered(*found)) co_return std::unexpected(memory_unknown(project.value));
  co_return co_await append_event(parts, room, memory_deleted(project, caller.who));
}

}  // namespace fm
