// SessionWorld: a room's session before a fake service, with a view that remembers what it was
// told.
#pragma once

#include <unistd.h>

#include <csignal>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/session/room_session.h"
#include "test/support/fake_service.h"
#include "test/support/room_script.h"

namespace fm::cli::testing {

using fm::testing::FakeService;
using fm::testing::RoomScript;

// A view that remembers what it was told.
class Remembering final : public View {
 public:
  void begin(const Opening& told) override { opening = told; }
  void event(const Event& event, Age age) override {
    kinds.push_back((age == Age::kEarlier ? "old " : "") + event.kind);
    if (on_event) on_event(event);
  }
  void delta(const TurnDelta& delta) override { words += delta.text; }
  void notice(const TurnNotice&) override {}
  void end(const Ending& told) override { ending = told; }
  void ask(const std::string& question) override { questions.push_back(question); }
  void typing(const std::string&, std::size_t) override {}
  void trouble(const Error& error) override { troubles.push_back(error.code); }
  void show(const Layout& layout) override {
    for (const Line& line : layout(80, Charset::kUtf8)) shown += plain(line) + "\n";
  }
  void idle() override { ++rests; }

  std::optional<Opening> opening;
  std::vector<std::string> kinds;
  std::string words;
  std::vector<std::string> questions;
  std::vector<std::string> troubles;
  std::string shown;
  int rests = 0;
  std::optional<Ending> ending;
  std::function<void(const Event&)> on_event;
};

struct SessionWorld {
  explicit SessionWorld(bool interactive = true)
      : SessionWorld(RoomSession::Options{.interactive = interactive}) {}
  explicit SessionWorld(RoomSession::Options options) {
    std::signal(SIGPIPE, SIG_IGN);
    if (::pipe(ends) != 0) throw Bug("no pipe");
    output.emplace(ends[1]);
    session.emplace(service, *loop, view_state, view, *output, options);
    script.create("x").start({{"topic", "x"}});
    service.tell(script.events);
  }
  ~SessionWorld() {
    session.reset();
    output.reset();
    if (ends[0] >= 0) ::close(ends[0]);
    ::close(ends[1]);
  }

  // More events, then nothing moves until somebody does something.
  void happen(bool idle = true) {
    service.tell(script.events);
    if (idle) service.become_idle();
  }
  int run(bool continued = false) {
    Started started;
    started.room = {"a-room-2k7f"};
    started.continued = continued;
    started.earlier = service.head();
    const auto status = session->run(started);
    return status ? *status : -1;
  }
  void open_gate(std::string_view type = "budget") {
    script.tell("gate.opened", JsonObject{{"gate", "g-1"},
                                          {"type", type},
                                          {"question", "Go on?"},
                                          {"digest", "d"},
                                          {"options", {"continue", "skip turn", "stop"}}});
  }
  void finish(std::string_view completion = "success") {
    script.finish(completion);
    happen();
  }

  int ends[2];
  const SystemClock clock;
  std::unique_ptr<Loop> loop = make_loop(clock);
  RoomScript script{"a-room-2k7f"};
  FakeService service{*loop, "a-room-2k7f"};
  ViewState view_state;
  Remembering view;
  std::optional<Output> output;
  std::optional<RoomSession> session;
};

}  // namespace fm::cli::testing
