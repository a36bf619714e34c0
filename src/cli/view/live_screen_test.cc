#include "cli/view/live_screen.h"

#include <doctest/doctest.h>

#include "test/support/live_show.h"

namespace fm::cli {
namespace {

using Show = testing::LiveShow;

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

TEST_CASE("I-14 ideas come with all of their text, so that it is known what is discussed") {
  Show show;
  show.begin();
  show.start_turn("t-1", "ideation", "ideate");
  const std::string words =
      "Two of them.\n{\"ideas\": [{\"title\": \"A shed\"}, {\"title\": \"A bus\"}]}";
  show.stream("t-1", words);
  CHECK(show.living.contains("  Two of them.\n  - A shed\n  - A bus\n"));
  show.end_turn("t-1", "ideation", "ideation", words);
  show.script.propose("idea-1", "A shed", "Everybody on the list has a key.")
      .propose("idea-2", "A bus", "It comes on Saturdays.");
  show.script.tell("idea.merged", R"({"id":"idea-2","into":"idea-1"})");
  show.play();
  CHECK(
      show.settled.ends_with("✚ Ideation\n"
                             "  Two of them.\n"
                             "  2 ideas:\n"
                             "  idea-1  A shed\n"
                             "          Everybody on the list has a key.\n"
                             "  idea-2  A bus\n"
                             "          It comes on Saturdays.\n"
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
  CHECK(show.settled.contains("Demo mode: scripted answers, no AI model. Use --model"));
  show.start_turn("t-1", "leader", "kickoff");
  show.stream("t-1", "Played.");
  CHECK(show.living.contains("✦ Leader  (demo)\n"));
  show.script.by({Actor::kAgent, "leader"})
      .tell("message.posted",
            R"({"id":"m-1","from":"leader","kind":"kickoff","text":"Played.","rehearsal":true})");
  show.script.by({}).finish();
  show.play();
  show.screen.end({.kind = EndKind::kOver, .status = 0, .elapsed = Millis(1000)});
  show.draw();
  CHECK(show.settled.contains("✦ Leader  (demo)\n  Played.\n"));
  CHECK(show.settled.contains("Demo mode: scripted answers, no AI model. For real ones"));
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
    show.view_state.apply(event);
    show.screen.event(event, Age::kEarlier);
  }
  Opening opening;
  opening.earlier = {3};
  opening.started.room = {"a-room-2k7f"};
  opening.started.continued = true;
  show.screen.begin(opening);
  show.script.tell("turn.started",
                   R"({"turn":"t-2","agent":"researcher","task":"research","round":1})");
  show.view_state.apply(show.script.events.back());
  show.screen.event(show.script.events.back(), Age::kNew);
  show.draw();
  CHECK(!show.settled.contains("Old words."));
  CHECK(show.settled.contains("The discussion in room a-room-2k7f was not finished: it goes on."));
  CHECK(show.settled.contains("- So far: Round 1 of 2, 1 message, 0 ideas. To read them:"));
}

TEST_CASE("I-15 a question that is still open is asked again at once") {
  Show show;
  show.script.create("x").start({{"topic", "x"}});
  show.script.tell("gate.opened", R"({"gate":"g-1","type":"budget","question":"Go on?",)"
                                  R"("options":["continue","stop"],"digest":"d"})");
  Opening opening;
  opening.earlier = show.script.events.back().room_seq;
  opening.interactive = true;
  opening.resumed = true;
  show.screen.begin(opening);
  for (const Event& event : show.script.events) {
    show.view_state.apply(event);
    show.screen.event(event, Age::kEarlier);
  }
  show.draw();
  CHECK(show.settled.contains("- So far:"));
  CHECK(show.settled.contains("? Go on?\n  1 continue\n  2 stop\n"));
}

TEST_CASE("I-15 a turn that is done again after a crash is shown under its agent") {
  Show show;
  show.script.create("x").start({{"topic", "x"}});
  show.script.tell("turn.started", R"({"turn":"t-1","agent":"leader","task":"kickoff"})");
  for (const Event& event : show.script.events) {
    show.view_state.apply(event);
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

}  // namespace
}  // namespace fm::cli
