#include "cli/view/plain_view.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include "cli/view/conversation_json_view.h"
#include "cli/view/json_view.h"
#include "test/support/room_script.h"

namespace fm::cli {
namespace {

// A pipe that remembers everything; small outputs only.
class Pipe {
 public:
  Pipe() {
    if (::pipe(ends_) != 0) throw Bug("no pipe");
  }
  ~Pipe() {
    ::close(ends_[0]);
    ::close(ends_[1]);
  }
  int in() const { return ends_[1]; }
  std::string read(Output& output) {
    output.flush();
    std::string text(65536, '\0');
    const ssize_t count = output.closed() ? 0 : ::read(ends_[0], text.data(), text.size());
    text.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return text;
  }

 private:
  int ends_[2];
};

struct Printed {
  Pipe pipe;
  Output output{pipe.in()};
  ViewState view_state;
  testing::RoomScript script{"a-room-2k7f"};

  void play(View& view) {
    for (; played < script.events.size(); ++played) {
      view_state.apply(script.events[played]);
      view.event(script.events[played], Age::kNew);
    }
  }
  std::size_t played = 0;
};

TEST_CASE("I-14 in a pipe every event is a line or a paragraph that is right by itself") {
  Printed told;
  PlainView view(told.view_state, told.output,
                 {.charset = Charset::kUtf8, .columns = 0, .me = "ana", .say = Say::kEverything});
  view.begin({});
  told.script.create("a tool library").start({{"topic", "a tool library"}, {"max_rounds", 1}});
  told.script.tell("turn.started",
                   R"({"turn":"t-1","agent":"researcher","task":"research","round":1})");
  told.script.say("researcher", "researcher",
                  "One long line of words that would be wrapped at eighty columns, were this a "
                  "terminal and not a pipe.");
  told.script.say("ana", "user", "What about rain?");
  told.script.propose("idea-1", "A shed", "d");
  told.script.score("idea-1", {800, 700, 650, 800, 700}, 725);
  told.script.tell("warning", R"({"code":"x","message":"Slow.","cause":"Busy.","cure":"Wait."})");
  told.play(view);
  CHECK(told.pipe.read(told.output) ==
        "a tool library\n"
        "Room a-room-2k7f, team ideation, 1 round.\n"
        "\n"
        "Round 1 of 1\n"
        "Researcher is thinking (step 1 of 5).\n"
        "\n"
        "Researcher:\n"
        "  One long line of words that would be wrapped at eighty columns, were this a terminal "
        "and not a pipe.\n"
        "\n"
        "You:\n"
        "  What about rain?\n"
        "- Idea idea-1, round 1: A shed\n"
        "  d\n"
        "- Score of idea-1: 7.25 (feasibility 8.0, innovation 7.0, impact 6.5, clarity 8.0, "
        "completeness 7.0)\n"
        "! Slow.\n"
        "  Busy.\n"
        "  Wait.\n");
}

TEST_CASE("C-51 plain lines tell the channel that words came by, and what is bound") {
  Printed told;
  PlainView view(told.view_state, told.output,
                 {.charset = Charset::kUtf8, .columns = 0, .me = "ana", .say = Say::kEverything});
  view.begin({});
  told.script.create("x").start({{"topic", "x"}});
  told.play(view);
  told.pipe.read(told.output);
  const By ana{Actor::kPerson, "ana"}, bo{Actor::kPerson, "bo"};
  told.script.tell("room.bound", R"({"channel":"slack:C1"})");
  told.script.by(ana).tell("message.posted",
                           R"({"kind":"user","text":"On the way.","channel":"telegram:42"})");
  told.script.by(bo).tell("message.posted",
                          R"({"kind":"user","text":"At work.","channel":"slack:C1"})");
  told.script.tell("room.unbound", R"({"channel":"slack:C1"})");
  told.play(view);
  CHECK(told.pipe.read(told.output)
            .ends_with("- slack:C1 speaks in this room.\n"
                       "\n"
                       "You (telegram:42):\n"
                       "  On the way.\n"
                       "\n"
                       "bo (slack:C1):\n"
                       "  At work.\n"
                       "- slack:C1 speaks here no longer.\n"));
}

TEST_CASE("P-80 plain lines never hold an escape sequence") {
  Printed told;
  PlainView view(told.view_state, told.output,
                 {.charset = Charset::kAscii, .columns = 40, .me = "ana", .say = Say::kEverything});
  view.begin({});
  told.script.create("x").start({{"topic", "x\x1b[31m“y”"}});
  told.script.say("leader", "kickoff", "**bold** \x1b]0;title\x07words");
  told.script.finish();
  told.play(view);
  view.end({.kind = EndKind::kOver, .status = 0, .elapsed = Millis(5)});
  const std::string text = told.pipe.read(told.output);
  CHECK(!text.contains('\x1b'));
  CHECK(text.contains("x\"y\""));
  CHECK(text.contains("Leader:\n  bold words\n"));
}

TEST_CASE("P-80 --quiet says the outcome alone") {
  Printed told;
  PlainView view(told.view_state, told.output,
                 {.charset = Charset::kUtf8, .columns = 0, .me = "", .say = Say::kOutcome});
  view.begin({});
  told.script.create("x").start({{"topic", "x"}}).say("leader", "kickoff", "words");
  told.script.propose("idea-1", "A shed", "d").score("idea-1", {}, 725).select("idea-1", "score");
  told.script.tell("artifact.saved", R"({"path":"/tmp/r.html","media":"text/html"})").finish();
  told.play(view);
  view.end({.kind = EndKind::kOver, .status = 0, .elapsed = Millis(5)});
  CHECK(told.pipe.read(told.output) == "idea-1  7.25  A shed\n/tmp/r.html\n");
}

TEST_CASE("I-15 a question that is still open is printed when a discussion goes on") {
  Printed told;
  PlainView view(told.view_state, told.output, {.me = "ana"});
  told.script.create("x").start({{"topic", "x"}});
  told.script.tell("gate.opened", R"({"gate":"g-1","type":"budget","question":"Go on?",)"
                                  R"("options":["continue","stop"],"digest":"d"})");
  Opening opening;
  opening.earlier = told.script.events.back().room_seq;
  view.begin(opening);
  for (const Event& event : told.script.events) {
    told.view_state.apply(event);
    view.event(event, Age::kEarlier);
  }
  CHECK(told.pipe.read(told.output).contains("? Go on?\n  1 continue\n  2 stop\n"));
}

TEST_CASE("E-1 --json prints each event as the log has it, earlier ones too") {
  Printed told;
  JsonView view(told.output, JsonMode::kEvents);
  told.script.create("x").start({}).say("leader", "kickoff", "words");
  view.event(told.script.events[0], Age::kEarlier);
  view.event(told.script.events[1], Age::kNew);
  view.delta({.room = {}, .turn = "t-1", .attempt = 1, .offset = 0, .text = "wo"});
  CHECK(told.pipe.read(told.output) ==
        encode(told.script.events[0]) + "\n" + encode(told.script.events[1]) + "\n");
}

TEST_CASE("E-1 --json=live adds growing words and what each agent does") {
  Printed told;
  JsonView view(told.output, JsonMode::kLive);
  told.script.tell("turn.started", R"({"turn":"t-1","agent":"leader","task":"kickoff"})");
  told.script.tell("turn.finished", R"({"turn":"t-1"})");
  const RoomId room{"a-room-2k7f"};
  view.event(told.script.events[0], Age::kNew);
  view.notice({.room = room, .turn = "t-1", .agent = "leader", .text = "It waits."});
  view.delta({.room = room, .turn = "t-1", .attempt = 1, .offset = 0, .text = "wo\n"});
  view.event(told.script.events[1], Age::kNew);
  const auto live = [](const char* kind, const char* body) {
    return std::string(R"({"v":1,"room":"a-room-2k7f","kind":")") + kind + R"(","body":)" + body +
           "}\n";
  };
  CHECK(told.pipe.read(told.output) ==
        encode(told.script.events[0]) + "\n" +
            live("agent.state", R"({"agent":"leader","state":"thinking","turn":"t-1"})") +
            live("agent.state",
                 R"({"agent":"leader","state":"waiting","turn":"t-1","why":"It waits."})") +
            live("agent.state", R"({"agent":"leader","state":"speaking","turn":"t-1"})") +
            live("turn.delta", R"({"attempt":1,"offset":0,"text":"wo\n","turn":"t-1"})") +
            encode(told.script.events[1]) + "\n" +
            live("agent.state", R"({"agent":"leader","state":"done","turn":"t-1"})"));
}

TEST_CASE("in a conversation questions, votes and gates are told apart by words alone") {
  Printed told;
  PlainView view(told.view_state, told.output,
                 {.charset = Charset::kAscii, .columns = 0, .me = "ana", .say = Say::kEverything});
  view.begin({.mode = Mode::kConversation});
  told.script.create("general").start({}).say("ana", "user", "A library.");
  told.script.say("system", "system", "Discovery begins.");
  told.script.tell("turn.started", R"({"turn":"t-1","agent":"leader","task":"ask"})");
  told.script.say("leader", "question", "For whom?");
  told.script.tell("turn.started", R"({"turn":"t-2","agent":"leader","task":"draft"})");
  told.script.say("leader", "vote", "Vote: agree\nIt is small.");
  told.script.tell(
      "gate.opened",
      R"({"gate":"g-1","type":"ready","question":"Start?","options":["Yes, start","No"]})");
  told.play(view);
  CHECK(told.pipe.read(told.output) ==
        "You:\n  A library.\n\n- Discovery begins.\n\nLeader asks:\n? For whom?\n"
        "Leader is writing the brief.\n\nLeader votes:\n  Agree. It is small.\n\n"
        "? Start?\n  1 Yes, start   2 No\n");
}

TEST_CASE("on a terminal without redrawing what was typed is not repeated, and rest is told once") {
  Printed told;
  PlainView view(told.view_state, told.output,
                 {.charset = Charset::kAscii, .columns = 80, .me = "ana", .say = Say::kEverything});
  view.begin({.mode = Mode::kConversation, .interactive = true, .client = "cli-7"});
  told.script.create("general").start({});
  told.play(view);
  CHECK(told.pipe.read(told.output).starts_with("Welcome.\n"));
  told.script.by({.kind = Actor::kPerson, .id = "ana"});
  told.script.tell("message.posted", R"({"kind":"user","text":"Mine.","client_id":"cli-7-1"})");
  told.script.say("ana", "user", "From the web.");
  told.play(view);
  view.idle();
  view.idle();
  CHECK(told.pipe.read(told.output) == "\nYou:\n  From the web.\n\n- Your turn.\n");
}

TEST_CASE("E-1 of a conversation programs get what is new, not all that was ever said") {
  Printed told;
  JsonView view(told.output, JsonMode::kEvents);
  view.begin({.mode = Mode::kConversation});
  told.script.create("general").say("ana", "user", "Hello.");
  view.event(told.script.events[0], Age::kEarlier);
  view.event(told.script.events[1], Age::kNew);
  CHECK(told.pipe.read(told.output) == encode(told.script.events[1]) + "\n");
}

TEST_CASE("E-1 --json=talk prints what is said and asked, and last what it cost") {
  Printed told;
  ConversationJsonView view(told.view_state, told.output);
  view.begin({.mode = Mode::kConversation, .client = "cli-7"});
  told.script.create("general");
  told.script.tell("gate.opened",
                   R"({"gate":"g-0","type":"budget","question":"More?","options":["stop"]})");
  for (const Event& earlier : told.script.events) {
    told.view_state.apply(earlier);
    view.event(earlier, Age::kEarlier);
  }
  told.played = told.script.events.size();
  told.script.tell("message.posted",
                   R"({"from":"ana","kind":"user","text":"Mine.","client_id":"cli-7-1"})");
  told.script.by({Actor::kPerson, "bo"})
      .tell("message.posted", R"({"from":"bo","kind":"user","text":"Not \"mine\"."})");
  told.script.turn("leader", "answer", {.input = 100, .output = 20}, MicroUsd{7}, Millis(5));
  told.script.by({Actor::kAgent, "leader"})
      .tell("message.posted",
            R"({"from":"leader","kind":"answer","text":"One\ntwo","interrupted":true})");
  told.script.tell("gate.opened", R"({"gate":"g-1","type":"ready","question":"Start?",)"
                                  R"("options":["Yes, start","No"],"option_ids":["start","no"]})");
  told.script.by({Actor::kPerson, "bo"})
      .tell("gate.answered", R"({"gate":"g-1","answer":"start"})");
  told.script.tell("warning", R"({"code":"c","message":"m","cause":"","cure":""})");
  told.play(view);
  view.end({.kind = EndKind::kWaiting, .status = 3, .elapsed = Millis(5)});
  const std::string told_lines = told.pipe.read(told.output);
  std::vector<std::string> lines;
  for (const std::string_view line : split_lines(told_lines)) lines.emplace_back(line);
  REQUIRE(lines.size() == 6);
  CHECK(lines[0] ==
        R"({"by":"person","kind":"user","room_seq":4,"speaker":"bo","text":"Not \"mine\"."})");
  CHECK(lines[1].starts_with(R"({"by":"agent","interrupted":true,"kind":"answer","room_seq":)"));
  CHECK(lines[1].ends_with(R"("speaker":"leader","text":"One\ntwo"})"));
  CHECK(lines[2].starts_with(
      R"({"gate":"g-1","option_ids":["start","no"],"options":["Yes, start","No"],)"));
  CHECK(lines[2].ends_with(R"("type":"ready"})"));
  CHECK(lines[3].starts_with(
      R"({"answer":"start","closed":true,"gate":"g-1","label":"Yes, start","room_seq":)"));
  CHECK(lines[3].ends_with(R"("speaker":"bo"})"));
  CHECK(lines[4].starts_with(R"({"problem":{"cause":"","code":"c","cure":"","message":"m"},)"));
  CHECK(lines[5] == R"({"cost_microusd":7,"gates":["g-0"],"status":3,"tokens":120})");
}

TEST_CASE("E-1 --json=talk says that a price is unknown, and that a question was taken back") {
  Printed told;
  ConversationJsonView view(told.view_state, told.output);
  told.script.create("general");
  told.script.tell("flow.started", R"({"name":"chat"})");
  told.script.tell("turn.started", R"({"turn":"t-1","agent":"leader","task":"answer"})");
  told.script.tell("turn.finished", R"({"turn":"t-1","usage":{"input":5,"output":1}})");
  told.play(view);
  NewEvent opened;
  opened.kind = "gate.opened";
  opened.place = {"/ask"};
  opened.body = {{"gate", "g-1"}, {"question", "?"}, {"options", {"a"}}};
  told.script.tell(opened, "f-main");
  NewEvent withdrawn;
  withdrawn.kind = "effect.finished";
  withdrawn.place = {"/ask"};
  told.script.tell(withdrawn, "f-main");
  told.play(view);
  view.sum(std::nullopt);
  const std::string text = told.pipe.read(told.output);
  CHECK(text.contains(R"({"closed":true,"gate":"g-1","room_seq":6})"));
  CHECK(text.ends_with(R"({"cost_microusd":null,"gates":[],"tokens":6})"
                       "\n"));
}

TEST_CASE(
    "I-20 I-21 a panel's scores are one line when the last is there, a person's a line of its "
    "own") {
  Printed told;
  PlainView view(told.view_state, told.output,
                 {.charset = Charset::kUtf8, .columns = 0, .me = "ana", .say = Say::kEverything});
  view.begin({});
  told.script.create("x").start({{"topic", "x"}}).propose("idea-1", "A shed", "d");
  told.play(view);
  told.pipe.read(told.output);
  for (const int seat : {1, 2}) {
    JsonObject body{{"id", "idea-1"}, {"scorer", "moderator"}, {"seat", seat}};
    body["score"] = seat == 1 ? 500 : 800;
    if (seat == 1) body["more"] = 1;
    told.script.by({Actor::kAgent, "moderator"}).tell("idea.scored", std::move(body));
  }
  told.play(view);
  CHECK(told.pipe.read(told.output) == "- Score of idea-1: 6.5, spread 3.0, contested\n");
  told.script.by({Actor::kPerson, "ana"})
      .tell("idea.scored", R"({"id":"idea-1","scorer":"ana","score":850})");
  told.script.by({Actor::kPerson, "ana"})
      .tell("idea.vetoed", R"({"id":"idea-1","withdrawn":true})");
  told.play(view);
  CHECK(told.pipe.read(told.output) ==
        "- You give idea-1 8.5 of 10.\n- idea-1 is no longer vetoed.\n");
}

}  // namespace
}  // namespace fm::cli
