// Channel: a way by which words come into a room (C-51).
//
// The terminal is open to every room and needs no binding. Every other channel is the key NAME:ID
// of a chat bridge, such as telegram:123456, and speaks in the one room that it is bound to. The
// doors that come with the server (web, v1, mcp, acp, webhook) are known by name and cannot be
// bound yet. Pure; ids in the values may be anybody's.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "base/result.h"
#include "engine/log/event.h"

namespace fm {

inline constexpr std::string_view kTerminalChannel = "terminal";
inline constexpr std::size_t kLongestBridgeName = 32;
inline constexpr std::size_t kLongestChatId = 128;  // bytes

struct Channel {
  std::string key;  // empty: the terminal

  bool is_terminal() const { return key.empty(); }
  std::string name() const { return is_terminal() ? std::string(kTerminalChannel) : key; }
  auto operator<=>(const Channel&) const = default;
};

// Errors: channel_invalid; channel_not_here for a door that this release does not have.
Result<Channel> parse_channel(std::string_view said);

// It speaks in a room that it is not bound to. `room` may be empty: it is bound to none.
Error channel_unbound(const Channel& channel, const RoomId& room);

// What a person did, as events of a room. Never of the terminal.
NewEvent room_bound(const Channel& channel, const By& person);
NewEvent room_unbound(const Channel& channel, const By& person);

}  // namespace fm
