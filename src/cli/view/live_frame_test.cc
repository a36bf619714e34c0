// What stands at the bottom of the live view, and what moves from there into the scrollback.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "test/support/live_show.h"

namespace fm::cli {
namespace {

using Show = testing::LiveShow;

TEST_CASE("I-14 when growing words become final nothing of them is drawn again") {
  Show show;
  show.begin();
  show.start_turn("t-1", "leader", "kickoff");
  const std::string words =
      "Some **bold** words that wrap over more than one line of the screen, "
      "as they grow.\n\n- and an entry";
  show.stream("t-1", words);
  show.script.tell("turn.finished", JsonObject{{"turn", "t-1"}}).say("leader", "kickoff", words);
  show.play();
  CHECK(!show.written.contains("wrap"));
  CHECK(!show.written.contains("entry"));
}

TEST_CASE("I-14 a speech taller than the screen moves into the scrollback while it grows") {
  for (const std::size_t rows : {6u, 10u, 24u}) {
    Show show(40, rows);
    show.begin(true);
    show.start_turn("t-1", "leader", "kickoff");
    std::string words;
    for (int i = 1; i <= 30; ++i)
      words += "Paragraph " + std::to_string(i) + " has a few words that wrap.\n\n";
    show.stream("t-1", words, 11);
    CHECK(std::ranges::count(show.living, '\n') <= static_cast<std::ptrdiff_t>(rows));
    show.end_turn("t-1", "leader", "kickoff", words);

    Show at_once(40, rows);
    at_once.begin(true);
    at_once.start_turn("t-1", "leader", "kickoff");
    at_once.end_turn("t-1", "leader", "kickoff", words);
    CHECK(show.settled == at_once.settled);
    CHECK(show.on_screen() == at_once.on_screen());
    CHECK(show.terminal.overflows() == 0);
  }
}

TEST_CASE("I-14 a new width in the middle of a long speech repeats nothing and loses nothing") {
  std::string words;
  for (int i = 1; i <= 20; ++i)
    words += "Paragraph " + std::to_string(i) + " has words enough to wrap at forty columns.\n\n";
  Show show(40, 10);
  show.begin();
  show.start_turn("t-1", "leader", "kickoff");
  std::string said;  // what is in the scrollback, without spaces
  const auto keep = [&said](const Lines& lines) {
    for (const char c : visible(lines))
      if (c != '\n') said += c;
  };
  Frame frame;
  const auto grow_to = [&](std::size_t size) {
    show.screen.delta(
        {.room = {}, .turn = "t-1", .attempt = 1, .offset = 0, .text = words.substr(0, size)});
    frame = show.screen.frame(Millis(0));
    show.painter.paint(frame);
    keep(frame.settled);
  };
  grow_to(700);
  for (const Size size : {Size{90, 10}, Size{30, 6}, Size{60, 20}, Size{24, 5}}) {
    const std::size_t off = show.painter.resize(size).scrolled_off;
    keep({frame.living.begin(), frame.living.begin() + static_cast<std::ptrdiff_t>(off)});
    show.screen.scrolled_off(off);
    show.screen.resize(size.columns, size.rows);
    grow_to(words.size());
  }
  show.script.tell("turn.finished", JsonObject{{"turn", "t-1"}}).say("leader", "kickoff", words);
  for (std::size_t i = show.script.events.size() - 2; i < show.script.events.size(); ++i) {
    show.view_state.apply(show.script.events[i]);
    show.screen.event(show.script.events[i], Age::kNew);
  }
  keep(show.screen.frame(Millis(0)).settled);
  std::string expected = "✦Leader";
  for (const char c : words)
    if (c != ' ' && c != '\n') expected += c;
  CHECK(said == expected);
}

TEST_CASE("P-33 another attempt replaces the words that were shown") {
  Show show;
  show.begin();
  show.start_turn("t-1", "leader", "kickoff");
  show.stream("t-1", "A first try that breaks off");
  show.screen.notice(
      {.room = {}, .turn = "t-1", .agent = "leader", .text = "It waits 2 s (overload)."});
  show.draw();
  CHECK(show.living.contains("  It waits 2 s (overload).\n\n✦ Leader waiting...  0:41"));
  show.screen.notice({.room = {}, .turn = "t-1", .agent = "leader", .text = ""});
  show.stream("t-1", "Now it holds.", 7, 2);
  show.end_turn("t-1", "leader", "kickoff", "Now it holds.");
  CHECK(!show.on_screen().contains("first try"));
  CHECK(show.on_screen().contains("✦ Leader\n  Now it holds.\n"));
}

TEST_CASE("P-33 a wait counts down to its end, and a short one does not") {
  Show show;
  show.begin();
  show.start_turn("t-1", "leader", "kickoff");
  const auto wait = [&](Millis span) {
    show.screen.notice(
        {.room = {}, .turn = "t-1", .agent = "leader", .text = "Waits its turn.", .wait = span});
  };
  wait(Millis(72'000));
  show.draw(Millis(10'000));
  CHECK(show.living.contains("  Waits its turn. 1:12 left\n"));
  show.draw(Millis(75'000));
  CHECK(show.living.contains("  Waits its turn. 0:07 left\n"));
  show.draw(Millis(99'000));
  CHECK(show.living.contains("  Waits its turn. 0:00 left\n"));
  wait(Millis(2'000));
  show.draw(Millis(99'000));
  CHECK(show.living.contains("  Waits its turn.\n"));
}

TEST_CASE("P-33 words that are in the scrollback already are taken back in words") {
  Show show(40, 8);
  show.begin();
  show.start_turn("t-1", "leader", "kickoff");
  std::string words;
  for (int i = 1; i <= 12; ++i) words += "- entry " + std::to_string(i) + "\n";
  show.stream("t-1", words);
  show.stream("t-1", "Something else.", 4, 2);
  show.end_turn("t-1", "leader", "kickoff", "Something else.");
  CHECK(show.settled.ends_with("\n\n  (cut off; again:)\n\n✦ Leader\n  Something else.\n"));
}

TEST_CASE("what comes while a long speech grows waits for its end, and is seen meanwhile") {
  Show show(60, 12);
  show.begin();
  show.start_turn("t-1", "leader", "kickoff");
  std::string words;
  for (int i = 1; i <= 14; ++i) words += "- entry " + std::to_string(i) + "\n";
  show.stream("t-1", words);
  show.script.say("ana", "user", "What about rain?");
  show.play();
  CHECK(show.living.contains("> You\n  What about rain?\n"));
  CHECK(!show.settled.contains("rain"));
  show.end_turn("t-1", "leader", "kickoff", words);
  CHECK(show.settled.ends_with("  - entry 14\n\n> You\n  What about rain?\n"));
}

TEST_CASE("I-13 a person sees what they type, and what can be said") {
  Show show(40, 12);
  show.begin(true);
  CHECK(show.living.ends_with("\n> say something, or: pause, stop\n"));
  CHECK(show.terminal.cursor_column() == 2);
  show.screen.typing("日本 ok", std::string_view("日本 ok").size());
  show.draw();
  CHECK(show.living.ends_with("\n> 日本 ok\n"));
  CHECK(show.terminal.cursor_column() == 9);
  const std::string longer(100, 'x');
  show.screen.typing(longer + "end", 103);
  show.draw();
  CHECK(show.living.ends_with("xxxend\n"));
  CHECK(show.living.contains("\n> xxx"));
  CHECK(show.terminal.cursor_column() <= 39);
  show.screen.ask("continue, skip, or stop? [c/s/x] ");
  show.draw();
  CHECK(show.living.ends_with("\ncontinue, skip, or stop? [c/s/x] \n"));
}

// Whatever comes in whatever pieces: the scrollback is the same as if all had come at once, no
// line is too wide, and the terminal shows exactly what was settled and lives.
TEST_CASE("I-14 any stream in any pieces on any terminal ends in the same conversation") {
  std::mt19937 random(20260501);  // a test that fails prints what it was at
  const auto below = [&](std::size_t limit) { return random() % limit; };
  for (int run = 0; run < 60; ++run) {
    CAPTURE(run);
    const std::size_t columns = 24 + below(100);
    const std::size_t rows = 5 + below(30);
    Show pieces(columns, rows);
    Show whole(columns, rows);
    pieces.begin(true);
    whole.begin(true);
    for (int speech = 0; speech < 6; ++speech) {
      std::string words;
      for (std::size_t i = below(30); i > 0; --i) {
        static constexpr std::string_view kBits[] = {
            "word ", "日本語 ", "**bold** ", "a-much-longer-word ",
            "\n\n",  "\n- ",    "`code` ",   "é "};
        words += kBits[below(std::size(kBits))];
      }
      words += "end.";
      const std::string turn = "t-" + std::to_string(speech);
      const std::string_view agent = below(2) == 0 ? "leader" : "researcher";
      for (Show* show : {&pieces, &whole}) show->start_turn(turn, agent, "research");
      pieces.stream(turn, words, 1 + below(9));
      for (Show* show : {&pieces, &whole}) show->end_turn(turn, agent, "researcher", words);
    }
    CHECK(pieces.settled == whole.settled);
    CHECK(pieces.on_screen() == whole.on_screen());
    CHECK(pieces.terminal.overflows() == 0);
    CHECK(pieces.on_screen() == pieces.settled + pieces.living);
  }
}

}  // namespace
}  // namespace fm::cli
