#include "app/wiring/room_settings.h"

#include <doctest/doctest.h>

#include <string>

namespace fm {
namespace {

using Names = RoomSettings<const std::string>;

Names::Shared name(const char* text) { return std::make_shared<const std::string>(text); }

TEST_CASE("G-44 a room is worked on with what the client brought that opened it last") {
  const auto owners = name("owner");
  const auto one = name("one");
  const auto two = name("two");
  Names rooms(owners);
  const RoomId tea{"tea"};
  CHECK(rooms.of(tea) == owners);
  rooms.enter(tea, one);
  CHECK(rooms.of(tea) == one);
  CHECK(rooms.of({"other"}) == owners);
  CHECK(!rooms.is_served_by_others(tea, one));
  rooms.enter(tea, two);
  CHECK(rooms.of(tea) == two);
  CHECK(rooms.is_served_by_others(tea, one));
  rooms.leave(two, [] { return name("rest"); });
  CHECK(rooms.of(tea) == one);  // who is still there
}

TEST_CASE("G-44 when nobody is left, a room keeps what stays without the keys") {
  const auto one = name("one");
  Names rooms(name("owner"));
  rooms.enter({"tea"}, one);
  rooms.enter({"coffee"}, one);
  int made = 0;
  rooms.leave(one, [&] {
    ++made;
    return name("rest");
  });
  CHECK(made == 1);
  CHECK(*rooms.of({"tea"}) == "rest");
  CHECK(rooms.of({"tea"}) == rooms.of({"coffee"}));
  CHECK(!rooms.is_served_by_others({"tea"}, one));
  const auto back = name("back");
  rooms.enter({"tea"}, back);
  CHECK(rooms.of({"tea"}) == back);
}

TEST_CASE("G-44 where nothing stays, a room has no settings until somebody opens it") {
  const auto one = name("one");
  Names rooms(name("owner"));
  rooms.enter({"tea"}, one);
  rooms.enter({"coffee"}, one);
  int asked = 0;
  rooms.leave(one, [&]() -> Names::Shared {
    ++asked;
    return nullptr;
  });
  CHECK(asked == 1);
  CHECK(rooms.of({"tea"}) == nullptr);  // not the owner's keys
  rooms.enter({"tea"}, one);
  CHECK(rooms.of({"tea"}) == one);
  CHECK(rooms.rooms_of(one) == std::vector<RoomId>{{"tea"}});
}

}  // namespace
}  // namespace fm
