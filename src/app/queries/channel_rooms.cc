#include "app/queries/channel_rooms.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace fm {

ChannelRooms channel_rooms(const std::vector<EventPtr>& events) {
  ChannelRooms rooms;
  for (const EventPtr& event : events) {
    const Channel channel{std::string(event->text("channel"))};
    if (channel.is_terminal()) continue;
    if (event->kind == "room.bound") rooms[channel] = event->room;
    if (event->kind != "room.unbound") continue;
    if (const auto bound = rooms.find(channel);
        bound != rooms.end() && bound->second == event->room)
      rooms.erase(bound);
  }
  return rooms;
}

Result<ChannelRooms> channel_rooms(JournalReader& reader) {
  return channel_rooms(TRY(reader.of_kind("room.", UtcMs{0})));
}

Binding binding_to(const RoomId& room, const std::vector<Channel>& channels,
                   const ChannelRooms& now, const By& person, UtcMs at) {
  Binding binding;
  std::map<RoomId, Append> leaves;
  Append joins;
  joins.room = room;
  const auto add = [&](Append& to, NewEvent event) {
    event.at = at;
    to.events.push_back(std::move(event));
  };
  for (const Channel& channel : channels) {
    const bool again =
        std::ranges::find(binding.channels, channel, &Bound::channel) != binding.channels.end();
    if (channel.is_terminal() || again) continue;
    const auto before = now.find(channel);
    const RoomId from = before == now.end() ? RoomId() : before->second;
    binding.channels.push_back({.channel = channel, .before = from});
    if (from == room) continue;
    if (!from.empty()) {
      leaves[from].room = from;
      add(leaves[from], room_unbound(channel, person));
    }
    add(joins, room_bound(channel, person));
  }
  for (auto& [from, append] : leaves) binding.appends.push_back(std::move(append));
  if (!joins.events.empty()) binding.appends.push_back(std::move(joins));
  return binding;
}

}  // namespace fm
