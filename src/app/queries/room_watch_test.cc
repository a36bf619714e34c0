#include "app/queries/room_watch.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>

#include "test/support/toy_flow.h"
#include "test/support/world.h"

namespace fm {
namespace {

using testing::World;

struct Heard final : Listener {
  void event(const EventPtr& event) override {
    told += event->kind + " ";
    last = event->room_seq;
  }
  void delta(const TurnDelta& delta) override {
    told += "\"" + delta.text + "\" ";
    offset = delta.offset;
  }
  void notice(const TurnNotice&) override {}
  void idle(const RoomId&) override { told += "rest "; }
  std::string told;
  RoomSeq last;
  std::size_t offset = 999;
};

struct Scene {
  explicit Scene(std::size_t recent_bytes) : recent(recent_bytes) {
    REQUIRE(world.open());
    watches.emplace(world.loop(), world.journal(), world.engine().bus(), recent);
    hearing = world.engine().bus().subscribe(recent);
  }

  World world{{}, testing::toy_flows()};
  RecentLines recent;
  std::optional<RoomWatches> watches;
  std::shared_ptr<void> hearing;
};

TEST_CASE("C-3 who comes late hears the past, the words so far, and then what follows, once each") {
  Scene scene(1 << 20);
  World& world = scene.world;
  bool all_is_recent = false;
  SUBCASE("from memory") { all_is_recent = true; }
  SUBCASE("from the store") {}
  if (!all_is_recent) scene.hearing.reset();
  world.start();
  world.run_until_idle();
  CHECK(scene.recent.after(world.room, RoomSeq{0}).has_value() == all_is_recent);
  Bus& bus = world.engine().bus();
  bus.delta({world.room, "t-1", 1, 0, "A notebook"});

  Heard heard;
  const auto watch = scene.watches->watch(world.room, RoomSeq{0}, heard);
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

TEST_CASE("what is committed while the past is read comes after it, and so does the room's rest") {
  Scene scene(1);  // of the newest line alone
  World& world = scene.world;
  world.start();
  world.run_until_idle();
  Bus& bus = world.engine().bus();
  Heard heard;
  const auto watch = scene.watches->watch(world.room, RoomSeq{0}, heard);
  bus.idle(world.room);
  world.run_until_idle();
  CAPTURE(heard.told);
  CHECK(heard.told.starts_with("room.created "));
  CHECK(heard.told.ends_with(" rest "));
  CHECK(heard.told.find("rest") == heard.told.rfind("rest"));
  CHECK(heard.last == (*world.journal().rooms())[0].head);
}

TEST_CASE("a follower that is slow pauses: it keeps nothing, and then hears the rest, once each") {
  Scene scene(1);  // of the newest line alone
  World& world = scene.world;
  world.start();
  world.run_until_idle();
  struct Slow final : Listener {
    void event(const EventPtr& event) override {
      CHECK(event->room_seq.value == ++heard);
      watch->pause();
    }
    void delta(const TurnDelta& delta) override { words += delta.text; }
    void notice(const TurnNotice&) override {}
    void idle(const RoomId&) override {}
    std::int64_t heard = 0;
    std::string words;
    std::shared_ptr<Watching> watch;
  } slow;
  slow.watch = scene.watches->watch(world.room, RoomSeq{0}, slow);
  const RoomSeq head = (*world.journal().rooms())[0].head;
  Bus& bus = world.engine().bus();
  for (std::int64_t seq = 1; seq <= head.value; ++seq) {
    world.run_until_idle();
    CHECK(slow.heard == seq);
    bus.delta({world.room, "t-1", 1, static_cast<std::size_t>(seq - 1), "a"});
    slow.watch->resume();
    slow.watch->pause();  // what was begun by that tells nothing
    slow.watch->resume();
    CHECK(slow.heard == seq);
  }
  world.run_until_idle();
  CHECK(slow.heard == head.value);
  CHECK(slow.words == std::string(static_cast<std::size_t>(head.value), 'a'));
}

TEST_CASE("who paused is told once more that the room rests") {
  Scene scene(1 << 20);
  World& world = scene.world;
  world.start();
  world.run_until_idle();
  Heard heard;
  const auto watch = scene.watches->watch(world.room, RoomSeq{0}, heard);
  world.run_until_idle();
  Bus& bus = world.engine().bus();
  bus.idle(world.room);
  heard.told.clear();
  watch->pause();
  SUBCASE("it rested before") {}
  SUBCASE("it rests meanwhile") { bus.idle(world.room); }
  watch->resume();
  CHECK(heard.told.empty());
  world.run_until_idle();
  CHECK(heard.told == "rest ");
}

TEST_CASE("whoever stops watching inside a call is not called again") {
  Scene scene(1 << 20);
  World& world = scene.world;
  world.start();
  world.run_until_idle();
  struct Once final : Listener {
    void event(const EventPtr&) override {
      ++events;
      watch.reset();
    }
    void delta(const TurnDelta&) override {}
    void notice(const TurnNotice&) override {}
    void idle(const RoomId&) override {}
    int events = 0;
    std::shared_ptr<Watching> watch;
  } once;
  once.watch = scene.watches->watch(world.room, RoomSeq{0}, once);
  world.run_until_idle();
  CHECK(once.events == 1);
}

}  // namespace
}  // namespace fm
