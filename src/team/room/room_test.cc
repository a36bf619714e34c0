#include "team/room/room.h"

#include <doctest/doctest.h>

#include "base/sha256.h"
#include "test/support/room_script.h"

namespace fm {
namespace {

using testing::RoomScript;

constexpr std::string_view kStart =
    R"({"name":"ideation","version":1,"args":{"topic":"tea"},"pins":{"a.md":"9f"},)"
    R"("endpoints":{"openai:gpt-5":"api.openai.com"}})";

FlowState state_of(const RoomScript& script) { return script.view.latest_flow()->state; }

TEST_CASE("a room begins with its title, folder and team, and knows how far it was read") {
  RoomScript script("tea-2222", {1'000});
  script.create("tea").tell("phase.changed", R"({"to":"idle"})");
  const RoomView& view = script.view;
  CHECK(view.id.value == "tea-2222");
  CHECK(view.title == "tea");
  CHECK(view.folder == "/home/ana/street");
  CHECK(view.team == "ideation");
  CHECK(view.created_at.value == 2'000);
  CHECK(view.updated_at.value == 3'000);
  CHECK(view.head.value == 2);
}

TEST_CASE("P-24 a file that is named again and is still the same has its text once in the log") {
  RoomScript script;
  const std::string digest = to_hex(sha256("x = 1\n"));
  script
      .tell("message.posted",
            JsonObject{
                {"id", "m-1"},
                {"files",
                 JsonArray{JsonObject{
                     {"path", "a.py"}, {"bytes", 6}, {"digest", digest}, {"text", "x = 1\n"}}}}})
      .tell("message.posted",
            JsonObject{
                {"id", "m-2"},
                {"files", JsonArray{JsonObject{{"path", "a.py"}, {"bytes", 6}, {"digest", digest}},
                                    JsonObject{{"path", "b.py"}, {"why", "git ignores it"}}}}});
  const auto& files = script.view.messages.at(1).files;
  REQUIRE(files.size() == 2);
  REQUIRE(files[0].text != nullptr);
  CHECK(files[0].text == script.view.messages.at(0).files.at(0).text);
  CHECK(files[1].text == nullptr);
}

TEST_CASE("a message keeps who said what to whom, and whether it was cut off or rehearsed") {
  RoomScript script;
  script.tell("message.posted", R"({"id":"m-1","from":"leader","to":"team","kind":"kickoff",)"
                                R"("marker":"discussion","text":"Begin.","interrupted":true})");
  const Message& message = script.view.messages.at(0);
  CHECK(message.id == "m-1");
  CHECK(message.from == "leader");
  CHECK(message.to == "team");
  CHECK(message.kind == "kickoff");
  CHECK(message.marker == "discussion");
  CHECK(*message.text == "Begin.");
  CHECK(message.interrupted);
  CHECK(message.room_seq.value == 1);
  CHECK_FALSE(script.view.rehearsed());
  script.tell("message.posted", R"({"id":"m-2","text":"Again.","rehearsal":true})");
  CHECK(script.view.rehearsed());
}

TEST_CASE("copies of a view share their texts") {
  RoomScript script;
  script.say("leader", "kickoff", "Begin.");
  const RoomView copy = script.view;
  CHECK(copy.messages[0].text == script.view.messages[0].text);
}

TEST_SUITE("flows") {
  TEST_CASE("a flow begins running with its arguments, pins and endpoints") {
    RoomScript script;
    script.tell("flow.started", kStart);
    const FlowRecord& flow = *script.view.latest_flow();
    CHECK(flow.id.value == "f-main");
    CHECK(flow.name == "ideation");
    CHECK(flow.state == FlowState::kRunning);
    CHECK(text_at(flow.args, "topic") == "tea");
    CHECK(flow.pins.at("a.md") == "9f");
    CHECK(flow.endpoints.at("openai:gpt-5") == "api.openai.com");
    CHECK_FALSE(flow.child);
  }

  TEST_CASE("a child flow is never the latest") {
    RoomScript script;
    script.tell("flow.started", kStart)
        .tell("flow.started", R"({"name":"panel","parent":"f-main"})", "f-child");
    CHECK(script.view.latest_flow()->id.value == "f-main");
    CHECK(script.view.flow({"f-child"})->child);
    CHECK(script.view.flow({"f-other"}) == nullptr);
  }

  TEST_CASE("late results leave a paused flow paused, a newly scheduled effect wakes it") {
    RoomScript script;
    script.tell("flow.started", kStart)
        .tell("flow.paused", R"({"why":"flow_diverged","detail":"Expected a turn."})");
    CHECK(script.view.latest_flow()->why == "flow_diverged");
    CHECK(script.view.latest_flow()->detail == "Expected a turn.");
    script.tell("effect.finished", R"({"effect":"model"})")
        .tell("turn.finished", R"({"turn":"t-1"})");
    CHECK(state_of(script) == FlowState::kPaused);
    script.tell("effect.scheduled", R"({"effect":"model"})", "f-another");
    CHECK(state_of(script) == FlowState::kPaused);
    script.tell("effect.scheduled", R"({"effect":"model"})");
    CHECK(state_of(script) == FlowState::kRunning);
    CHECK(script.view.latest_flow()->why.empty());
  }

  TEST_CASE("a finished flow keeps how it ended") {
    RoomScript script;
    script.tell("flow.started", kStart)
        .tell("flow.finished", R"({"completion":"error","reason":"validation","result":{"n":1},)"
                               R"("error":{"code":"no_ideas","message":"None."}})");
    const FlowRecord& flow = *script.view.latest_flow();
    CHECK(flow.state == FlowState::kFinished);
    CHECK(flow.completion == "error");
    CHECK(flow.why == "validation");
    CHECK(flow.error->code == "no_ideas");
    CHECK(int_at(flow.result, "n") == 1);
    CHECK(flow.finished_at == script.view.updated_at);
    script.tell("effect.scheduled", R"({"effect":"late"})");
    CHECK(state_of(script) == FlowState::kFinished);
  }

  TEST_CASE("a flow that starts again under its id is the same flow, running, with new arguments") {
    RoomScript script;
    script.tell("flow.started", kStart);
    const UtcMs began = script.view.latest_flow()->started_at;
    script.tell("flow.finished", R"({"completion":"error","error":{"code":"x"},"result":1})")
        .tell("flow.started", R"({"name":"ideation","args":{"topic":"coffee"}})");
    REQUIRE(script.view.flows.size() == 1);
    const FlowRecord& flow = script.view.flows[0];
    CHECK(flow.state == FlowState::kRunning);
    CHECK(flow.started_at == began);
    CHECK(flow.completion.empty());
    CHECK_FALSE(flow.error.has_value());
    CHECK(flow.result.is_null());
    CHECK(text_at(flow.args, "topic") == "coffee");
    CHECK(flow.pins.contains("a.md"));
  }
}

TEST_SUITE("turns") {
  TEST_CASE("P-23 a turn's tokens, cost and times are kept and add up over the room") {
    RoomScript script;
    script.turn("leader", "kickoff", {100, 40, 20, 5}, {700}, Millis(1500))
        .turn("critic", "critique", {200, 60, 30, 0}, {900}, Millis(2500));
    const TurnRecord& turn = script.view.turns.at(0);
    CHECK(turn.agent == "leader");
    CHECK(turn.task == "kickoff");
    CHECK(turn.model == "openai:gpt-5");
    CHECK(turn.state == TurnState::kFinished);
    CHECK(turn.total == Millis(1500));
    CHECK(turn.first_token == Millis(420));
    CHECK(turn.attempts == 1);
    CHECK(script.view.usage() == Usage{300, 100, 50, 5});
    CHECK(script.view.cost().value == 1600);
  }

  TEST_CASE("a failed turn keeps its error") {
    RoomScript script;
    script.tell("turn.started", R"({"turn":"t-1","agent":"critic","task":"critique","round":2})")
        .tell("turn.failed",
              R"({"turn":"t-1","error":{"code":"model_timeout","message":"Late."}})");
    CHECK(script.view.turns.at(0).state == TurnState::kFailed);
    CHECK(script.view.turns[0].round == 2);
    CHECK(script.view.turns[0].error->code == "model_timeout");
  }

  TEST_CASE("a turn that starts again after a crash is one turn") {
    RoomScript script;
    script.tell("turn.started", R"({"turn":"t-1","agent":"critic"})")
        .tell("turn.failed", R"({"turn":"t-1","error":{"code":"x"}})")
        .tell("turn.started", R"({"turn":"t-1","agent":"critic"})");
    REQUIRE(script.view.turns.size() == 1);
    CHECK(script.view.turns[0].state == TurnState::kRunning);
    CHECK_FALSE(script.view.turns[0].error.has_value());
  }
}

TEST_SUITE("ideas") {
  TEST_CASE("I-5 a revision keeps what it does not change, and the former ones stay readable") {
    RoomScript script;
    script.tell("idea.proposed",
                R"({"id":"idea-1","title":"A shed","description":"Old.",)"
                R"("rationale":"Why.","tags":["a","b"],"builds_on":"idea-9","round":1})");
    script.tell("idea.revised", R"({"id":"idea-1","revision":2,"description":"New.","round":2})");
    const Idea& idea = *script.view.idea("idea-1");
    REQUIRE(idea.revisions.size() == 2);
    CHECK(idea.revisions[0].description == "Old.");
    CHECK(idea.revisions[0].round == 1);
    CHECK(idea.now().revision == 2);
    CHECK(idea.now().round == 2);
    CHECK(idea.now().title == "A shed");
    CHECK(idea.now().description == "New.");
    CHECK(idea.now().rationale == "Why.");
    CHECK(idea.now().tags == std::vector<std::string>{"a", "b"});
    CHECK(idea.now().builds_on == "idea-9");
    script.tell("idea.revised", R"({"id":"idea-1","tags":[],"rationale":""})");
    const Idea& emptied = *script.view.idea("idea-1");  // a fold may move what it changes
    CHECK(emptied.now().revision == 3);
    CHECK(emptied.now().tags.empty());
    CHECK(emptied.now().rationale.empty());
  }

  TEST_CASE("ideas stand in the order of their numbers") {
    RoomScript script;
    for (const char* id : {"idea-2", "idea-10", "idea-1", "other"}) script.propose(id, id, "");
    std::vector<std::string> order;
    for (const Idea& idea : script.view.ideas) order.push_back(idea.id);
    CHECK(order == std::vector<std::string>{"idea-1", "idea-2", "idea-10", "other"});
  }

  TEST_CASE("a merged idea is alive no more, a vetoed one is") {
    RoomScript script;
    script.propose("idea-1", "A", "").propose("idea-2", "A!", "").propose("idea-3", "B", "");
    script.tell("idea.merged", R"({"id":"idea-2","into":"idea-1"})")
        .tell("idea.vetoed", R"({"id":"idea-3"})")
        .tell("idea.pinned", R"({"id":"idea-1"})");
    CHECK(script.view.idea("idea-2")->merged_into == "idea-1");
    CHECK(script.view.idea("idea-3")->vetoed);
    CHECK(script.view.idea("idea-1")->pinned);
    REQUIRE(script.view.living_ideas().size() == 2);
    CHECK(script.view.living_ideas()[1]->id == "idea-3");
  }

  TEST_CASE("E-5 scores are hundredths by criterion, and say which revision they judge") {
    RoomScript script;
    script.propose("idea-1", "A", "").tell("idea.revised", R"({"id":"idea-1","revision":2})");
    script.tell("idea.scored",
                R"({"id":"idea-1","scorer":"moderator","scores":{"feasibility":850,"impact":700},)"
                R"("score":775,"pros":["p"],"cons":["c","d"],"feedback":"f","clamped":true,)"
                R"("spread":250,"flags":["contested"]})");
    const IdeaScore& score = *script.view.idea("idea-1")->score;
    CHECK(score.scorer == "moderator");
    CHECK(score.criteria[0] == 850);
    CHECK_FALSE(score.criteria[1].has_value());
    CHECK(score.criteria[2] == 700);
    CHECK(score.score == 775);
    CHECK(score.pros.size() == 1);
    CHECK(score.cons.size() == 2);
    CHECK(score.feedback == "f");
    CHECK(score.clamped);
    CHECK(score.revision == 2);
    CHECK(score.spread == 250);
    CHECK(score.flags == std::vector<std::string>{"contested"});
    script.score("idea-1", {900, 900, 900, 900, 900}, 900);
    CHECK(script.view.idea("idea-1")->score->score == 900);
    CHECK_FALSE(script.view.idea("idea-1")->score->clamped);
  }

  TEST_CASE("I-9 the selection keeps its rule, flags and the leader's own choice") {
    RoomScript script;
    script.propose("idea-1", "A", "").score("idea-1", {}, 500);
    script.select("idea-1", "score", {"below_threshold"}, "idea-2");
    CHECK(script.view.selection->id == "idea-1");
    CHECK(script.view.selection->score == 500);
    CHECK(script.view.selection->by_rule == "score");
    CHECK(script.view.selection->flags == std::vector<std::string>{"below_threshold"});
    CHECK(script.view.selection->leader_choice == "idea-2");
    script.tell("idea.selected", R"({"id":"idea-3","by_rule":"first","flags":["unscored"]})");
    CHECK(script.view.selection->id == "idea-3");
    CHECK_FALSE(script.view.selection->score.has_value());
  }
}

TEST_SUITE("gates") {
  constexpr std::string_view kGate = R"({"gate":"g-1","type":"choice","question":"Go on?",)"
                                     R"("digest":"ab","options":["yes","no"],"subject":"t-1"})";

  TEST_CASE("a gate is open until its first answer, and later ones change nothing") {
    RoomScript script;
    script.tell("gate.opened", kGate);
    REQUIRE(script.view.gates.size() == 1);
    CHECK(script.view.gates[0].question == "Go on?");
    CHECK(script.view.gates[0].digest == "ab");
    CHECK(script.view.gates[0].options.size() == 2);
    script.by({Actor::kPerson, "ana"})
        .tell("gate.answered", R"({"gate":"g-1","answer":"yes","reason":"r"})");
    script.by({Actor::kPerson, "ben"}).tell("gate.answered", R"({"gate":"g-1","answer":"no"})");
    CHECK(script.view.gates.empty());
    REQUIRE(script.view.answers.size() == 1);
    CHECK(script.view.answers[0].by == "ana");
    CHECK(script.view.answers[0].answer == "yes");
    CHECK(script.view.answers[0].question == "Go on?");
  }

  TEST_CASE("an expired gate is parked: open, marked, and still to be answered") {
    RoomScript script;
    script.tell("gate.opened", kGate).tell("gate.expired", R"({"gate":"g-1"})");
    REQUIRE(script.view.gates.size() == 1);
    CHECK(script.view.gates[0].expired);
    script.tell("gate.answered", R"({"gate":"g-1","answer":"yes"})");
    CHECK(script.view.gates.empty());
  }
}

TEST_CASE("a warning keeps its four parts and its time") {
  RoomScript script;
  script.tell("warning", R"({"code":"turn_failed","message":"m","cause":"c","cure":"d"})");
  CHECK(script.view.warnings.at(0).error == Error{"turn_failed", "m", "c", "d"});
  CHECK(script.view.warnings[0].at == script.view.updated_at);
}

TEST_CASE(
    "an event about what is not there, of an unknown kind, or with a crooked body is no harm") {
  RoomScript script;
  for (const char* kind :
       {"idea.revised", "idea.merged", "idea.scored", "idea.vetoed", "idea.pinned", "turn.finished",
        "turn.failed", "gate.answered", "gate.expired", "flow.paused", "flow.finished",
        "effect.scheduled", "lane.changed", "something.new"})
    script.tell(kind, R"({"id":"idea-7","turn":"t-7","gate":"g-7"})");
  CHECK(script.view.ideas.empty());
  CHECK(script.view.turns.empty());
  CHECK(script.view.head.value == 14);

  script.tell("idea.proposed", R"({"id":7,"title":["no"],"tags":"no","round":"no"})")
      .tell("message.posted", R"({"text":{"no":1},"interrupted":"yes"})")
      .tell("flow.started", R"({"args":null,"pins":[],"endpoints":{"a":1}})")
      .tell("idea.scored", R"({"id":"","scores":[1],"score":"8","pros":{"a":1}})")
      .tell("turn.started", R"({"turn":1})")
      .tell("turn.finished", R"({"turn":"","usage":7,"ms":"x","repairs":[1,"json"]})");
  CHECK(script.view.ideas.at(0).now().title.empty());
  CHECK(script.view.messages.at(0).text->empty());
  CHECK(script.view.turns.at(0).repairs == std::vector<std::string>{"json"});
}

}  // namespace
}  // namespace fm
