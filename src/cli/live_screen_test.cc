#include "cli/live_screen.h"

#include <doctest/doctest.h>

#include <random>

#include "cli/painter.h"
#include "test/support/fake_terminal.h"
#include "test/support/room_script.h"

namespace fm::cli {
namespace {

using testing::FakeTerminal;
using testing::RoomScript;

// A room, its live view, and a terminal on which every frame is drawn.
class Show {
 public:
  explicit Show(std::size_t columns = 80, std::size_t rows = 24, Charset charset = Charset::kUtf8)
      : screen(story, {.charset = charset, .me = "ana"}),
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
      story.apply(script.events[played_]);
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

  void draw() {
    const Frame frame = screen.frame(Millis(41'000));
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

  RoomScript script{"a-room-2k7f"};
  Story story;
  LiveScreen screen;
  Painter painter;
  FakeTerminal terminal;
  std::string settled;  // all of it
  std::string living;   // of the last frame
  std::string written;  // its bytes

 private:
  std::size_t played_ = 0;
};

TEST_CASE("I-14 who is thinking stands in the living line, in the scrollback only what was said") {
  Show show;
  show.begin();
  show.start_turn("t-1", "leader", "kickoff");
  CHECK(show.living == "\n✦ Leader thinking...  0:41\n");
  show.stream("t-1", "Let us begin.");
  CHECK(show.living == "\n✦ Leader\n  Let us begin.\n\n✦ Leader speaking...  0:41\n");
  show.end_turn("t-1", "leader", "kickoff", "Let us begin.");
  CHECK(show.settled ==
        "a tool library\n"
        "Room a-room-2k7f, team ideation, standard, 1 round.\n"
        "\n"
        "Kickoff\n"
        "\n"
        "✦ Leader\n"
        "  Let us begin.\n");
  CHECK(show.living == "\nOne moment...  0:41\n");
}

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
    show.story.apply(show.script.events[i]);
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

TEST_CASE("P-33 words that are in the scrollback already are taken back in words") {
  Show show(40, 8);
  show.begin();
  show.start_turn("t-1", "leader", "kickoff");
  std::string words;
  for (int i = 1; i <= 12; ++i) words += "- entry " + std::to_string(i) + "\n";
  show.stream("t-1", words);
  show.stream("t-1", "Something else.", 4, 2);
  show.end_turn("t-1", "leader", "kickoff", "Something else.");
  CHECK(show.settled.ends_with("\n\n  (cut off; once more:)\n\n✦ Leader\n  Something else.\n"));
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

TEST_CASE("I-14 ideas come as a table, its head once") {
  Show show;
  show.begin();
  show.start_turn("t-1", "ideation", "ideate");
  const std::string words =
      "Two of them.\n{\"ideas\": [{\"title\": \"A shed\"}, {\"title\": \"A bus\"}]}";
  show.stream("t-1", words);
  CHECK(show.living.contains("  Two of them.\n  - A shed\n  - A bus\n"));
  show.end_turn("t-1", "ideation", "ideation", words);
  show.script.propose("idea-1", "A shed", "d").propose("idea-2", "A bus", "d");
  show.script.tell("idea.merged", R"({"id":"idea-2","into":"idea-1"})");
  show.play();
  CHECK(show.settled.ends_with(
      "✚ Ideation\n"
      "  Two of them.\n"
      "  2 ideas:\n"
      "  idea     title                                                   round  score\n"
      "  idea-1   A shed                                                      1      -\n"
      "  idea-2   A bus                                                       1      -\n"
      "\n"
      "- idea-2 says the same as idea-1 and is merged into it.\n"));
}

TEST_CASE("I-11 a turn that failed is a warning, told once") {
  Show show;
  show.begin();
  show.start_turn("t-1", "adversary", "critique");
  show.stream("t-1", "Two things");
  show.script.tell(
      "turn.failed",
      R"({"turn":"t-1","error":{"code":"x","message":"It did not answer.","cause":"It was overloaded.","cure":"Try again later."}})");
  show.script.tell("warning",
                   R"({"code":"x","message":"It did not answer.","cause":"","cure":""})");
  show.play();
  CHECK(
      show.settled.ends_with("\n! Adversary: It did not answer.\n  It was overloaded.\n"
                             "  Try again later.\n"));
  CHECK(!show.on_screen().contains("Two things"));
}

TEST_CASE("P-34 a rehearsal says so at the start, at each speech, and at the end") {
  Show show;
  Opening opening;
  show.screen.begin(opening);
  show.script.create("x").tell(
      "flow.started",
      R"({"name":"ideation","args":{"topic":"x"},"endpoints":{"rehearsal":"rehearsal"}})");
  show.play();
  CHECK(show.settled.contains("This is a rehearsal: a screenplay is played, no model is asked."));
  show.start_turn("t-1", "leader", "kickoff");
  show.stream("t-1", "Played.");
  CHECK(show.living.contains("✦ Leader  (rehearsed)\n"));
  show.script.tell(
      "message.posted",
      R"({"id":"m-1","from":"leader","kind":"kickoff","text":"Played.","rehearsal":true})");
  show.script.finish();
  show.play();
  show.screen.end({.kind = EndKind::kOver, .status = 0, .elapsed = Millis(1000)});
  show.draw();
  CHECK(show.settled.contains("✦ Leader  (rehearsed)\n  Played.\n"));
  CHECK(show.settled.contains("These words were rehearsed"));
}

TEST_CASE("I-13 a person sees what they type, and what can be said") {
  Show show(40, 12);
  show.begin(true);
  CHECK(show.living.ends_with("\n> say something, or: pause, skip round…\n"));
  CHECK(show.terminal.cursor_column() == 2);
  show.screen.typing("日本 ok", 7);
  show.draw();
  CHECK(show.living.ends_with("\n> 日本 ok\n"));
  CHECK(show.terminal.cursor_column() == 9);
  const std::string longer(100, 'x');
  show.screen.typing(longer + "end", 103);
  show.draw();
  CHECK(show.living.ends_with("xxxend\n"));
  CHECK(show.terminal.cursor_column() <= 39);
  show.screen.ask("continue, skip, or stop? [c/s/x] ");
  show.draw();
  CHECK(show.living.ends_with("\ncontinue, skip, or stop? [c/s/x] \n"));
}

TEST_CASE("I-14 the end says who won, all scores, where the files are and what to type") {
  Show show;
  show.begin();
  show.script.propose("idea-1", "A shed", "Put it at the corner.").propose("idea-2", "A bus", "d");
  show.script.score("idea-1", {800, 700, 650, 800, 700}, 725).score("idea-2", {}, 640);
  show.script.select("idea-1", "score", {"below_threshold"}, "idea-2");
  show.script.tell("artifact.saved", R"({"path":"/home/ana/report.html","media":"text/html"})");
  show.script.finish();
  show.play();
  show.screen.end({.kind = EndKind::kOver, .status = 0, .elapsed = Millis(61'000)});
  show.draw();
  CHECK(show.living.empty());
  const std::string end = show.settled.substr(show.settled.find("* Chosen"));
  CHECK(end ==
        "* Chosen: idea-1, A shed\n"
        "  7.25 of 10: the highest score. The leader preferred idea-2. No idea reached\n"
        "  the score that was asked for; this one came closest.\n"
        "  feasibility 8.0, innovation 7.0, impact 6.5, clarity 8.0, completeness 7.0\n"
        "\n"
        "  Put it at the corner.\n"
        "\n"
        "      idea     title                                               round  score\n"
        "   1  idea-1   A shed                                                  1   7.25\n"
        "   2  idea-2   A bus                                                   1   6.40\n"
        "\n"
        "Report   /home/ana/report.html\n"
        "Used     0 turns, 0 tokens, 1 min 1 s\n"
        "Read it  folkmoot room show a-room-2k7f\n");
}

TEST_CASE("I-15 a discussion that goes on begins with where it stands") {
  Show show;
  show.script.create("x").start({{"topic", "x"}, {"max_rounds", 2}});
  show.script.say("leader", "kickoff", "Old words.");
  for (const Event& event : show.script.events) {
    show.story.apply(event);
    show.screen.event(event, Age::kEarlier);
  }
  Opening opening;
  opening.earlier = {3};
  opening.started.room = {"a-room-2k7f"};
  opening.started.continued = true;
  show.screen.begin(opening);
  show.script.tell("turn.started",
                   R"({"turn":"t-2","agent":"researcher","task":"research","round":1})");
  show.story.apply(show.script.events.back());
  show.screen.event(show.script.events.back(), Age::kNew);
  show.draw();
  CHECK(!show.settled.contains("Old words."));
  CHECK(show.settled.contains("The discussion in room a-room-2k7f was not finished: it goes on."));
  CHECK(show.settled.contains("- So far: Round 1 of 2, 1 message, 0 ideas. To read them:"));
}

TEST_CASE("I-15 a turn that is done again after a crash is shown under its agent") {
  Show show;
  show.script.create("x").start({{"topic", "x"}});
  show.script.tell("turn.started", R"({"turn":"t-1","agent":"leader","task":"kickoff"})");
  for (const Event& event : show.script.events) {
    show.story.apply(event);
    show.screen.event(event, Age::kEarlier);
  }
  show.draw();
  CHECK(show.living.contains("✦ Leader thinking..."));
  show.stream("t-1", "Once more.", 5, 2);
  CHECK(show.living.contains("✦ Leader\n  Once more.\n"));
}

TEST_CASE("a notice of the start is not repeated when it comes as a warning") {
  Show show;
  Opening opening;
  opening.started.notices.push_back({"topic_cleaned", "Characters were removed.", "", ""});
  show.screen.begin(opening);
  show.script.create("x").start({{"topic", "x"}});
  show.script.tell("warning", R"({"code":"topic_cleaned","message":"Characters were removed."})");
  show.play();
  CHECK(show.settled.starts_with("! Characters were removed.\n\nx\n"));
  CHECK(show.settled.find("Characters") == show.settled.rfind("Characters"));
}

TEST_CASE("with ASCII alone our own marks are ASCII") {
  Show show(80, 24, Charset::kAscii);
  show.begin(true);
  show.start_turn("t-1", "leader", "kickoff");
  show.stream("t-1", "It’s “good” – really…");
  show.end_turn("t-1", "leader", "kickoff", "It’s “good” – really…");
  CHECK(show.settled.ends_with("* Leader\n  It's \"good\" - really...\n"));
  for (const char c : show.on_screen()) CHECK(static_cast<unsigned char>(c) < 0x80);
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
