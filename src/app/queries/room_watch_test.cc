#include "app/queries/room_watch.h"

#include <doctest/doctest.h>

#include "test/support/toy_flow.h"
#include "test/support/world.h"

namespace fm {
namespace {

using testing::World;

struct Heard final : Listener {
  void event(const EventPtr& event) override { told += event->kind + " "; }
  void delta(const TurnDelta& delta) override {
    told += "\"" + delta.text + "\" ";
    offset = delta.offset;
  }
  void notice(const TurnNotice&) override {}
  void idle(const RoomId&) override {}
  std::string told;
  std::size_t offset = 999;
};

TEST_CASE("C-3 who comes late hears the past, the words so far, and then what follows, once each") {
  World world({}, testing::toy_flows());
  REQUIRE(world.open());
  world.start();
  world.run_until_idle();
  Bus& bus = world.engine().bus();
  bus.delta({world.room, "t-1", 1, 0, "A notebook"});

  Heard heard;
  const auto watch = watch_room(world.loop(), world.journal(), bus, world.room, RoomSeq{0}, heard);
  CHECK(heard.told.empty());
  bus.delta({world.room, "t-1", 1, 10, " and"});  // before the past is read
  world.run_until_idle();
  CAPTURE(heard.told);
  CHECK(heard.told.starts_with("room.created "));
  CHECK(heard.told.ends_with(" \"A notebook and\" "));
  CHECK(heard.offset == 0);
  bus.delta({world.room, "t-1", 1, 14, " a key"});
  CHECK(heard.told.ends_with("\"A notebook and\" \" a key\" "));
}

}  // namespace
}  // namespace fm
