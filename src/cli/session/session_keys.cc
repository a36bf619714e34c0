#include "cli/session/session_keys.h"

#include <algorithm>

#include "base/json.h"
#include "base/text.h"

namespace fm::cli {
namespace {

constexpr std::string_view kRoomPrefix = "room:";

void add(std::vector<std::string>& keys, std::string_view key) {
  if (std::ranges::find(keys, key) == keys.end()) keys.emplace_back(key);
}

std::unexpected<Error> no_keys() {
  return fail("json_invalid", "That JSON holds no session keys.",
              "It is neither a list of texts nor an object whose names are keys.",
              R"(For example: ["telegram:123456", "slack:C042"])");
}

}  // namespace

Result<std::vector<std::string>> session_keys_in(std::string_view text) {
  std::vector<std::string> keys;
  const std::string_view body = trim(text);
  if (!body.starts_with('[') && !body.starts_with('{')) {
    for (const std::string_view line : split_lines(body))
      if (const auto key = trim(line); !key.empty()) add(keys, key);
    return keys;
  }
  const Json value = TRY(parse_json(body));
  if (value.is_object()) {
    for (const auto& member : value.get_object()) add(keys, member.key());
    return keys;
  }
  for (const Json& item : value.get_array()) {
    if (!item.is_string()) return no_keys();
    add(keys, item.get_string());
  }
  return keys;
}

Result<SessionKey> read_session_key(std::string_view key) {
  if (key.starts_with(kRoomPrefix)) {
    const std::string_view room = key.substr(kRoomPrefix.size());
    if (check_id(room)) return SessionKey{.room = {std::string(room)}, .channel = {}};
  }
  Channel channel = TRY(parse_channel(key));
  if (channel.is_terminal())
    return fail("channel_invalid", "\"terminal\" is no session key.",
                "The terminal is open to every room and needs no binding.",
                "A session key has an id behind a colon, such as telegram:123456.");
  return SessionKey{.room = {}, .channel = std::move(channel)};
}

}  // namespace fm::cli
