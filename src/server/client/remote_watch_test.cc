#include "server/client/remote_watch.h"

#include <doctest/doctest.h>

#include <vector>

#include "loop/sim_loop.h"

namespace fm::server {
namespace {

struct Follower final : Watcher {
  void event(const EventPtr& event) override {
    seen.push_back(event->room_seq.value);
    if (on_event) on_event(event->room_seq.value);
  }
  void delta(const TurnDelta&) override {}
  void notice(const TurnNotice&) override {}
  void idle(const RoomId&) override { seen.push_back(-1); }
  std::vector<std::int64_t> seen;
  std::function<void(std::int64_t)> on_event;
};

EventPtr event_at(std::int64_t seq, std::string kind = "message.posted", std::string turn = {}) {
  Event event;
  event.room = {"tea"};
  event.room_seq = {seq};
  event.kind = std::move(kind);
  if (!turn.empty()) event.body["turn"] = turn;
  return std::make_shared<const Event>(std::move(event));
}

struct Scene {
  SimLoop loop;
  Follower follower;
  std::vector<bool> told;  // the owner: whether to pause
  std::shared_ptr<RemoteWatch> watch = std::make_shared<RemoteWatch>(
      loop, RoomId{"tea"}, RoomSeq{0}, follower, [this](bool pauses) { told.push_back(pauses); });
  void idle() {
    watch->tell([](Watcher& watcher) { watcher.idle({"tea"}); });
  }
};

TEST_CASE("G-44 what arrives while a follower takes nothing comes later, in its order") {
  Scene scene;
  scene.watch->event(event_at(1));
  scene.watch->pause();
  scene.watch->event(event_at(2));
  scene.idle();
  CHECK(scene.follower.seen == std::vector<std::int64_t>{1});
  scene.watch->resume();
  CHECK(scene.follower.seen == std::vector<std::int64_t>{1});  // nothing inside of the call
  scene.watch->event(event_at(3));
  scene.loop.run_ready();
  CHECK(scene.follower.seen == std::vector<std::int64_t>{1, 2, -1, 3});
  CHECK(scene.told == std::vector<bool>{true, false});
}

TEST_CASE("G-44 a follower may pause again in the middle of what has arrived") {
  Scene scene;
  scene.watch->pause();
  for (const std::int64_t seq : {1, 2, 3}) scene.watch->event(event_at(seq));
  scene.follower.on_event = [&](std::int64_t seq) {
    if (seq == 2) scene.watch->pause();
  };
  scene.watch->resume();
  scene.loop.run_ready();
  CHECK(scene.follower.seen == std::vector<std::int64_t>{1, 2});
  scene.watch->resume();
  scene.loop.run_ready();
  CHECK(scene.follower.seen == std::vector<std::int64_t>{1, 2, 3});
}

TEST_CASE("G-44 what the next owner tells once more is heard once") {
  Scene scene;
  scene.watch->event(event_at(1));
  scene.watch->event(event_at(2));
  CHECK(scene.watch->last() == RoomSeq{2});
  scene.watch->event(event_at(2));
  scene.watch->event(event_at(3));
  CHECK(scene.follower.seen == std::vector<std::int64_t>{1, 2, 3});
}

TEST_CASE("G-44 whether somebody speaks is known from what was heard") {
  Scene scene;
  CHECK(!scene.watch->is_spoken_in());
  scene.watch->event(event_at(1, "turn.started", "t-1"));
  CHECK(scene.watch->is_spoken_in());
  scene.watch->event(event_at(2, "turn.finished", "t-1"));
  CHECK(!scene.watch->is_spoken_in());
}

TEST_CASE("G-44 a watch that is given up hears nothing more") {
  Scene scene;
  scene.follower.on_event = [&](std::int64_t) { scene.watch->end(); };
  scene.watch->event(event_at(1));
  scene.watch->event(event_at(2));
  CHECK(scene.follower.seen == std::vector<std::int64_t>{1});
}

}  // namespace
}  // namespace fm::server
