#include "engine/runtime/bus.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

const RoomId kRoom{"tea-2k7f"};

TurnDelta words(std::string turn, int attempt, std::size_t offset, std::string text) {
  return {kRoom, std::move(turn), attempt, offset, std::move(text)};
}

void end_turn(Bus& bus, const std::string& kind, const std::string& turn) {
  auto event = std::make_shared<Event>();
  event->room = kRoom;
  event->kind = kind;
  event->body = {{"turn", turn}};
  bus.event(event);
}

TEST_CASE("C-3 what a turn has said so far is there for those who come late, and ends with it") {
  Bus bus;
  bus.delta(words("t-1", 1, 0, "A notebook"));
  bus.delta(words("t-2", 1, 0, "No."));
  bus.delta(words("t-1", 1, 10, " and a key"));
  REQUIRE(bus.words_so_far(kRoom).size() == 2);
  CHECK(bus.words_so_far(kRoom)[0].text == "A notebook and a key");
  CHECK(bus.words_so_far(kRoom)[0].offset == 0);
  CHECK(bus.words_so_far({"other"}).empty());

  // Another attempt replaces what the first one said; a late word of the first changes nothing.
  bus.delta(words("t-1", 2, 0, "Tags"));
  bus.delta(words("t-1", 1, 20, " under a stone"));
  CHECK(bus.words_so_far(kRoom)[0].text == "Tags");
  CHECK(bus.words_so_far(kRoom)[0].attempt == 2);

  end_turn(bus, "turn.finished", "t-1");
  REQUIRE(bus.words_so_far(kRoom).size() == 1);
  CHECK(bus.words_so_far(kRoom)[0].turn == "t-2");
  end_turn(bus, "turn.failed", "t-2");
  CHECK(bus.words_so_far(kRoom).empty());
}

TEST_CASE("C-3 no words outlast the rest of a room") {
  Bus bus;
  bus.delta(words("t-1", 1, 0, "Half a"));
  bus.idle(kRoom);
  CHECK(bus.words_so_far(kRoom).empty());
}

}  // namespace
}  // namespace fm
