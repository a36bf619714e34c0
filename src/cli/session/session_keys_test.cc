#include "cli/session/session_keys.h"

#include <doctest/doctest.h>

namespace fm::cli {
namespace {

using Keys = std::vector<std::string>;

std::string refusal(std::string_view key) {
  const auto read = read_session_key(key);
  return read ? "none" : read.error().code;
}

TEST_CASE("C-51 session keys come one a line, as a list, or as the names of an object") {
  const Keys both{"telegram:1", "slack:C2"};
  CHECK(*session_keys_in("telegram:1\r\n\n  slack:C2  \ntelegram:1\n") == both);
  CHECK(*session_keys_in(R"( ["telegram:1", "slack:C2", "telegram:1"])") == both);
  CHECK(*session_keys_in(R"({"telegram:1": {"messages": []}, "slack:C2": null})") == both);
  CHECK(session_keys_in(" \n")->empty());
  CHECK(session_keys_in("[]")->empty());
}

TEST_CASE("C-51 JSON that holds no session keys is refused") {
  CHECK(session_keys_in("[1]").error().code == "json_invalid");
  CHECK(session_keys_in("[\"telegram:1\"").error().code == "json_invalid");
}

TEST_CASE("C-51 a session key is a channel with its chat, or names a room") {
  CHECK(read_session_key("telegram:42")->channel == Channel{"telegram:42"});
  CHECK(read_session_key("telegram:42")->room.empty());
  CHECK(read_session_key("cli:direct")->channel == Channel{"cli:direct"});
  CHECK(read_session_key("room:general-k3m9")->room == RoomId{"general-k3m9"});
  CHECK(read_session_key("room:general-k3m9")->channel.is_terminal());
  for (const char* key : {"", "terminal", "room:", "room:No Room", "telegram", "telegram:1 2"})
    CHECK(refusal(key) == "channel_invalid");
  CHECK(refusal("web:abc") == "channel_not_here");
}

}  // namespace
}  // namespace fm::cli
