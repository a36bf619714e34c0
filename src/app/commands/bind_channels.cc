#include "app/commands/bind_channels.h"

#include <utility>

#include "app/commands/say.h"
#include "app/queries/channel_rooms.h"
#include "app/queries/conversation_room.h"
#include "engine/flow/task_scope.h"

namespace fm {

Task<Result<std::vector<Bound>>> bind_channels(const CommandParts& parts, Caller caller,
                                               RoomId room, std::vector<Channel> channels) {
  auto rooms = CO_TRY(co_await rooms_now(parts));
  CO_TRY(co_await room_to_converse_in(std::move(rooms), {.folder = {}, .room = room.value},
                                      parts.views));
  const ChannelRooms now = CO_TRY(co_await in_pool(
      parts.pool, [&reader = parts.journal.reader()] { return channel_rooms(reader); }));
  Binding binding = binding_to(room, channels, now, caller.who, parts.loop.clock().now());
  // One after the other: the rest is left when one is refused, so a channel may then be bound to
  // no room, and never to two.
  for (Append& append : binding.appends) {
    const Later<Result<void>> done;
    parts.engine.append(std::move(append), [done](const Result<Appended>& appended) {
      done.resolve(appended ? Result<void>() : std::unexpected(appended.error()));
    });
    CO_TRY(co_await done);
  }
  co_return std::move(binding.channels);
}

Task<Result<EventPtr>> unbind_channel(const CommandParts& parts, Caller caller, RoomId room,
                                      Channel channel) {
  if (channel.is_terminal())
    co_return fail("channel_invalid", "The terminal cannot be unbound.",
                   "It is open to every room.", "");
  CO_TRY(co_await may_speak(parts, channel, room));
  co_return co_await append_event(parts, room, room_unbound(channel, caller.who));
}

}  // namespace fm
