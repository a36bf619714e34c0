// For the tests of SharedStore: several processes on one store, here as several shared stores on
// one loop; real processes are in test/e2e/owner_test.cc.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/store.h"
#include "app/wiring/open.h"
#include "server/shared_store.h"
#include "test/support/scratch_folder.h"

namespace fm::server::testing {

inline const Caller kAna{.who = {Actor::kPerson, "ana"}, .channel = {}};
inline const Caller kBen{.who = {Actor::kPerson, "ben"}, .channel = {}};

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

struct SharedScene {
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
               return lock ? Error{"store_in_use", "", "", ""} : lock.error();
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
  // Says it, and waits until somebody of the team begins to speak.
  void say_until_spoken(Service& service, const Caller& who, Follower& follower,
                        const RoomId& room) {
    bool speaks = false;
    follower.on_event = [&](const Event& event) {
      if (event.kind != "turn.started") return;
      speaks = true;
      loop->stop();
    };
    service.say(who, room, {"A tea shop, please.", "c-1"}, [](const auto&) {});
    while (!speaks) loop->run();
    follower.on_event = nullptr;
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

}  // namespace fm::server::testing
