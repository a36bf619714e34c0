// Rooms and the channels by which they are spoken in, with the real program.
#include <doctest/doctest.h>

#include "test/e2e/told.h"

namespace fm::e2e {
namespace {

const Words kRehearsal{"--model", "rehearsal"};

Ran say(const Place& place, Words words) {
  words.insert(words.begin(), "say");
  words.insert(words.end(), kRehearsal.begin(), kRehearsal.end());
  return run(place, words);
}

Json json_of(const Ran& ran) {
  CAPTURE(ran.err);
  REQUIRE(ran.status == 0);
  REQUIRE(ran.lines().size() == 1);
  auto value = parse_json(ran.out);
  REQUIRE(value.has_value());
  return std::move(*value);
}

std::string id_of(const Place& place, const std::string& room) {
  return std::string(text_at(json_of(run(place, {"room", "bind", room, "--json"})), "room"));
}

Events events_in(const Place& place, const std::string& room) {
  return events_of(run(place, {"room", "show", room, "--json"}).lines());
}

// What people said: "channel: words", in order.
Words heard(const Events& events) {
  Words words;
  for (const Json& event : of_kind(events, "message.posted"))
    if (text(event, "kind") == "user")
      words.push_back(std::string(text(event, "channel")) + ": " +
                      std::string(text(event, "text")));
  return words;
}

std::string channels_of(const Place& place, const std::string& room) {
  const Json listed = json_of(run(place, {"room", "bind", room, "--json"}));
  CHECK(text_at(listed, "room").starts_with(room));
  const Json* channels = find_at(listed, "channels");
  REQUIRE(channels != nullptr);
  return canonical(*channels);
}

TEST_CASE("C-51 what is said by one channel of a room is heard by all of them") {
  const Place place;
  const Ran lost = say(place, {"hello", "--channel", "telegram:42"});
  check_told(lost, 2, "folkmoot room bind ROOM telegram:42");
  CHECK_FALSE(fs::exists(place.store()));  // nothing was begun for it

  say(place, {"hello from the desk"});
  CHECK(
      run(place, {"room", "bind", "general", "telegram:42"}).out.contains("telegram:42 speaks in"));
  const Json bound = json_of(run(place, {"room", "bind", "general", "slack:C1", "--json"}));
  CHECK(text_at(bound, "channel") == "slack:C1");
  CHECK(channels_of(place, "general") == R"(["telegram:42","slack:C1"])");

  // A bridge says something, hears what comes of it, and asks for the rest by the last number.
  const Ran told = say(place, {"hello from the road", "--channel", "telegram:42", "--json"});
  CHECK_MESSAGE((told.status == 0 || told.status == 3), told.err);
  const auto last = parse_json(told.lines().back());
  REQUIRE(last.has_value());
  const std::string seen = std::to_string(int_at(*last, "room_seq"));
  say(place, {"hello from work", "--channel", "slack:C1", "--as", "bo", "--room", "general"});
  const Ran since = run(place, {"room", "show", "general", "--json", "--after", seen});
  CHECK(since.status == 0);
  CHECK(since.out.contains("hello from work"));
  CHECK_FALSE(since.out.contains("hello from the road"));
  const Words all = run(place, {"room", "show", "general", "--json"}).lines();
  CHECK(all.size() == since.lines().size() + static_cast<std::size_t>(int_at(*last, "room_seq")));
  CHECK(all.back() == since.lines().back());

  const Events events = events_of(all);
  CHECK(heard(events) == Words{": hello from the desk", "telegram:42: hello from the road",
                               "slack:C1: hello from work"});
  CHECK(text_at(body(of_kind(events, "room.bound").at(0)), "channel") == "telegram:42");
  const std::string shown = run(place, {"room", "show", "general", "--as", "bo"}).out;
  CHECK(shown.contains("bo (slack:C1):\n  hello from work"));
  CHECK(shown.contains("slack:C1 speaks in this room."));
  CHECK(run(place, {"store", "check"}).status == 0);
}

TEST_CASE("C-51 a key speaks in one room: binding it elsewhere moves it, unbinding silences it") {
  const Place place;
  say(place, {"hello"});
  run(place, {"--new", "candles", "--model", "rehearsal"}, {.input = "hello\n"});
  const std::string general = id_of(place, "general");
  run(place, {"room", "bind", "general", "telegram:42"});
  const Ran moved = run(place, {"room", "bind", "candles", "telegram:42"});
  CHECK_MESSAGE(moved.status == 0, moved.err);
  CHECK(moved.out.contains("and no longer in room " + general));
  CHECK(channels_of(place, "general") == "[]");
  CHECK(channels_of(place, "candles") == R"(["telegram:42"])");
  const Json again = json_of(run(place, {"room", "bind", "candles", "telegram:42", "--json"}));
  CHECK(text_at(again, "before").starts_with("candles"));

  say(place, {"where am I?", "--channel", "telegram:42"});
  CHECK(heard(events_in(place, "candles")) == Words{": hello", "telegram:42: where am I?"});
  CHECK(heard(events_in(place, "general")) == Words{": hello"});
  check_told(say(place, {"here?", "--channel", "telegram:42", "--room", "general"}), 2,
             "folkmoot room bind " + general + " telegram:42");

  CHECK(run(place, {"room", "unbind", "candles", "telegram:42"}).status == 0);
  check_told_json(say(place, {"still here?", "--channel", "telegram:42", "--json"}), 2,
                  "channel_unbound");
  check_told(run(place, {"room", "unbind", "candles", "telegram:42"}), 2, "is not bound to room");
  CHECK(heard(events_in(place, "candles")).size() == 2);
}

TEST_CASE("C-51 what cannot be bound is refused with its reason") {
  const Place place;
  say(place, {"hello"});
  const auto before = events_in(place, "general").size();
  check_told_json(run(place, {"room", "bind", "general", "webhook", "--json"}), 2,
                  "channel_not_here");
  check_told_json(run(place, {"room", "bind", "general", "nonsense", "--json"}), 2,
                  "channel_invalid");
  check_told_json(run(place, {"room", "bind", "nowhere", "telegram:42", "--json"}), 2,
                  "room_unknown");
  check_told(run(place, {"room", "unbind", "general", "terminal"}), 2, "open to every room");
  CHECK(run(place, {"room", "bind", "general", "terminal"}).status == 0);
  CHECK(events_in(place, "general").size() == before);

  run(place, {"ideate", "a quiz"});  // nobody talks in a room of its own way
  check_told_json(run(place, {"room", "bind", "a-quiz", "telegram:42", "--json"}), 1,
                  "room_no_conversation");
}

TEST_CASE("C-51 old session keys are bound to the folder's room, as often as one likes") {
  const Place place;
  check_told(run(place, {"session", "migrate", "telegram:42"}), 1, "no store here yet");
  run(place, {"ideate", "a quiz"});
  check_told(run(place, {"session", "migrate", "telegram:42"}), 2, "folkmoot say");
  say(place, {"hello"});
  const std::string general = "room:" + id_of(place, "general");
  const Words keys{"session", "migrate", "telegram:42", "cli:direct", "room:old-room"};
  const Ran once = run(place, keys);
  CHECK_MESSAGE(once.status == 0, once.err);
  CHECK(once.lines() == Words{"telegram:42 -> " + general, "cli:direct -> " + general,
                              "room:old-room -> room:old-room"});
  CHECK(channels_of(place, "general") == R"(["telegram:42","cli:direct"])");
  const auto events = events_in(place, "general").size();
  CHECK(run(place, keys).out == once.out);
  CHECK(events_in(place, "general").size() == events);

  // A key that is wrong is named, and the others are done.
  const Ran some = run(place, {"session", "migrate", "-", "--json"},
                       {.input = R"({"slack:C1": {}, "web:7": {}, "telegram:42": {}})"});
  CHECK(some.status == 1);
  CHECK(some.out == R"({"slack:C1":")" + general + R"(","telegram:42":")" + general + "\"}\n");
  CHECK(some.err.contains("channel_not_here"));
  CHECK(lines_of(some.err).size() == 1);

  // With another room by name the keys go there; without one they stay.
  run(place, {"--new", "candles", "--model", "rehearsal"}, {.input = "hello\n"});
  const Ran moved =
      run(place, {"session", "migrate", "--room", "candles", "-"}, {.input = "slack:C1\n"});
  CHECK(moved.out.starts_with("slack:C1 -> room:candles-"));
  CHECK(run(place, {"session", "migrate", "slack:C1"}).out == moved.out);
}

TEST_CASE(
    "C-1 a room keeps what it is, its channels and projects; a message from whom, to whom, of "
    "which kind, when and where") {
  const Place place;
  say(place, {"I want to build a booking page for a small barber shop"});
  const Json row = json_of(run(place, {"room", "list", "--json"}));  // the one of this folder
  CHECK(text_at(row, "title") == "general");
  CHECK(text_at(row, "folder") == fs::canonical(place.folder).string());
  CHECK(text_at(row, "team") == "council");
  const std::string room(text_at(row, "id"));
  run(place, {"room", "bind", room, "telegram:42"});
  CHECK(channels_of(place, room) == R"(["telegram:42"])");
  const Json project = json_of(run(place, {"project", "list", "--json"}));
  CHECK(text_at(project, "room") == room);
  CHECK(text_at(project, "goal").contains("booking page"));

  say(place, {"Slots and a phone number", "--channel", "telegram:42", "--as", "ana"});
  const Events events = events_in(place, room);
  const Json* answer = nullptr;
  const Events messages = of_kind(events, "message.posted");
  for (const Json& message : messages)
    if (text(message, "channel") == "telegram:42") answer = &message;
  REQUIRE(answer != nullptr);
  CHECK(text(*answer, "from") == "ana");
  CHECK(text(*answer, "to") == "team");
  CHECK(text(*answer, "kind") == "user");
  CHECK(text(*answer, "text") == "Slots and a phone number");
  CHECK(text_at(*find_at(*answer, "by"), "kind") == "person");
  CHECK(!text(*answer, "id").empty());
  CHECK(!text_at(*answer, "at").empty());
  const Json logged =
      *parse_json(run(place, {"project", "log", "-n", "200", "--json"}).lines().front());
  CHECK(text_at(logged, "project") == text_at(project, "project"));
}

}  // namespace
}  // namespace fm::e2e
