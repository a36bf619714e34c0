// Which channel speaks in which room, and binding one (C-51).
//
// The log is all there is of it: whoever looks and whoever binds read the same events. A key is
// bound to one room of the store; the newest binding counts.
#pragma once

#include <map>
#include <vector>

#include "app/service_answers.h"
#include "base/result.h"
#include "engine/log/journal_reader.h"
#include "team/room/channel.h"

namespace fm {

using ChannelRooms = std::map<Channel, RoomId>;

// Of all rooms, in the order of the store. Pure.
ChannelRooms channel_rooms(const std::vector<EventPtr>& events);

// Blocks: passes over the whole log of the store.
Result<ChannelRooms> channel_rooms(JournalReader& reader);

// Where each of the channels was, and what has to be appended for it to be in `room`: first what
// takes them away from other rooms, last what binds them. Pure.
struct Binding {
  std::vector<Bound> channels;  // each once, without the terminal
  std::vector<Append> appends;
};
Binding binding_to(const RoomId& room, const std::vector<Channel>& channels,
                   const ChannelRooms& now, const By& person, UtcMs at);

}  // namespace fm
