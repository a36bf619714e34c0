// LiveShow: a room, its live view, and a terminal on which every frame is drawn, for the tests of
// the live view.
#pragma once

#include <string>
#include <string_view>

#include "cli/view/live_screen.h"
#include "cli/view/painter.h"
#include "test/support/fake_terminal.h"
#include "test/support/room_script.h"

namespace fm::cli::testing {

class LiveShow {
 public:
  explicit LiveShow(std::size_t columns = 80, std::size_t rows = 24,
                    Charset charset = Charset::kUtf8)
      : screen(view_state, {.charset = charset, .me = "ana"}),
        painter(Reflow::kWraps, {columns, rows}),
        terminal(columns, rows) {
    screen.resize(columns, rows);
  }

  void begin(bool interactive = false) {
    Opening opening;
    opening.interactive = interactive;
    screen.begin(opening);
    script.create("a tool library");
    script.start({{"topic", "a tool library"}, {"preset", "standard"}, {"max_rounds", 1}});
    play();
  }

  // Everything that was told since the last call, and a frame after each event.
  void play() {
    for (; played_ < script.events.size(); ++played_) {
      view_state.apply(script.events[played_]);
      screen.event(script.events[played_], Age::kNew);
      draw();
    }
  }

  void start_turn(std::string_view turn, std::string_view agent, std::string_view task) {
    script.tell("turn.started",
                JsonObject{{"turn", turn}, {"agent", agent}, {"task", task}, {"round", 1}});
    play();
  }

  void stream(const std::string& turn, std::string_view text, std::size_t step = 7,
              int attempt = 1) {
    for (std::size_t at = 0; at < text.size(); at += step) {
      screen.delta({.room = {},
                    .turn = turn,
                    .attempt = attempt,
                    .offset = at,
                    .text = std::string(text.substr(at, step))});
      draw();
    }
  }

  void end_turn(std::string_view turn, std::string_view agent, std::string_view kind,
                std::string_view text) {
    script.tell("turn.finished", JsonObject{{"turn", turn}});
    script.say(agent, kind, text);
    play();
  }

  void draw(Millis elapsed = Millis(41'000)) {
    const Frame frame = screen.frame(elapsed);
    for (const Line& line : frame.settled) settled += plain(line) + "\n";
    living.clear();
    for (const Line& line : frame.living) living += plain(line) + "\n";
    written = painter.paint(frame);
    terminal.feed(written);
  }

  std::string on_screen() const {
    std::string out;
    for (const std::string& line : terminal.lines()) out += line + "\n";
    return out;
  }

  fm::testing::RoomScript script{"a-room-2k7f"};
  ViewState view_state;
  LiveScreen screen;
  Painter painter;
  fm::testing::FakeTerminal terminal;
  std::string settled;  // all of it
  std::string living;   // of the last frame
  std::string written;  // its bytes

 private:
  std::size_t played_ = 0;
};

}  // namespace fm::cli::testing
