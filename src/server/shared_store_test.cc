// Who works on one store at once, and who is let in.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/link/local_socket.h"
#include "server/wire/greeting.h"
#include "test/support/shared_scene.h"

namespace fm::server {
namespace {

using testing::Follower;
using testing::kAna;
using testing::kBen;
using testing::SharedScene;

TEST_CASE("P-73 G-44 a client of the owner hears the same and is heard by it") {
  SharedScene scene;
  const auto owner = scene.open("ana");
  const auto client = scene.open("ben");
  const RoomId room = scene.conversation(owner->service());
  Follower at_owner(*scene.loop);
  Follower at_client(*scene.loop);
  const auto one = owner->service().watch(room, {}, at_owner);
  scene.rest(at_owner);
  const RoomId same = scene.conversation(client->service());
  CHECK(same == room);
  const auto other = client->service().watch(room, {}, at_client);
  scene.rest(at_client);
  const auto said = scene.say(client->service(), kBen, room, "What does a tea shop cost?", "c-1");
  REQUIRE(said);
  CHECK((*said)->by == kBen.who);
  scene.rest(at_client, 2);
  scene.rest(at_owner, 2);
  CHECK(at_owner.lines() == at_client.lines());
  CHECK(at_owner.deltas > 0);
  CHECK(at_client.deltas > 0);

  // What is looked up is there as soon as it was acknowledged.
  const auto view = scene.wait<RoomViewPtr>([&](auto done) { client->service().room(room, done); });
  REQUIRE(view);
  CHECK((*view)->head >= (*said)->room_seq);
  const auto again = scene.say(client->service(), kBen, room, "What does a tea shop cost?", "c-1");
  REQUIRE(again);
  CHECK((*again)->room_seq == (*said)->room_seq);
}

TEST_CASE("G-44 a room that rests tells so to whoever comes, also when it has rested for long") {
  SharedScene scene;
  const auto owner = scene.open("ana");
  const auto client = scene.open("ben");
  const RoomId room = scene.conversation(owner->service());
  Follower first(*scene.loop);
  const auto one = owner->service().watch(room, {}, first);
  scene.rest(first);
  const auto resumed = scene.wait<Started>(
      [&](auto done) { client->service().resume(kBen, room, ResumeForce::kNo, done); });
  REQUIRE(resumed);
  Follower second(*scene.loop);
  const auto two = client->service().watch(room, {}, second);
  scene.rest(second);
  CHECK(second.lines() == first.lines());
}

TEST_CASE("G-44 errors of the owner are those of the client") {
  SharedScene scene;
  const auto owner = scene.open("ana");
  const auto client = scene.open("ben");
  const auto resumed = scene.wait<Started>(
      [&](auto done) { client->service().resume(kBen, {"nowhere"}, ResumeForce::kNo, done); });
  REQUIRE(!resumed);
  CHECK(resumed.error().code == "room_unknown");
  CHECK(client->service().interrupt(kBen, {"nowhere"}).error().code == "nothing_runs");
}

TEST_CASE("G-44 a client that goes in the middle leaves its room at work") {
  SharedScene scene;
  const auto owner = scene.open("ana");
  auto client = scene.open("ben");
  const RoomId room = scene.conversation(client->service(), "other");
  client->service().say(kBen, room, {"A tea shop, please.", "c-1"}, [](const auto&) {});
  Follower follower(*scene.loop);
  bool gone = false;
  follower.on_event = [&](const Event& event) {
    if (event.kind == "turn.started" && !std::exchange(gone, true))
      scene.loop->post([&] { client.reset(); });
  };
  const auto watch = owner->service().watch(room, {}, follower);
  while (!gone || follower.rests == 0) scene.loop->run();
  CHECK(std::ranges::any_of(follower.events, [](const EventPtr& event) {
    return event->kind == "message.posted" && event->by.kind == Actor::kAgent;
  }));
}

TEST_CASE("G-44 a client that takes nothing is kept nothing for, and misses nothing") {
  SharedScene scene;
  const auto owner = scene.open("ana");
  const auto client = scene.open("ben");
  const RoomId room = scene.conversation(owner->service());
  Follower at_owner(*scene.loop);
  Follower slow(*scene.loop);
  const auto one = owner->service().watch(room, {}, at_owner);
  const auto other = client->service().watch(room, {}, slow);
  scene.rest(at_owner);
  other->pause();
  REQUIRE(scene.say(owner->service(), kAna, room, "A tea shop, please.", "c-1"));
  scene.rest(at_owner, 2);
  CHECK(slow.events.size() < at_owner.events.size());
  other->resume();
  while (slow.events.size() < at_owner.events.size()) scene.loop->run();
  CHECK(slow.lines() == at_owner.lines());
}

TEST_CASE("G-44 an owner of another version is left alone, and what to do is said") {
  SharedScene scene;
  std::filesystem::create_directories(scene.store());
  std::vector<std::unique_ptr<Link>> links;
  const auto socket = ListeningSocket::open(
      *scene.loop, scene.store() + "/socket", [&](std::unique_ptr<Link> link, int /*pid*/) {
        link->send(to_message(OwnersGreeting{.program = "9.9.9", .pid = 7, .command = "folkmoot"}));
        links.push_back(std::move(link));
      });
  REQUIRE(socket);
  const auto opened = scene.try_open("ben");
  REQUIRE(!opened);
  CHECK(opened.error().code == "owner_version");
  CHECK(opened.error().cause.contains("9.9.9"));
}

TEST_CASE("G-44 keys are there as long as their terminal; then the room waits and says so") {
  SharedScene scene;
  const auto owner = scene.open("ana");
  // Nobody is asked: a port that nothing listens at.
  auto client = scene.open(
      "ben", {{"OPENAI_API_KEY", "sk-of-ben-12345"}, {"OPENAI_BASE_URL", "http://127.0.0.1:9/v1"}});
  const auto refused = scene.wait<Started>([&](auto done) {
    owner->service().open_conversation(
        kAna, {.folder = scene.folder("other"), .model = "openai:any"}, done);
  });
  REQUIRE(!refused);
  CHECK(refused.error().code == "model_key_missing");  // the key is not the owner's

  const auto started = scene.wait<Started>([&](auto done) {
    client->service().open_conversation(kBen, {.folder = scene.folder(), .model = "openai:any"},
                                        done);
  });
  REQUIRE(started);
  Follower follower(*scene.loop);
  const auto watch = owner->service().watch(started->room, {}, follower);
  scene.rest(follower);
  client.reset();
  // Its session ends, and with it the key; nothing of it is said to anybody.
  for (int i = 0; i < 50; ++i) {
    scene.loop->post([&] { scene.loop->stop(); });
    scene.loop->run();
  }
  REQUIRE(scene.say(owner->service(), kAna, started->room, "What does a tea shop cost?", "c-1"));
  scene.rest(follower, follower.rests + 1);
  std::string all;
  for (const std::string& line : follower.lines()) all += line + "\n";
  CHECK(!all.contains("sk-of-ben-12345"));
  CHECK(std::ranges::any_of(follower.events, [](const EventPtr& event) {
    return event->text("code") == "model_key_left" ||
           encode(*event).contains("left with the terminal");
  }));
}

TEST_CASE("P-35 G-44 a replay that differs ends its own client's work and nobody else's") {
  SharedScene scene;
  scene.record = (scene.scratch.path() / "recording.jsonl").string();
  {
    const auto records = scene.open("ana");
    const RoomId room = scene.conversation(records->service(), "recorded");
    Follower follower(*scene.loop);
    const auto watch = records->service().watch(room, {}, follower);
    scene.rest(follower);
    REQUIRE(scene.say(records->service(), kAna, room, "A tea shop, please.", "c-1"));
    scene.rest(follower, 2);
  }
  scene.replay = std::exchange(scene.record, {});
  const std::string replay = std::exchange(scene.replay, {});
  const auto owner = scene.open("ana");
  scene.replay = replay;
  const auto client = scene.open("ben");
  const RoomId room = scene.conversation(owner->service());
  Follower at_owner(*scene.loop);
  const auto one = owner->service().watch(room, {}, at_owner);
  scene.rest(at_owner);

  const RoomId other = scene.conversation(client->service(), "other");
  Follower at_client(*scene.loop);
  const auto two = client->service().watch(other, {}, at_client);
  scene.rest(at_client);
  const int rested = at_owner.rests;
  REQUIRE(scene.say(client->service(), kBen, other, "A book shop, please.", "c-2"));
  scene.rest(at_client, at_client.rests + 1);
  REQUIRE(client->service().failure());
  CHECK(client->service().failure()->code.starts_with("replay_"));
  CHECK(!owner->service().failure());
  CHECK(at_owner.rests == rested);
  CHECK(scene.say(owner->service(), kAna, room, "Good morning.", "c-3"));
}

TEST_CASE("G-44 an owner that is full is asked again") {
  SharedScene scene;
  std::filesystem::create_directories(scene.store());
  std::vector<std::unique_ptr<Link>> links;
  const auto socket = ListeningSocket::open(
      *scene.loop, scene.store() + "/socket", [&](std::unique_ptr<Link> link, int /*pid*/) {
        // The first link only looks whether somebody listens.
        link->send(links.size() < 2 ? refusal({"clients_many", "Too many.", "", ""})
                                    : to_message(OwnersGreeting{.program = "9.9.9"}));
        links.push_back(std::move(link));
      });
  REQUIRE(socket);
  const auto opened = scene.try_open("ben");
  REQUIRE(!opened);
  CHECK(opened.error().code == "owner_version");  // of the next greeting
  CHECK(links.size() == 3);
}

TEST_CASE("G-44 where the way to the owner is too long, that is what is told") {
  SharedScene scene;
  scene.store_name = std::string(120, 's');
  const auto owner = scene.open("ana");
  const auto refused = scene.try_open("ben");
  REQUIRE(!refused);
  CHECK(refused.error().code == "store_in_use");
  CHECK(refused.error().cure.contains("XDG_RUNTIME_DIR"));
  CHECK(scene.notices.empty());
}

TEST_CASE("G-44 an owner that cannot listen says so, and works") {
  SharedScene scene;
  std::filesystem::create_directories(scene.store() + "/socket/in-the-way");
  const auto owner = scene.open("ana");
  REQUIRE(scene.notices.size() == 1);
  CHECK(scene.notices.front().code == "socket_failed");
  CHECK(!scene.conversation(owner->service()).empty());
}

}  // namespace
}  // namespace fm::server
