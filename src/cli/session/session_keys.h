// Session keys, by which older programs found their conversations: channel:chat_id, or room:ID for
// one that is a room's already (C-51). Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "team/room/channel.h"

namespace fm::cli {

// The keys in a text: one a line, or a JSON list of them, or a JSON object whose names they are.
// Each once, in their order. Errors: json_invalid for what begins like JSON and is none, or holds
// something else than keys.
Result<std::vector<std::string>> session_keys_in(std::string_view text);

// What a key says; exactly one of the two is there.
struct SessionKey {
  RoomId room;
  Channel channel;
};

// Errors: channel_invalid, channel_not_here.
Result<SessionKey> read_session_key(std::string_view key);

}  // namespace fm::cli
