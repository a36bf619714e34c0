// What one client of another process is sent.
#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/wiring/open.h"
#include "base/json.h"
#include "server/owner/owner_door.h"
#include "test/support/scratch_folder.h"

namespace fm::server {
namespace {

const Caller kAna{.who = {Actor::kPerson, "ana"}, .channel = {}};

// What the client reads of its link is up to the test.
struct Sent {
  std::vector<std::string> messages;
  std::size_t waiting = 0;
  LinkEnd* end = nullptr;
  std::function<void(const std::string&)> on_message;
};

class SlowLink final : public Link {
 public:
  explicit SlowLink(Sent& sent) : sent_(sent) {}
  void listen(LinkEnd& end) override { sent_.end = &end; }
  void send(std::string message) override {
    sent_.messages.push_back(message);
    if (sent_.on_message) sent_.on_message(message);
  }
  std::size_t waiting() const override { return sent_.waiting; }

 private:
  Sent& sent_;
};

// Lets somebody wait until a room rests.
struct Rest final : Watcher {
  explicit Rest(Loop& of) : loop(of) {}
  void event(const EventPtr&) override {}
  void delta(const TurnDelta&) override {}
  void notice(const TurnNotice&) override {}
  void idle(const RoomId&) override {
    ++times;
    loop.stop();
  }
  Loop& loop;
  int times = 0;
};

// Counts warnings until somebody says something.
struct Heard final : Watcher {
  explicit Heard(Loop& of) : loop(of) {}
  void event(const EventPtr& event) override {
    warnings += event->kind == "warning";
    if (event->kind != "message.posted" || event->by != kAna.who) return;
    said = true;
    loop.stop();
  }
  void delta(const TurnDelta&) override {}
  void notice(const TurnNotice&) override {}
  void idle(const RoomId&) override {}
  Loop& loop;
  int warnings = 0;
  bool said = false;
};

struct Scene {
  ScratchFolder scratch;
  const SystemClock clock;
  const std::unique_ptr<Loop> loop = make_loop(clock);
  std::unique_ptr<OwnerService> service;

  Scene() {
    ServiceOptions options;
    options.store = (scratch.path() / "store").string();
    options.command = "test";
    options.packs = embedded_files();
    auto opened = open_service(std::move(options), settings(), *loop);
    REQUIRE(opened);
    service = std::move(*opened);
  }

  static ClientOptions settings() {
    ConfigSources sources;
    sources.variable = [](const char*) -> const char* { return nullptr; };
    auto config = Config::load(sources);
    REQUIRE(config);
    return {
        .config = std::move(*config), .fingerprint = "same", .rehearsal_words_per_second = 1'000};
  }

  RoomId conversation() {
    RoomId room;
    service->open_conversation(kAna, {.folder = scratch.path().string(), .model = "rehearsal"},
                               [&](const Result<Started>& started) {
                                 REQUIRE(started);
                                 room = started->room;
                                 loop->stop();
                               });
    while (room.empty()) loop->run();
    return room;
  }
};

TEST_CASE("G-44 words that grow are not sent to a client that does not read") {
  Scene scene;
  const RoomId room = scene.conversation();
  Rest rest(*scene.loop);
  const auto watch = scene.service->watch(room, {}, rest);
  while (rest.times == 0) scene.loop->run();

  Sent sent;
  OwnerDoor door(*scene.loop, {},
                 [&](const ClientsGreeting&) { return scene.service->admit(Scene::settings()); });
  door.add(std::make_unique<SlowLink>(sent));
  sent.end->received(to_message(ClientsGreeting{.principal = {.name = "ben"}}));
  sent.end->received(canonical(JsonObject{{"watch", 1}, {"room", room.value}, {"after", 0}}));

  // It stops reading when the first words come.
  std::optional<std::size_t> at_stop;
  sent.on_message = [&](const std::string& message) {
    if (at_stop || !message.contains("\"delta\":")) return;
    sent.waiting = kMostWaiting + 1;
    at_stop = sent.messages.size();
  };
  scene.service->say(kAna, room, {"What does a tea shop cost?", "c-1"}, [](const auto&) {});
  while (rest.times < 2) scene.loop->run();
  REQUIRE(at_stop);
  CHECK(sent.messages.size() == *at_stop);

  // What it missed comes when it reads.
  sent.waiting = 0;
  sent.on_message = [&](const std::string& message) {
    if (message.contains("\"idle\":")) scene.loop->stop();
  };
  sent.end->drained();
  scene.loop->run();
  CHECK(sent.messages.size() > *at_stop + 1);
}

TEST_CASE("P-63 a process of an agent is refused by the owner, whatever it asks") {
  Scene scene;
  const RoomId room = scene.conversation();
  Sent sent;
  OwnerDoor door(*scene.loop, {},
                 [&](const ClientsGreeting&) { return scene.service->admit(Scene::settings()); });
  door.add(std::make_unique<SlowLink>(sent),
           Error{"agent_cannot_decide", "It was refused.", "It is a command of an agent.", ""});
  sent.end->received(to_message(ClientsGreeting{.principal = {.name = "ana"}}));
  int id = 0;
  for (const char* command :
       {"say", "answer", "interrupt", "open_conversation", "ideate", "enter", "resume",
        "begin_anew", "cancel", "forget", "bind", "unbind", "move_room", "choose_model", "warn"}) {
    sent.end->received(canonical(JsonObject{
        {"id", ++id}, {"do", command}, {"room", room.value}, {"request", JsonObject()}}));
    const auto told = parse_json(sent.messages.back());
    REQUIRE(told);
    CHECK_MESSAGE(int_at(*told, "id") == id, command);
    CHECK_MESSAGE(text_at(*find_at(*told, "error"), "code") == "agent_cannot_decide", command);
  }
  // The room is told once: before the next thing that happens there.
  Heard heard(*scene.loop);
  const auto watch = scene.service->watch(room, {}, heard);
  scene.service->say(kAna, room, {"Hello.", "c-9"}, [](const auto&) {});
  while (!heard.said) scene.loop->run();
  CHECK(heard.warnings == 1);
}

}  // namespace
}  // namespace fm::server
