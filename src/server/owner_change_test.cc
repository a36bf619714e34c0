// The owner of a store goes: who waits for what, and who goes on.
#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/link/local_socket.h"
#include "test/support/shared_scene.h"

namespace fm::server {
namespace {

using testing::Follower;
using testing::kAna;
using testing::kBen;
using testing::SharedScene;

TEST_CASE("P-3 G-44 when the owner is gone a client takes over: nothing lost, nothing doubled") {
  SharedScene scene;
  auto owner = scene.open("ana");
  const auto client = scene.open("ben");
  const RoomId room = scene.conversation(client->service());
  Follower follower(*scene.loop);
  const auto watch = client->service().watch(room, {}, follower);
  scene.rest(follower);

  // The owner goes while it works, and while words are on their way to it.
  bool gone = false;
  follower.on_event = [&](const Event& event) {
    if (event.kind == "turn.started" && !std::exchange(gone, true))
      scene.loop->post([&] { owner.reset(); });
  };
  std::vector<Result<EventPtr>> answers;
  client->service().say(kBen, room, {"A tea shop, please.", "c-1"},
                        [&](Result<EventPtr> said) { answers.push_back(std::move(said)); });
  while (!gone) scene.loop->run();
  const auto late = scene.say(client->service(), kBen, room, "And cups.", "c-2");
  REQUIRE(late);
  const int rests = follower.rests;
  scene.rest(follower, rests + 1);
  REQUIRE(answers.size() == 1);
  CHECK(answers.front());

  std::vector<std::int64_t> order;
  for (const EventPtr& event : follower.events) order.push_back(event->room_seq.value);
  for (std::size_t i = 0; i < order.size(); ++i)
    CHECK(order[i] == static_cast<std::int64_t>(i) + 1);
  for (const char* words : {"A tea shop, please.", "And cups."})
    CHECK(std::ranges::count_if(follower.events, [&](const EventPtr& event) {
            return event->kind == "message.posted" && event->text("text") == words;
          }) == 1);
  // And it is an owner like any other.
  const auto third = scene.open("cleo");
  CHECK(scene.say(third->service(), kAna, room, "Thank you.", "c-3"));
}

TEST_CASE("G-44 a room that had come to its end when its owner went is told to rest") {
  SharedScene scene;
  auto owner = scene.open("ana");
  const auto client = scene.open("ben");
  const auto started = scene.wait<Started>([&](auto done) {
    client->service().ideate(
        kBen, {.topic = "a tea shop", .model = "rehearsal", .folder = scene.folder()}, done);
  });
  REQUIRE(started);
  Follower at_owner(*scene.loop);
  const auto one = owner->service().watch(started->room, {}, at_owner);
  while (at_owner.events.empty() || at_owner.events.back()->kind != "flow.finished")
    scene.loop->run();
  Follower late(*scene.loop);
  const auto other = client->service().watch(started->room, {}, late);
  owner.reset();
  scene.rest(late);
  CHECK(late.lines() == at_owner.lines());
}

TEST_CASE("G-44 whoever comes while the owner goes is let in by the next one") {
  SharedScene scene;
  auto owner = scene.open("ana");
  const auto client = scene.open("ben");
  // It goes as soon as it is greeted by the one who comes, before that one is let in.
  auto knocks = connect_socket(*scene.loop, scene.store() + "/socket");
  REQUIRE(knocks);
  struct Hears final : LinkEnd {
    void received(std::string_view message) override { heard.emplace_back(message); }
    void drained() override {}
    void closed() override { is_closed = true; }
    std::vector<std::string> heard;
    bool is_closed = false;
  } hears;
  (*knocks)->listen(hears);
  while (hears.heard.empty()) {
    scene.loop->post([&] { scene.loop->stop(); });
    scene.loop->run();
  }
  owner->finish([] {});
  owner.reset();
  while (!hears.is_closed) {
    scene.loop->post([&] { scene.loop->stop(); });
    scene.loop->run();
  }
  CHECK(hears.heard.size() == 1);  // nothing that is no answer to its greeting
  CHECK(scene.conversation(client->service()).value.starts_with("general"));
}

TEST_CASE("G-44 several who lose their owner find each other") {
  SharedScene scene;
  auto owner = scene.open("ana");
  const auto one = scene.open("ben");
  const auto two = scene.open("cleo");
  const RoomId room = scene.conversation(one->service());
  Follower at_one(*scene.loop);
  Follower at_two(*scene.loop);
  const auto first = one->service().watch(room, {}, at_one);
  const auto second = two->service().watch(room, {}, at_two);
  scene.rest(at_one);
  owner.reset();
  REQUIRE(scene.say(one->service(), kBen, room, "Hello.", "c-1"));
  REQUIRE(scene.say(two->service(), kAna, room, "Good morning.", "c-2"));
  const RoomSeq head = (*scene.say(two->service(), kAna, room, "Well.", "c-3"))->room_seq;
  const auto has = [&](const Follower& follower) {
    return !follower.events.empty() && follower.events.back()->room_seq >= head;
  };
  while (!has(at_one) || !has(at_two)) scene.loop->run();
  CHECK(!one->service().failure());
  CHECK(!two->service().failure());
}

TEST_CASE("G-44 a command that would do the same twice is not asked twice") {
  SharedScene scene;
  auto owner = scene.open("ana");
  const auto client = scene.open("ben");
  std::optional<Result<Started>> answer;
  client->service().open_conversation(
      kBen, {.folder = scene.folder(), .new_title = "Tea", .model = "rehearsal"},
      [&](Result<Started> started) {
        answer = std::move(started);
        scene.loop->stop();
      });
  owner.reset();
  while (!answer) scene.loop->run();
  REQUIRE(!*answer);
  CHECK(answer->error().code == "owner_gone");
}

TEST_CASE("C-4 G-44 what the next owner goes on saying can be interrupted") {
  SharedScene scene;
  scene.words_per_second = 100;
  auto owner = scene.open("ana");
  const auto client = scene.open("ben");
  const RoomId room = scene.conversation(client->service());
  Follower follower(*scene.loop);
  const auto watch = client->service().watch(room, {}, follower);
  scene.rest(follower);
  // The owner goes at the first words; whoever comes after it begins the turn again.
  int beginnings = 0;
  std::optional<Result<void>> interrupted;
  follower.on_delta = [&](const TurnDelta& delta) {
    if (delta.offset > 0) return;
    if (++beginnings == 1) return scene.loop->post([&] { owner.reset(); });
    if (!interrupted) interrupted = client->service().interrupt(kBen, room);
    scene.loop->stop();
  };
  client->service().say(kBen, room, {"What does a tea shop cost?", "c-1"}, [](const auto&) {});
  while (!interrupted) scene.loop->run();
  CHECK(*interrupted);
}

TEST_CASE("G-44 whoever is alone in the end does not wait for itself") {
  SharedScene scene;
  scene.words_per_second = 10;
  auto owner = scene.open("ana");
  const auto client = scene.open("ben");
  const RoomId room = scene.conversation(client->service());
  Follower follower(*scene.loop);
  const auto watch = client->service().watch(room, {}, follower);
  scene.rest(follower);
  owner.reset();
  scene.say_until_spoken(client->service(), kBen, follower, room);
  bool waits = false;
  client->finish([&] { waits = true; });
  CHECK(!waits);
}

TEST_CASE("G-44 nobody waits for a room that no other terminal watches") {
  SharedScene scene;
  scene.words_per_second = 10;
  const auto owner = scene.open("ana");
  const auto client = scene.open("ben");
  const RoomId idle = scene.conversation(client->service(), "other");
  Follower at_client(*scene.loop);
  const auto one = client->service().watch(idle, {}, at_client);
  scene.rest(at_client);
  const RoomId room = scene.conversation(owner->service());
  Follower at_owner(*scene.loop);
  const auto two = owner->service().watch(room, {}, at_owner);
  scene.say_until_spoken(owner->service(), kAna, at_owner, room);
  bool waits = false;
  owner->finish([&] { waits = true; });
  CHECK(!waits);
}

}  // namespace
}  // namespace fm::server
