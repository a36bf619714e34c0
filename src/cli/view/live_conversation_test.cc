// The live view of a conversation: several at once, questions, votes, gates, coming back.
#include <doctest/doctest.h>

#include "test/support/live_show.h"

namespace fm::cli {
namespace {

struct TestConversation : testing::LiveShow {
  explicit TestConversation(std::size_t columns = 80, std::size_t rows = 24)
      : LiveShow(columns, rows) {
    view_state.me = "ana";
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
  TestConversation conversation;
  const By ana{Actor::kPerson, "ana"};
  conversation.script.by(ana).tell(
      "message.posted", R"({"kind":"user","text":"On the way.","channel":"telegram:42"})");
  conversation.script.by(ana).tell("message.posted", R"({"kind":"user","text":"At the desk."})");
  conversation.play();
  conversation.draw();
  CHECK(conversation.said() == "> You (telegram:42)\n  On the way.\n\n> You\n  At the desk.\n");
}

TEST_CASE("of several who speak at once one grows in full, the others have a line each") {
  TestConversation conversation;
  conversation.start_turn("t-1", "leader", "ask");
  conversation.start_turn("t-2", "researcher", "ask");
  conversation.start_turn("t-3", "adversary", "ask");
  conversation.screen.notice({.room = {},
                              .turn = "t-3",
                              .agent = "adversary",
                              .text = "rate limit",
                              .wait = Millis(20'000)});
  conversation.stream("t-2", "Who may borrow?");
  conversation.draw(Millis(41'000));
  CHECK(conversation.living ==
        "\n◉ Researcher asks\n"
        "? Who may borrow?\n"
        "  ✦ Leader thinking of a question...\n"
        "  ▴ Adversary waits: rate limit 0:20 left\n"
        "\n"
        "◉ Researcher speaking...  0:00\n"
        "> say something; Ctrl-C stops them\n");

  SUBCASE("its words keep their place while others begin, and what is done is told") {
    conversation.stream("t-1",
                        "What matters most to you in the first month, and to the people who will "
                        "lend their tools?");
    CHECK(conversation.living.starts_with(
        "\n◉ Researcher asks\n? Who may borrow?\n"
        "  ✦ Leader asks: …the first month, and to the people who will lend their tools?\n"));
    conversation.end_turn("t-2", "researcher", "question", "Who may borrow?");
    CHECK(conversation.settled.ends_with("◉ Researcher asks\n? Who may borrow?\n"));
    CHECK(conversation.living.starts_with("\n✦ Leader asks\n? What matters most"));
    CHECK(conversation.living.contains("  Done: Researcher\n"));
  }
  SUBCASE("more than fit are counted, and the screen is never exceeded") {
    for (int i = 4; i < 12; ++i)
      conversation.start_turn("t-" + std::to_string(i), "agent-" + std::to_string(i), "ask");
    CHECK(conversation.living.contains("◉ Researcher speaking... and 4 more"));
    conversation.screen.resize(80, 4);
    conversation.draw();
    CHECK(std::ranges::count(conversation.living, '\n') <= 4);
    CHECK(conversation.living.ends_with("> say something; Ctrl-C stops them\n"));
  }
}

TEST_CASE("a question is seen to be one, growing and final, in whatever it is laid out") {
  TestConversation conversation;
  conversation.start_turn("t-1", "creative", "ask");
  conversation.stream("t-1", "A shop or a shed?\n\n- a shop\n- a shed");
  const std::string growing = conversation.living;
  CHECK(growing.starts_with("\n✶ Creative asks\n? A shop or a shed?\n\n  - a shop\n  - a shed\n"));
  conversation.end_turn("t-1", "creative", "question", "A shop or a shed?\n\n- a shop\n- a shed");
  CHECK(growing.starts_with(conversation.settled));
}

TEST_CASE("votes stand together, each with its author and its reason") {
  TestConversation conversation;
  conversation.script.say("leader", "vote", "Vote: agree\nIt is small.");
  conversation.script.say("adversary", "vote", "**Vote:** object\nCash gets lost.");
  conversation.play();
  CHECK(conversation.said() ==
        "✦ Leader votes\n  Agree. It is small.\n"
        "▴ Adversary votes\n  Object. Cash gets lost.\n");
}

TEST_CASE("the same agent in another manner begins under a new head") {
  TestConversation conversation;
  conversation.script.say("leader", "answer", "Yes.").say("leader", "reply", "And more.");
  conversation.script.say("leader", "proposal", "We build a page.");
  conversation.play();
  CHECK(conversation.said() ==
        "✦ Leader\n  Yes.\n\n  And more.\n\n✦ Leader proposes\n  We build a page.\n");
}

TEST_CASE("P-80 a long paste that was sent is shown by its beginning") {
  TestConversation conversation;
  std::string paste;
  for (int i = 1; i <= 3210; ++i) paste += "line " + std::to_string(i) + "\n\n";
  conversation.script.by({Actor::kPerson, "ana"})
      .tell("message.posted", JsonObject{{"kind", "user"}, {"text", paste}});
  conversation.play();
  CHECK(conversation.said() ==
        "> You\n  line 1\n\n  line 2\n\n  line 3\n  [and 6,414 more lines]\n");
}

TEST_CASE("C-51 what others wrote, and oneself in a chat, is shown whole") {
  TestConversation conversation;
  std::string letter;
  for (int i = 1; i <= 30; ++i) letter += "line " + std::to_string(i) + "\n\n";
  conversation.script.by({Actor::kPerson, "ben"})
      .tell("message.posted", JsonObject{{"kind", "user"}, {"text", letter}});
  conversation.script.by({Actor::kPerson, "ana"})
      .tell("message.posted",
            JsonObject{{"kind", "user"}, {"text", letter}, {"channel", "telegram:1"}});
  conversation.play();
  const std::string said = conversation.said();
  CHECK_FALSE(said.contains("more lines"));
  CHECK(said.find("line 30") != said.rfind("line 30"));
}

TEST_CASE("P-80 several lines that are typed stand under each other, the cursor in its line") {
  TestConversation conversation;
  conversation.rest();
  conversation.screen.typing("one\ntwo\nthree", 5);
  conversation.draw();
  CHECK(conversation.living.ends_with("> one\n  two\n  three\n"));
  CHECK(conversation.terminal.cursor_column() == 3);
  CHECK(conversation.terminal.lines()[conversation.terminal.cursor_row()] == "  two");
  std::string many;
  for (int i = 0; i < 50; ++i) many += "line\n";
  conversation.screen.typing(many, many.size());
  conversation.draw();
  CHECK(std::ranges::count(conversation.living, '\n') < 24);
}

TEST_CASE("C-46a the status tells the phase in a strip of what the person takes part in") {
  TestConversation conversation;
  const auto in = [&](std::string_view phase) {
    conversation.script.in("p-1").tell("phase.changed",
                                       JsonObject{{"project", "p-1"}, {"to", phase}});
    conversation.play();
    conversation.rest();
    return conversation.living;
  };
  conversation.script.tell("project.created", R"({"project":"p-1","goal":"A boat."})");
  CHECK(in("discovery").contains("Your turn.  [questions] > brief > work > review\n"));
  CHECK(in("ready").contains("  questions > [brief] > work > review\n"));
  CHECK(in("synthesis").contains("  questions > [brief] > work > review\n"));
  CHECK(in("approval").contains("  questions > [brief] > work > review\n"));
  CHECK(in("execution").contains("The work is stopped.  questions > brief > [work] > review\n"));
  CHECK(in("review").contains("  questions > brief > work > [review]\n"));
  CHECK(!in("idle").contains("review"));
  conversation.screen.resize(40, 24);
  CHECK(in("discovery").contains("Your turn.  questions 1/4\n"));
}

TEST_CASE("lines of the program are quiet notes, and no change of phase is anybody's words") {
  TestConversation conversation;
  conversation.script.say("system", "system", "Ready: the team knows what to do.");
  conversation.play();
  CHECK(conversation.said() == "- Ready: the team knows what to do.\n");
}

TEST_CASE("a gate stands with its answers in one row, and the empty line tells what to type") {
  TestConversation conversation;
  conversation.script.tell(
      "gate.opened", JsonObject{{"gate", "g-1"},
                                {"type", "ready"},
                                {"question", "Start now?"},
                                {"digest", "d"},
                                {"options", {"Start implementation", "Continue discussion"}}});
  conversation.play();
  conversation.rest();
  CHECK(conversation.said() == "? Start now?\n  1 Start implementation   2 Continue discussion\n");
  CHECK(conversation.living ==
        "\nYour turn: choose 1 or 2.\n> a number, or say it in your own words\n");
}

TEST_CASE("at rest it is the person's turn and nothing is counted; work is timed from its start") {
  TestConversation conversation;
  conversation.draw(Millis(90'000));
  CHECK(conversation.living.starts_with("\nOne moment..."));
  conversation.rest();
  CHECK(conversation.living == "\nYour turn.\n> say what you want; /help lists the commands\n");
  conversation.start_turn("t-1", "leader", "draft");
  conversation.draw(Millis(41'000));
  CHECK(conversation.living.starts_with("\n✦ Leader writing the brief...  0:00"));
  conversation.draw(Millis(46'000));
  CHECK(conversation.living.starts_with("\n✦ Leader writing the brief...  0:05"));
}

TEST_CASE("what was asked before is shown again when it waits again; other projects only tell") {
  TestConversation conversation;
  const auto open = [&](std::string_view id, std::string_view question, std::string_view flow) {
    conversation.script.tell("gate.opened",
                             JsonObject{{"gate", id},
                                        {"type", "ready"},
                                        {"question", question},
                                        {"digest", "d"},
                                        {"options", {"Yes", "No"}}},
                             flow);
  };
  conversation.script.in("p-2").tell("flow.started", R"({"name":"x","args":{"project":"p-2"}})",
                                     "f-2");
  conversation.script.in("p-2").tell("project.created", R"({"project":"p-2","goal":"y"})");
  conversation.script.in("p-1").tell("project.created", R"({"project":"p-1","goal":"x"})");
  open("g-1", "First?", "f-main");
  open("g-2", "Second?", "f-main");
  open("g-3", "Elsewhere?", "f-2");
  conversation.script.tell("gate.answered", R"({"gate":"g-2","answer":"Yes"})");
  conversation.play();
  CHECK(conversation.said() ==
        "? First?\n  1 Yes   2 No\n\n? Second?\n  1 Yes   2 No\n\n"
        "? Project p-2 asks: Elsewhere? To answer: /switch p-2\n- folkmoot chose: Yes.\n\n"
        "? First?\n  1 Yes   2 No\n");
}

TEST_CASE("when a whole wave fails of the same, it is told once") {
  TestConversation conversation;
  for (const char* turn : {"t-1", "t-2", "t-3"}) conversation.start_turn(turn, turn, "ask");
  for (const char* turn : {"t-1", "t-2", "t-3"})
    conversation.script.tell(
        "turn.failed",
        JsonObject{{"turn", turn}, {"error", {{"code", "x"}, {"message", "Gone."}}}});
  conversation.play();
  CHECK(conversation.said() == "! T 1: Gone.\n");
}

TEST_CASE("a project that failed says why once, and the conversation goes on") {
  TestConversation conversation;
  constexpr std::string_view kError =
      R"("error":{"code":"x","message":"No model answers.","cause":"","cure":"Try later."})";
  conversation.script.tell(
      "phase.changed",
      R"({"project":"p-1","from":"synthesis","to":"failed",)" + std::string(kError) + "}");
  conversation.script.tell("flow.finished",
                           R"({"completion":"error","reason":"x",)" + std::string(kError) + "}");
  conversation.play();
  CHECK(conversation.said() == "! No model answers.\n  Try later.\n");
}

}  // namespace
}  // namespace fm::cli
