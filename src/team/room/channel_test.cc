#include "team/room/channel.h"

#include <doctest/doctest.h>

#include "test/support/room_script.h"

namespace fm {
namespace {

const By kAna{Actor::kPerson, "ana"};

std::string refusal(std::string_view said) {
  const auto channel = parse_channel(said);
  return channel ? "none" : channel.error().code;
}

TEST_CASE("C-51 a channel is the terminal or the key of a chat bridge") {
  CHECK(parse_channel("terminal")->is_terminal());
  CHECK(parse_channel("terminal")->name() == "terminal");
  for (const char* key : {"telegram:123456", "slack:C042", "x:-100", "my_bridge-2:a:b/c@d",
                          "irc:#moot", "matrix:!raum:münchen.example"}) {
    CAPTURE(key);
    const auto channel = parse_channel(key);
    REQUIRE(channel);
    CHECK_FALSE(channel->is_terminal());
    CHECK(channel->key == key);
    CHECK(channel->name() == key);
  }
  CHECK(parse_channel("t:" + std::string(128, 'x')));
}

TEST_CASE("C-51 what is neither is refused, and so is what could hide in a key") {
  for (const std::string& said :
       {std::string(), std::string("telegram"), std::string(":1"), std::string("telegram:"),
        std::string("Telegram:1"), std::string("1x:1"), std::string("tele gram:1"),
        std::string("telegram:1 2"), std::string("telegram:1\n"), std::string("telegram:\u00a01"),
        std::string("telegram:1\u200b"), std::string("telegram:\u202e1"),
        std::string("telegram:\x1b[1m"), std::string("telegram:\xff"), std::string("terminal:1"),
        std::string("room:general-k3m9"), "t:" + std::string(129, 'x'),
        std::string(33, 'x') + ":1"}) {
    CAPTURE(said);
    CHECK(refusal(said) == "channel_invalid");
  }
}

TEST_CASE("C-51 a door that is not there yet is told apart from nonsense") {
  for (const char* said : {"web", "v1", "mcp", "acp", "webhook", "web:abc", "v1:", "webhook:https"})
    CHECK(refusal(said) == "channel_not_here");
  CHECK(refusal("website:1") == "none");
  CHECK(parse_channel("web").error().message.contains("channel web"));
}

TEST_CASE("C-51 a channel that speaks unbound is told how to be bound") {
  CHECK(channel_unbound({"slack:C1"}, {}).cure == "Bind it: folkmoot room bind ROOM slack:C1");
  const Error error = channel_unbound({"slack:C1"}, {"tea-2222"});
  CHECK(error.message == "The channel slack:C1 is not bound to room tea-2222.");
  CHECK(error.cure == "Bind it: folkmoot room bind tea-2222 slack:C1");
}

TEST_CASE("C-51 a room knows the channels that are bound to it, each once, in their order") {
  testing::RoomScript script;
  script.create("tea").tell(room_bound({"telegram:42"}, kAna));
  script.tell(room_bound({"slack:C1"}, kAna)).tell(room_bound({"telegram:42"}, kAna));
  CHECK(script.events.back().by == kAna);
  CHECK(script.view.channels == std::vector<std::string>{"telegram:42", "slack:C1"});
  script.tell(room_unbound({"telegram:42"}, kAna)).tell(room_unbound({"irc:#tea"}, kAna));
  CHECK(script.view.channels == std::vector<std::string>{"slack:C1"});
}

TEST_CASE("C-51 a message knows the channel that it came by, empty for the terminal") {
  testing::RoomScript script;
  script.tell("message.posted", R"({"id":"m-1","from":"ana","kind":"user","text":"Here."})");
  script.tell("message.posted",
              R"({"id":"m-2","from":"bo","kind":"user","text":"There.","channel":"slack:C1"})");
  CHECK(script.view.messages.at(0).channel.empty());
  CHECK(script.view.messages.at(1).channel == "slack:C1");
}

}  // namespace
}  // namespace fm
