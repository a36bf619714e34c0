// Several processes on one store, here as several shared stores on one loop; real processes are in
// test/e2e/owner_test.cc.
#include "server/shared_store.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "app/store.h"
#include "app/wiring/open.h"
#include "test/support/scratch_folder.h"

namespace fm::server {
namespace {

const Caller kAna{.who = {Actor::kPerson, "ana"}, .channel = {}};
const Caller kBen{.who = {Actor::kPerson, "ben"}, .channel = {}};

// Hears a room and stops the loop when it rests.
struct Follower final : Watcher {
  explicit Follower(Loop& of) : loop(of) {}
  void event(const EventPtr& event) override {
    events.push_back(event);
    if (on_event) on_event(*event);
  }
  void delta(const TurnDelta& delta) override {
    ++deltas;
    if (on_delta) on_delta(delta);
  }
  void notice(const TurnNotice&) override {}
  void idle(const RoomId&) override {
    ++rests;
    loop.stop();
  }
  std::vector<std::string> lines() const {
    std::vector<std::string> all;
    for (const EventPtr& event : events) all.push_back(encode(*event));
    return all;
  }
  Loop& loop;
  std::vector<EventPtr> events;
  int deltas = 0;
  int rests = 0;
  std::function<void(const Event&)> on_event;
  std::function<void(const TurnDelta&)> on_delta;
};

struct Scene {
  ScratchFolder scratch;
  const SystemClock clock;
  const std::unique_ptr<Loop> loop = make_loop(clock);

  std::string store_name = "store";
  int words_per_second = 1'000;
  std::string record, replay;  // of whoever is opened next
  std::vector<Error> notices;

  std::string store() const { return (scratch.path() / store_name).string(); }
  std::string folder(const std::string& name = "work") const {
    std::filesystem::create_directories(scratch.path() / name);
    return (scratch.path() / name).string();
  }

  static Result<ClientOptions> settings(const ClientsGreeting& greeting) {
    ConfigSources sources;
    sources.variable = [&](const char* name) -> const char* {
      const auto found = greeting.environment.find(name);
      return found == greeting.environment.end() ? nullptr : found->second.c_str();
    };
    return ClientOptions{.config = TRY(Config::load(sources)),
                         .fingerprint = greeting.record.empty() && greeting.replay.empty()
                                            ? canonical(to_json(greeting.environment))
                                            : std::string(),
                         .rehearsal_words_per_second = greeting.rehearsal_words_per_second,
                         .record = greeting.record,
                         .replay = greeting.replay};
  }

  Result<std::unique_ptr<SharedStore>> try_open(
      const std::string& me, const std::map<std::string, std::string>& environment = {}) {
    ClientsGreeting greeting;
    greeting.principal.name = me;
    greeting.folder = folder();
    greeting.environment = environment;
    greeting.rehearsal_words_per_second = words_per_second;
    greeting.record = record;
    greeting.replay = replay;
    ServiceOptions options;
    options.store = store();
    options.command = "folkmoot as " + me;
    options.packs = embedded_files();
    return SharedStore::open(
        *loop,
        {.seat = {.store = store(),
                  .runtime_folder = {},
                  .command = options.command,
                  .open = [this, options, greeting]() -> Result<std::unique_ptr<OwnerService>> {
                    return open_service(options, TRY(settings(greeting)), *loop);
                  },
                  .settings = settings},
         .greeting = greeting,
         .look = [this] { return open_for_looking(store(), *loop); },
         .who_owns_it =
             [this, me] {
               const auto lock = StoreLock::take(store(), me);
               return lock ? Error{"store_free", "", "", ""} : lock.error();
             },
         .notice = [this](const Error& why) { notices.push_back(why); }});
  }
  std::unique_ptr<SharedStore> open(const std::string& me,
                                    const std::map<std::string, std::string>& environment = {}) {
    auto opened = try_open(me, environment);
    REQUIRE(opened);
    return std::move(*opened);
  }

  template <class T>
  Result<T> wait(const std::function<void(Done<T>)>& ask) {
    std::optional<Result<T>> answer;
    ask([&](Result<T> result) {
      answer = std::move(result);
      loop->stop();
    });
    while (!answer) loop->run();
    return std::move(*answer);
  }
  void rest(const Follower& follower, int times = 1) {
    while (follower.rests < times) loop->run();
  }

  RoomId conversation(Service& service, const std::string& where = "work") {
    const auto started = wait<Started>([&](auto done) {
      service.open_conversation(kAna, {.folder = folder(where), .model = "rehearsal"}, done);
    });
    REQUIRE(started);
    return started->room;
  }
  Result<EventPtr> say(Service& service, const Caller& caller, const RoomId& room,
                       const std::string& text, const std::string& id) {
    return wait<EventPtr>(
        [&](auto done) { service.say(caller, room, {.text = text, .client_id = id}, done); });
  }
};

TEST_CASE("P-73 G-44 a client of the owner hears the same and is heard by it") {
  Scene scene;
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
  Scene scene;
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
  Scene scene;
  const auto owner = scene.open("ana");
  const auto client = scene.open("ben");
  const auto resumed = scene.wait<Started>(
      [&](auto done) { client->service().resume(kBen, {"nowhere"}, ResumeForce::kNo, done); });
  REQUIRE(!resumed);
  CHECK(resumed.error().code == "room_unknown");
  CHECK(client->service().interrupt(kBen, {"nowhere"}).error().code == "nothing_runs");
}

TEST_CASE("P-3 G-44 when the owner is gone a client takes over: nothing lost, nothing doubled") {
  Scene scene;
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
  Scene scene;
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
  Scene scene;
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
  Scene scene;
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
  Scene scene;
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

TEST_CASE("G-44 a client that goes in the middle leaves its room at work") {
  Scene scene;
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
  Scene scene;
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
  Scene scene;
  std::filesystem::create_directories(scene.store());
  std::vector<std::unique_ptr<Link>> links;
  const auto socket = ListeningSocket::open(
      *scene.loop, scene.store() + "/socket", [&](std::unique_ptr<Link> link) {
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
  Scene scene;
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
  Scene scene;
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

TEST_CASE("C-4 G-44 what the next owner goes on saying can be interrupted") {
  Scene scene;
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
  Scene scene;
  scene.words_per_second = 10;
  auto owner = scene.open("ana");
  const auto client = scene.open("ben");
  const RoomId room = scene.conversation(client->service());
  Follower follower(*scene.loop);
  const auto watch = client->service().watch(room, {}, follower);
  scene.rest(follower);
  owner.reset();
  bool speaks = false;
  follower.on_event = [&](const Event& event) {
    if (event.kind != "turn.started") return;
    speaks = true;
    scene.loop->stop();
  };
  client->service().say(kBen, room, {"A tea shop, please.", "c-1"}, [](const auto&) {});
  while (!speaks) scene.loop->run();
  bool waits = false;
  client->finish([&] { waits = true; });
  CHECK(!waits);
}

TEST_CASE("G-44 nobody waits for a room that no other terminal watches") {
  Scene scene;
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
  bool speaks = false;
  at_owner.on_event = [&](const Event& event) {
    if (event.kind != "turn.started") return;
    speaks = true;
    scene.loop->stop();
  };
  owner->service().say(kAna, room, {"A tea shop, please.", "c-1"}, [](const auto&) {});
  while (!speaks) scene.loop->run();
  bool waits = false;
  owner->finish([&] { waits = true; });
  CHECK(!waits);
}

TEST_CASE("G-44 an owner that is full is asked again") {
  Scene scene;
  std::filesystem::create_directories(scene.store());
  std::vector<std::unique_ptr<Link>> links;
  const auto socket = ListeningSocket::open(
      *scene.loop, scene.store() + "/socket", [&](std::unique_ptr<Link> link) {
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
  Scene scene;
  scene.store_name = std::string(120, 's');
  const auto owner = scene.open("ana");
  const auto refused = scene.try_open("ben");
  REQUIRE(!refused);
  CHECK(refused.error().code == "store_in_use");
  CHECK(refused.error().cure.contains("XDG_RUNTIME_DIR"));
  CHECK(scene.notices.empty());
}

TEST_CASE("G-44 an owner that cannot listen says so, and works") {
  Scene scene;
  std::filesystem::create_directories(scene.store() + "/socket/in-the-way");
  const auto owner = scene.open("ana");
  REQUIRE(scene.notices.size() == 1);
  CHECK(scene.notices.front().code == "socket_failed");
  CHECK(!scene.conversation(owner->service()).empty());
}

}  // namespace
}  // namespace fm::server
