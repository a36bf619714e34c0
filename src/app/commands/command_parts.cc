#include "app/commands/command_parts.h"

#include <utility>

#include "engine/flow/task_scope.h"

namespace fm {

Task<Result<std::vector<RoomRow>>> rooms_now(const CommandParts& parts) {
  co_return co_await in_pool(parts.pool,
                             [&reader = parts.journal.reader()] { return reader.rooms(); });
}

Task<Result<EventPtr>> append_event(const CommandParts& parts, RoomId room, NewEvent event) {
  event.at = parts.loop.clock().now();
  Append append;
  append.room = std::move(room);
  append.events.push_back(std::move(event));
  const Later<Result<EventPtr>> done;
  parts.engine.append(std::move(append), [done](const Result<Appended>& appended) {
    if (appended)
      done.resolve(appended->events.front());
    else
      done.resolve(std::unexpected(appended.error()));
  });
  co_return co_await done;
}

Task<Result<EventPtr>> warn_room(const CommandParts& parts, RoomId room, Error what) {
  CO_TRY(co_await parts.views.of(room));
  NewEvent event;
  event.kind = "warning";
  event.body = to_json(what);
  co_return co_await append_event(parts, std::move(room), std::move(event));
}

NewEvent message_of(const Caller& caller, const std::string& text, const std::string& client_id,
                    const RoomId& room, UtcMs now) {
  NewEvent event;
  event.kind = "message.posted";
  event.by = caller.who;
  event.at = now;
  event.client_id = client_id;
  event.body["id"] = derived_id('m', FlowId{room.value}, "/input/" + client_id);
  event.body["from"] = caller.who.id;
  event.body["to"] = "team";
  event.body["kind"] = "user";
  event.body["marker"] = "discussion";
  event.body["text"] = text;
  event.body["client_id"] = client_id;
  return event;
}

}  // namespace fm
