// The live view of a conversation: several at once, questions, votes, gates, coming back.
#include <doctest/doctest.h>

#include "test/support/live_show.h"

namespace fm::cli {
namespace {

struct Talk : testing::LiveShow {
  explicit Talk(std::size_t columns = 80, std::size_t rows = 24) : LiveShow(columns, rows) {
    story.me = "ana";
    screen.begin({.mode = Mode::kConversation, .interactive = true, .now = {}, .client = "cli-1"});
    script.create("general").start({});
    play();
    settled.clear();
  }
  // What was settled, without the empty line that parts it from the greeting.
  std::string said() const { return settled.substr(settled.starts_with('\n') ? 1 : 0); }
  void start_turn(std::string_view turn, std::string_view agent, std::string_view task) {
    script.tell("turn.started", JsonObject{{"turn", turn}, {"agent", agent}, {"task", task}});
    play();
  }
  void rest() {
    screen.idle();
    draw();
  }
};

TEST_CASE("C-51 words of another channel have a head of their own that names it") {
  Talk talk;
  const By ana{Actor::kPerson, "ana"};
  talk.script.by(ana).tell("message.posted",
                           R"({"kind":"user","text":"On the way.","channel":"telegram:42"})");
  talk.script.by(ana).tell("message.posted", R"({"kind":"user","text":"At the desk."})");
  talk.play();
  talk.draw();
  CHECK(talk.said() == "> You (telegram:42)\n  On the way.\n\n> You\n  At the desk.\n");
}

TEST_CASE("of several who speak at once one grows in full, the others have a line each") {
  Talk talk;
  talk.start_turn("t-1", "leader", "ask");
  talk.start_turn("t-2", "researcher", "ask");
  talk.start_turn("t-3", "adversary", "ask");
  talk.screen.notice({.room = {},
                      .turn = "t-3",
                      .agent = "adversary",
                      .text = "rate limit",
                      .wait = Millis(20'000)});
  talk.stream("t-2", "Who may borrow?");
  talk.draw(Millis(41'000));
  CHECK(talk.living ==
        "\n◉ Researcher asks\n"
        "? Who may borrow?\n"
        "  ✦ Leader thinking of a question...\n"
        "  ▴ Adversary waits: rate limit 0:20 left\n"
        "\n"
        "◉ Researcher speaking...  0:00\n"
        "> say something; Ctrl-C stops them\n");

  SUBCASE("its words keep their place while others begin, and what is done is told") {
    talk.stream("t-1",
                "What matters most to you in the first month, and to the people who will "
                "lend their tools?");
    CHECK(talk.living.starts_with(
        "\n◉ Researcher asks\n? Who may borrow?\n"
        "  ✦ Leader asks: …the first month, and to the people who will lend their tools?\n"));
    talk.end_turn("t-2", "researcher", "question", "Who may borrow?");
    CHECK(talk.settled.ends_with("◉ Researcher asks\n? Who may borrow?\n"));
    CHECK(talk.living.starts_with("\n✦ Leader asks\n? What matters most"));
    CHECK(talk.living.contains("  Done: Researcher\n"));
  }
  SUBCASE("more than fit are counted, and the screen is never exceeded") {
    for (int i = 4; i < 12; ++i)
      talk.start_turn("t-" + std::to_string(i), "agent-" + std::to_string(i), "ask");
    CHECK(talk.living.contains("◉ Researcher speaking... and 4 more"));
    talk.screen.resize(80, 4);
    talk.draw();
    CHECK(std::ranges::count(talk.living, '\n') <= 4);
    CHECK(talk.living.ends_with("> say something; Ctrl-C stops them\n"));
  }
}

TEST_CASE("a question is seen to be one, growing and final, in whatever it is laid out") {
  Talk talk;
  talk.start_turn("t-1", "creative", "ask");
  talk.stream("t-1", "A shop or a shed?\n\n- a shop\n- a shed");
  const std::string growing = talk.living;
  CHECK(growing.starts_with("\n✶ Creative asks\n? A shop or a shed?\n\n  - a shop\n  - a shed\n"));
  talk.end_turn("t-1", "creative", "question", "A shop or a shed?\n\n- a shop\n- a shed");
  CHECK(growing.starts_with(talk.settled));
}

TEST_CASE("votes stand together, each with its author and its reason") {
  Talk talk;
  talk.script.say("leader", "vote", "Vote: agree\nIt is small.");
  talk.script.say("adversary", "vote", "**Vote:** object\nCash gets lost.");
  talk.play();
  CHECK(talk.said() ==
        "✦ Leader votes\n  Agree. It is small.\n"
        "▴ Adversary votes\n  Object. Cash gets lost.\n");
}

TEST_CASE("the same agent in another manner begins under a new head") {
  Talk talk;
  talk.script.say("leader", "answer", "Yes.").say("leader", "reply", "And more.");
  talk.script.say("leader", "proposal", "We build a page.");
  talk.play();
  CHECK(talk.said() ==
        "✦ Leader\n  Yes.\n\n  And more.\n\n✦ Leader proposes\n  We build a page.\n");
}

TEST_CASE("lines of the program are quiet notes, and no change of phase is anybody's words") {
  Talk talk;
  talk.script.say("system", "system", "Ready: the team knows what to do.");
  talk.play();
  CHECK(talk.said() == "- Ready: the team knows what to do.\n");
}

TEST_CASE("a gate stands with its answers in one row, and the empty line tells what to type") {
  Talk talk;
  talk.script.tell("gate.opened",
                   JsonObject{{"gate", "g-1"},
                              {"type", "ready"},
                              {"question", "Shall it start?"},
                              {"digest", "d"},
                              {"options", {"Start implementation", "Continue discussion"}}});
  talk.play();
  talk.rest();
  CHECK(talk.said() == "? Shall it start?\n  1 Start implementation   2 Continue discussion\n");
  CHECK(talk.living ==
        "\nWaiting for your answer.\n> type the number of your answer, or say something\n");
}

TEST_CASE(
    "at rest the floor is the person's and nothing is counted; work is timed from its start") {
  Talk talk;
  talk.draw(Millis(90'000));
  CHECK(talk.living.starts_with("\nOne moment..."));
  talk.rest();
  CHECK(talk.living == "\nThe floor is yours.\n> say what you want; /help tells more\n");
  talk.start_turn("t-1", "leader", "synthesise");
  talk.draw(Millis(41'000));
  CHECK(talk.living.starts_with("\n✦ Leader writing the brief...  0:00"));
  talk.draw(Millis(46'000));
  CHECK(talk.living.starts_with("\n✦ Leader writing the brief...  0:05"));
}

TEST_CASE("what was asked before is shown again when it waits again; other projects only tell") {
  Talk talk;
  const auto open = [&](std::string_view id, std::string_view question, std::string_view flow) {
    talk.script.tell("gate.opened",
                     JsonObject{{"gate", id},
                                {"type", "ready"},
                                {"question", question},
                                {"digest", "d"},
                                {"options", {"Yes", "No"}}},
                     flow);
  };
  talk.script.in("p-2").tell("flow.started", R"({"name":"x","args":{"project":"p-2"}})", "f-2");
  talk.script.in("p-2").tell("project.created", R"({"project":"p-2","goal":"y"})");
  talk.script.in("p-1").tell("project.created", R"({"project":"p-1","goal":"x"})");
  open("g-1", "First?", "f-main");
  open("g-2", "Second?", "f-main");
  open("g-3", "Elsewhere?", "f-2");
  talk.script.tell("gate.answered", R"({"gate":"g-2","answer":"Yes"})");
  talk.play();
  CHECK(talk.said() ==
        "? First?\n  1 Yes   2 No\n\n? Second?\n  1 Yes   2 No\n\n"
        "? Project p-2 asks: Elsewhere? To answer: /switch p-2\n- folkmoot chose: Yes.\n\n"
        "? First?\n  1 Yes   2 No\n");
}

TEST_CASE("when a whole wave fails of the same, it is told once") {
  Talk talk;
  for (const char* turn : {"t-1", "t-2", "t-3"}) talk.start_turn(turn, turn, "ask");
  for (const char* turn : {"t-1", "t-2", "t-3"})
    talk.script.tell("turn.failed",
                     JsonObject{{"turn", turn}, {"error", {{"code", "x"}, {"message", "Gone."}}}});
  talk.play();
  CHECK(talk.said() == "! T 1: Gone.\n");
}

TEST_CASE("a project that failed says why once, and the conversation goes on") {
  Talk talk;
  constexpr std::string_view kError =
      R"("error":{"code":"x","message":"No model answers.","cause":"","cure":"Try later."})";
  talk.script.tell("phase.changed", R"({"project":"p-1","from":"synthesis","to":"failed",)" +
                                        std::string(kError) + "}");
  talk.script.tell("flow.finished",
                   R"({"completion":"error","reason":"x",)" + std::string(kError) + "}");
  talk.play();
  CHECK(talk.said() == "! No model answers.\n  Try later.\n");
}

}  // namespace
}  // namespace fm::cli
