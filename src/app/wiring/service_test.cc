// The service as a door uses it: on a real store, with the rehearsal in the models' place.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/store_care.h"
#include "app/wiring/open.h"
#include "test/support/scratch_folder.h"

namespace fm {
namespace {

const Caller kAna{.who = {Actor::kPerson, "ana"}, .channel = {}};
const Caller kBen{.who = {Actor::kPerson, "ben"}, .channel = {}};

// Stops the loop when nothing of the room can go on by itself.
struct Rest final : Watcher {
  explicit Rest(Loop& of) : loop(of) {}
  void event(const EventPtr&) override {}
  void delta(const TurnDelta&) override {}
  void notice(const TurnNotice&) override {}
  void idle(const RoomId&) override { loop.stop(); }
  Loop& loop;
};

struct Scene {
  ScratchFolder scratch;
  const SystemClock clock;
  const std::unique_ptr<Loop> loop = make_loop(clock);
  std::unique_ptr<OwnerService> service;

  std::string folder() const { return scratch.path().string(); }

  std::unique_ptr<Service> look() {
    auto opened = open_for_looking((scratch.path() / "store").string(), *loop);
    REQUIRE(opened);
    return std::move(*opened);
  }
  void begin() {
    ConfigSources sources;
    sources.variable = [](const char*) -> const char* { return nullptr; };
    auto config = Config::load(sources);
    REQUIRE(config);
    ServiceOptions options;
    options.store = (scratch.path() / "store").string();
    options.command = "test";
    options.packs = embedded_files();
    auto opened = open_service(std::move(options), {.config = std::move(*config)}, *loop);
    REQUIRE(opened);
    service = std::move(*opened);
  }

  template <class T>
  Result<T> wait(const std::function<void(Done<T>)>& ask) {
    std::optional<Result<T>> answer;
    bool waits = false;
    ask([&](Result<T> result) {
      answer = std::move(result);
      if (waits) loop->stop();
    });
    waits = true;
    if (!answer) loop->run();
    REQUIRE(answer);
    return std::move(*answer);
  }

  RoomId conversation(const std::string& title = {}) {
    const auto started = wait<Started>([&](auto done) {
      service->open_conversation(
          kAna, {.folder = folder(), .room = {}, .new_title = title, .model = "rehearsal"}, done);
    });
    REQUIRE(started);
    Rest rest(*loop);
    const auto watch = service->watch(started->room, {}, rest);
    loop->run();
    return started->room;
  }
  Result<EventPtr> say(const RoomId& room, const std::string& text, const std::string& id,
                       const Caller& caller = kAna) {
    return wait<EventPtr>(
        [&](auto done) { service->say(caller, room, {.text = text, .client_id = id}, done); });
  }
  RoomViewPtr view(Service& of, const RoomId& room) {
    const auto seen = wait<RoomViewPtr>([&](auto done) { of.room(room, done); });
    REQUIRE(seen);
    return *seen;
  }
};

TEST_CASE("what is said is said in its caller's name, and the same words twice are said once") {
  Scene scene;
  scene.begin();
  const RoomId room = scene.conversation();
  const auto first = scene.say(room, "Good morning.", "c-1", kBen);
  REQUIRE(first);
  CHECK((*first)->by == kBen.who);
  CHECK((*first)->text("from") == "ben");
  const auto again = scene.say(room, "Good morning.", "c-1", kBen);
  REQUIRE(again);
  CHECK((*again)->room_seq == (*first)->room_seq);
  CHECK(scene.say(room, " \n\t", "c-2").error().code == "message_empty");
}

TEST_CASE("what is said in a room is taken up in its order, however long it takes to read") {
  Scene scene;
  scene.begin();
  const RoomId room = scene.conversation();
  std::vector<RoomSeq> order(2);
  int left = 2;
  const auto said = [&](std::size_t which) {
    return [&, which](const Result<EventPtr>& event) {
      REQUIRE(event);
      order[which] = (*event)->room_seq;
      if (--left == 0) scene.loop->stop();
    };
  };
  scene.service->say(kAna, room, {std::string(300'000, 'a') + " and so on", "c-1"}, said(0));
  scene.service->say(kAna, room, {"And that is all.", "c-2"}, said(1));
  scene.loop->run();
  CHECK(order[0] < order[1]);
}

TEST_CASE("two who come to a folder at once talk in one room") {
  Scene scene;
  scene.begin();
  std::vector<RoomId> rooms;
  for (const Caller& caller : {kAna, kBen})
    scene.service->open_conversation(caller, {.folder = scene.folder(), .model = "rehearsal"},
                                     [&](const Result<Started>& started) {
                                       REQUIRE(started);
                                       rooms.push_back(started->room);
                                       if (rooms.size() == 2) scene.loop->stop();
                                     });
  scene.loop->run();
  CHECK(rooms[0] == rooms[1]);
}

TEST_CASE("who looks beside an owner is answered the same and changes nothing") {
  Scene scene;
  scene.begin();
  const RoomId room = scene.conversation();
  REQUIRE(scene.say(room, "A tea shop, please.", "c-1"));
  const auto looking = scene.look();
  const auto rooms = scene.wait<Page<RoomSummary>>([&](auto done) { looking->rooms({}, done); });
  REQUIRE(rooms);
  REQUIRE(rooms->items.size() == 1);
  CHECK(rooms->items.front().id == room);
  const RoomViewPtr seen = scene.view(*looking, room);
  CHECK(std::ranges::any_of(seen->messages,
                            [](const Message& one) { return *one.text == "A tea shop, please."; }));

  const auto refused =
      scene.wait<EventPtr>([&](auto done) { looking->say(kAna, room, {"Again.", "c-2"}, done); });
  REQUIRE(!refused);
  CHECK(refused.error().code == "store_in_use");
  CHECK(looking->interrupt(kAna, room).error().code == "store_in_use");
  Scene nowhere;
  CHECK(open_for_looking(nowhere.folder() + "/none", *nowhere.loop).error().code == "store_empty");
}

TEST_CASE("lists come in pages that hold everything once") {
  Scene scene;
  scene.begin();
  const RoomId room = scene.conversation();
  const std::vector<RoomId> all{room, scene.conversation("one"), scene.conversation("two")};
  std::vector<RoomId> rooms;
  RoomsQuery query{.folder = scene.folder(), .page = {.cursor = {}, .limit = 2}};
  int pages = 0;
  do {
    const auto page =
        scene.wait<Page<RoomSummary>>([&](auto done) { scene.service->rooms(query, done); });
    REQUIRE(page);
    CHECK(page->items.size() <= 2);
    for (const RoomSummary& one : page->items) rooms.push_back(one.id);
    query.page.cursor = page->next;
    ++pages;
  } while (!query.page.cursor.empty());
  CHECK(pages == 2);
  CHECK(rooms.size() == 3);
  for (const RoomId& one : all) CHECK(std::ranges::count(rooms, one) == 1);

  const RoomSeq head = scene.view(*scene.service, room)->head;
  EventsQuery events{.room = room, .after = {}, .limit = 2};
  std::int64_t count = 0;
  for (;;) {
    const auto page =
        scene.wait<Page<EventPtr>>([&](auto done) { scene.service->events(events, done); });
    REQUIRE(page);
    for (const EventPtr& event : page->items) CHECK(event->room_seq.value == ++count);
    if (page->next.empty()) break;
    events.after = page->items.back()->room_seq;
  }
  CHECK(count == head.value);
}

TEST_CASE("a room is opened at its end and paged back to its beginning") {
  Scene scene;
  scene.begin();
  const RoomId room = scene.conversation();
  const RoomSeq head = scene.view(*scene.service, room)->head;
  EventsQuery events{.room = room, .after = {}, .before = RoomSeq{0}, .limit = 2};
  std::int64_t left = head.value;
  for (;;) {
    const auto page =
        scene.wait<Page<EventPtr>>([&](auto done) { scene.service->events(events, done); });
    REQUIRE(page);
    REQUIRE(!page->items.empty());
    CHECK(page->items.size() <= 2);
    CHECK(page->items.back()->room_seq.value == left);
    left = page->items.front()->room_seq.value - 1;
    if (page->next.empty()) break;
    events.before = page->items.front()->room_seq;
    CHECK(page->next == std::to_string(events.before->value));
  }
  CHECK(left == 0);
}

TEST_CASE("a room that nobody began is unknown, not empty") {
  Scene scene;
  scene.begin();
  const auto seen =
      scene.wait<RoomViewPtr>([&](auto done) { scene.service->room(RoomId{"nowhere"}, done); });
  REQUIRE(!seen);
  CHECK(seen.error().code == "room_unknown");
}

TEST_CASE("the same room that nothing happened in is the same view") {
  Scene scene;
  scene.begin();
  const RoomId room = scene.conversation();
  const auto looking = scene.look();
  const RoomViewPtr first = scene.view(*looking, room);
  const RoomViewPtr second = scene.view(*looking, room);
  CHECK(first == second);
  const RoomSeq before = second->head;
  REQUIRE(scene.say(room, "One thing more.", "c-1"));
  CHECK(scene.view(*looking, room)->head > before);
  CHECK(second->head == before);  // what somebody holds does not change
}

TEST_CASE("what is under way in a room can be ended for good") {
  Scene scene;
  scene.begin();
  const RoomId room = scene.conversation();
  const auto cancelled = scene.wait<EventPtr>(
      [&](auto done) { scene.service->cancel(kBen, room, "nobody needs it", done); });
  REQUIRE(cancelled);
  CHECK((*cancelled)->kind == "flow.cancelled");
  CHECK((*cancelled)->by == kBen.who);
  const auto unknown = scene.wait<EventPtr>(
      [&](auto done) { scene.service->cancel(kAna, RoomId{"nowhere"}, "", done); });
  REQUIRE(!unknown);
  CHECK(unknown.error().code == "room_unknown");
}

TEST_CASE("a service may be closed in the middle of everything") {
  Scene scene;
  scene.begin();
  const RoomId room = scene.conversation();
  int answered = 0;
  const auto count = [&](const auto&) { ++answered; };
  scene.service->say(kAna, room, {std::string(300'000, 'a'), "c-1"}, count);
  scene.service->open_conversation(kAna, {.folder = scene.folder(), .model = "rehearsal"}, count);
  scene.service->room(RoomId{"nowhere"}, count);
  scene.service->gates({}, count);
  scene.service.reset();
  scene.loop->post([&] { scene.loop->stop(); });
  scene.loop->run();
  CHECK(answered == 0);
  scene.begin();  // the store is free again, and whole
  const auto health = check_store((scene.scratch.path() / "store").string());
  REQUIRE(health);
  CHECK(health->faults.empty());
  CHECK(health->rooms == 1);
}

// What a client of another process brings; nothing listens at that port.
ClientOptions brought(const std::string& address) {
  ConfigSources sources;
  sources.variable = [&](const char* name) -> const char* {
    const std::string_view asked = name;
    return asked == "OPENAI_API_KEY"    ? "sk-any"
           : asked == "OPENAI_BASE_URL" ? address.c_str()
                                        : nullptr;
  };
  auto config = Config::load(sources);
  REQUIRE(config);
  return {.config = std::move(*config), .fingerprint = address};
}

TEST_CASE("G-44 a room is taken up by nobody whose models are elsewhere") {
  Scene scene;
  scene.begin();
  RoomId room;
  {
    const auto client = scene.service->admit(brought("http://127.0.0.1:9/v1"));
    REQUIRE(client);
    const auto started = scene.wait<Started>([&](auto done) {
      (*client)->open_conversation(kAna, {.folder = scene.folder(), .model = "openai:any"}, done);
    });
    REQUIRE(started);
    room = started->room;
    Rest rest(*scene.loop);
    const auto watch = scene.service->watch(room, {}, rest);
    scene.loop->run();
  }
  scene.service.reset();
  scene.begin();
  const auto elsewhere = scene.service->admit(brought("http://127.0.0.2:9/v1"));
  const auto same = scene.service->admit(brought("http://127.0.0.1:9/v1"));
  REQUIRE(elsewhere);
  REQUIRE(same);
  bool is_refused = false;
  (*elsewhere)->take_up(room, [&] {
    is_refused = true;
    scene.loop->stop();
  });
  scene.loop->run();
  CHECK(is_refused);

  Rest rest(*scene.loop);
  const auto watch = scene.service->watch(room, {}, rest);
  bool is_refused_too = false;
  (*same)->take_up(room, [&] {
    is_refused_too = true;
    scene.loop->stop();
  });
  scene.loop->run();
  CHECK(!is_refused_too);
}

// How many descriptors of this process are of a file.
int open_on(const std::filesystem::path& file) {
  int number = 0;
  for (const auto& one : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    number += std::filesystem::read_symlink(one, gone) == file;
  }
  return number;
}

TEST_CASE("G-44 what a client brought goes when the command that it left behind is done") {
  Scene scene;
  scene.begin();
  ClientOptions options = brought("http://127.0.0.1:9/v1");
  options.record = scene.folder() + "/recording.jsonl";  // that it is open shows who is kept
  const std::string record = options.record;
  auto client = scene.service->admit(std::move(options));
  REQUIRE(client);
  CHECK(open_on(record) == 1);
  bool is_done = false;
  (*client)->open_conversation(kAna, {.folder = scene.folder(), .model = "rehearsal"},
                               [&](const Result<Started>& started) {
                                 CHECK(started);
                                 is_done = true;
                                 scene.loop->stop();
                               });
  client->reset();
  scene.loop->run();
  REQUIRE(is_done);
  for (int i = 0; i < 50; ++i) {
    scene.loop->post([&] { scene.loop->stop(); });
    scene.loop->run();
  }
  CHECK(open_on(record) == 0);
}

}  // namespace
}  // namespace fm
