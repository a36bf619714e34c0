#include "cli/view/live_view.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include "loop/sim_loop.h"
#include "test/support/room_script.h"

namespace fm::cli {
namespace {

constexpr std::string_view kFrame = "\x1b[?2026h";

struct Watched {
  Watched() {
    if (::pipe(ends) != 0) throw Bug("no pipe");
    output.emplace(ends[1]);
    view.emplace(view_state, loop, *output, Terminal{}, [this] { return size; }, "ana");
    view->begin({});
    tell("room.created", R"({"title":"x"})");
    tell("flow.started", R"({"name":"ideation","args":{"topic":"x"}})");
    tell("turn.started", R"({"turn":"t-1","agent":"leader","task":"kickoff"})");
  }
  ~Watched() {
    view.reset();
    output.reset();
    ::close(ends[0]);
    ::close(ends[1]);
  }

  void tell(std::string_view kind, std::string_view body) {
    script.tell(kind, body);
    view_state.apply(script.events.back());
    view->event(script.events.back(), Age::kNew);
  }
  void delta(std::size_t offset, std::string text) {
    view->delta(
        {.room = {}, .turn = "t-1", .attempt = 1, .offset = offset, .text = std::move(text)});
  }
  // What was drawn since the last call.
  std::string drawn() {
    output->write("!");  // so that there is something to read
    output->flush();
    std::string text(1 << 16, '\0');
    text.resize(static_cast<std::size_t>(::read(ends[0], text.data(), text.size())));
    return text;
  }
  static std::size_t frames(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(kFrame, at)) != std::string_view::npos; ++at) ++count;
    return count;
  }

  int ends[2];
  SimLoop loop;
  testing::RoomScript script{"a-room-2k7f"};
  ViewState view_state;
  Size size;
  std::optional<Output> output;
  std::optional<LiveView> view;
};

TEST_CASE("I-14 much that happens at once is one frame, twenty a second at most") {
  Watched watched;
  watched.loop.run_ready();
  CHECK(Watched::frames(watched.drawn()) == 1);
  for (std::size_t i = 0; i < 100; ++i) watched.delta(i, "x");
  watched.loop.run_for(Millis(49));
  CHECK(Watched::frames(watched.drawn()) == 0);
  watched.loop.run_for(Millis(1));
  const std::string drawn = watched.drawn();
  CHECK(Watched::frames(drawn) == 1);
  CHECK(drawn.contains(std::string(77, 'x')));
}

TEST_CASE("I-14 while somebody is at work the time passes, and with nobody at work nothing moves") {
  Watched watched;
  watched.loop.run_ready();
  watched.drawn();
  watched.loop.run_for(Millis(1000));
  const std::string drawn = watched.drawn();
  CHECK(Watched::frames(drawn) == 1);
  CHECK(drawn.contains("thinking...  0:01"));
  watched.tell("turn.failed", R"({"turn":"t-1","error":{"message":"No answer."}})");
  watched.loop.run_for(Millis(1000));
  CHECK(watched.drawn().contains("No answer."));
  watched.loop.run_for(Millis(5000));
  CHECK(Watched::frames(watched.drawn()) == 0);
}

TEST_CASE("I-14 a terminal that stands still gets no frames, and then all that was said") {
  Watched watched;
  watched.loop.run_ready();
  watched.drawn();
  watched.output->write(std::string(100'000, '.'));  // more than the pipe takes
  watched.tell("warning", R"({"message":"First."})");
  watched.loop.run_for(Millis(3000));
  watched.tell("warning", R"({"message":"Second."})");
  watched.loop.run_for(Millis(3000));
  std::string seen;
  while (seen.size() < 100'000) {
    std::string text(1 << 16, '\0');
    text.resize(static_cast<std::size_t>(::read(watched.ends[0], text.data(), text.size())));
    seen += text;
  }
  CHECK(seen.size() == 100'000);
  watched.output->flush();
  watched.view->drained();
  const std::string drawn = watched.drawn();
  CHECK(Watched::frames(drawn) == 1);
  CHECK(drawn.contains("First."));
  CHECK(drawn.contains("Second."));
}

TEST_CASE("I-14 a new size is taken up with the next frame") {
  Watched watched;
  watched.loop.run_ready();
  watched.drawn();
  watched.size = {40, 10};
  watched.view->resized();
  watched.loop.run_for(Millis(50));
  const std::string drawn = watched.drawn();
  CHECK(drawn.starts_with("\x1b["));  // the former lines are taken away
  CHECK(drawn.contains("Leader"));
}

TEST_CASE("I-13 what is typed shows at once") {
  Watched watched;
  watched.view->begin({.started = {}, .earlier = {}, .resumed = false, .interactive = true});
  watched.loop.run_ready();
  watched.drawn();
  watched.view->typing("hello", 5);
  CHECK(watched.drawn().contains("hello"));
}

}  // namespace
}  // namespace fm::cli
