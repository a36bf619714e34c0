#include "team/room/channel.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/letters.h"
#include "base/text.h"
#include "base/utf8.h"

namespace fm {
namespace {

// They have no door yet, so nothing may pass for them.
constexpr std::array<std::string_view, 5> kLaterDoors = {"web", "v1", "mcp", "acp", "webhook"};

// Printed apart from the keys of bridges: a session key room:ID names a room (C-51).
constexpr std::string_view kRoomPrefix = "room";

bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }

bool is_bridge_name(std::string_view name) {
  const auto fits = [](char c) {
    return is_small_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !name.empty() && name.size() <= kLongestBridgeName && is_small_letter(name.front()) &&
         std::ranges::all_of(name, fits) && name != kTerminalChannel && name != kRoomPrefix;
}

// Nothing in it is invisible, so that two keys that look the same are the same bytes, nearly.
bool is_chat_id(std::string_view id) {
  if (id.empty() || id.size() > kLongestChatId || !is_utf8(id) || clean(id).text != id)
    return false;
  while (!id.empty()) {
    const Decoded next = decode_utf8(id);
    const CharacterKind kind = kind_of(next.code);
    if (kind == CharacterKind::kSpace || kind == CharacterKind::kOther) return false;
    id.remove_prefix(next.length);
  }
  return true;
}

NewEvent event_of(std::string kind, const Channel& channel, const By& person) {
  NewEvent event;
  event.kind = std::move(kind);
  event.body = {{"channel", channel.key}};
  event.by = person;
  return event;
}

}  // namespace

Result<Channel> parse_channel(std::string_view said) {
  if (said == kTerminalChannel) return Channel();
  const std::size_t colon = std::min(said.find(':'), said.size());
  const std::string_view name = said.substr(0, colon);
  if (std::ranges::find(kLaterDoors, name) != kLaterDoors.end())
    return fail(
        "channel_not_here", "There is no door for the channel " + std::string(name) + " yet.",
        "web, v1, mcp, acp and webhook come with the server, in a later release. Now a room "
        "hears the terminal and chat bridges.",
        "Bind the key of a bridge, such as telegram:123456; it speaks by `folkmoot say "
        "--channel telegram:123456`.");
  if (colon == said.size() || !is_bridge_name(name) || !is_chat_id(said.substr(colon + 1)))
    return fail(
        "channel_invalid", "\"" + std::string(said) + "\" is no channel.",
        "A channel is terminal, or the key of a chat bridge: a name of small letters, digits, "
        "_ and -, a colon, and an id of at most " +
            std::to_string(kLongestChatId) + " bytes without white space.",
        "For example: telegram:123456");
  return Channel{std::string(said)};
}

Error channel_unbound(const Channel& channel, const RoomId& room) {
  const std::string name = room.empty() ? "ROOM" : room.value;
  return {
      "channel_unbound",
      "The channel " + channel.name() +
          (room.empty() ? " is bound to no room." : " is not bound to room " + room.value + "."),
      "A channel speaks in the one room that somebody bound it to.",
      "Bind it: folkmoot room bind " + name + " " + channel.name()};
}

NewEvent room_bound(const Channel& channel, const By& person) {
  return event_of("room.bound", channel, person);
}

NewEvent room_unbound(const Channel& channel, const By& person) {
  return event_of("room.unbound", channel, person);
}

}  // namespace fm
