#include "team/turn/turn_facts.h"

#include <doctest/doctest.h>

#include "test/support/council_testing.h"
#include "test/support/room_script.h"

namespace fm {
namespace {

using testing::RoomScript;

const By kAna{Actor::kPerson, "ana"};

struct Room {
  RoomScript script;
  TeamSnapshot snapshot;
  EffectCall call;

  Room() {
    TeamRequest wish;
    wish.team = "council";
    wish.prompts = {"conversation"};
    auto loaded = load_team_snapshot(council_library().team_files(wish).value());
    REQUIRE(loaded.has_value());
    snapshot = std::move(*loaded);
    auto flow = std::make_shared<FlowStart>();
    flow->args = {{"topic", "a shed"}, {"max_rounds", 3}, {"min_ideas", 5}};
    call.flow = std::move(flow);
  }

  Room& tell(std::string_view kind, std::string_view body) {
    script.in("p-tea2").tell(kind, body);
    return *this;
  }
  Room& says(std::string_view body) {
    script.by(kAna).in("p-tea2").tell("message.posted", body);
    return *this;
  }
  Json facts(const TurnRequest& turn) const {
    return turn_facts(snapshot, script.view, call, turn);
  }
};

TurnRequest turn_of(std::string agent, std::string task) {
  TurnRequest turn;
  turn.agent = std::move(agent);
  turn.task = std::move(task);
  turn.prompts = "conversation";
  turn.project = {"p-tea2"};
  return turn;
}

TEST_CASE(
    "P-34 a rehearsal hears the goal, the questions with their answers, and the newest words") {
  Room room;
  room.tell("project.created",
            R"({"project":"p-tea2","goal":"a tea shop","agents":["leader","ux"]})")
      .says(R"({"id":"m-1","kind":"user","text":"a tea shop"})")
      .tell("message.posted", R"({"id":"m-2","kind":"question","from":"ux","text":"Where?"})")
      .tell("question.asked",
            R"({"question":"q-1","agent":"ux","text":"Where?","type":"scope","wave":1})")
      .tell("question.asked",
            R"({"question":"q-2","agent":"leader","text":"When?","type":"constraint","wave":1})")
      .says(R"({"id":"m-3","kind":"user","text":"In Bergen"})")
      .tell("question.answered",
            R"({"question":"q-1","text":"In Bergen","how":"answered","message":"m-3"})");
  TurnRequest turn = turn_of("ux", "ask");
  turn.values = {{"most", "4"}, {"mine", "1"}};
  const Json facts = room.facts(turn);
  CHECK(text_at(facts, "topic") == "a tea shop");
  CHECK(text_at(facts, "said") == "In Bergen");
  CHECK(texts_at(facts, "team") == std::vector<std::string>{"leader", "ux"});
  CHECK(bool_at(facts, "may_ask", true));
  const Json& questions = facts.at("questions");
  REQUIRE(questions.as_array().size() == 2);
  CHECK(text_at(questions.as_array()[0], "answer") == "In Bergen");
  CHECK(text_at(questions.as_array()[0], "end") == "answered");
  CHECK(text_at(questions.as_array()[1], "end").empty());

  // A turn that works for no project answers what was said last, wherever that was.
  TurnRequest reply = turn_of("ux", "reply");
  reply.project = {};
  CHECK(text_at(room.facts(reply), "said") == "In Bergen");
  CHECK(text_at(room.facts(reply), "topic") == "In Bergen");

  turn.values = {{"most", "4"}, {"mine", "0"}};
  CHECK_FALSE(bool_at(room.facts(turn), "may_ask", true));
}

TEST_CASE("C-36 a rehearsal is told the brief's entries and open objections by their ids") {
  Room room;
  room.tell("project.created", R"({"project":"p-tea2","goal":"a tea shop"})")
      .tell("brief.proposed",
            R"({"brief":{"title":"Tea","goal":"A shop","scope":{"included":["a cart","cups"],)"
            R"("excluded":["cake"]},"constraints":{"budget":"300","others":["quiet"]},)"
            R"("decisions":["a cart first"],"unknowns":["where"],)"
            R"("next_steps":{"coder":{"task":"a page","after":["creative"]},"creative":"texts"},)"
            R"("objections":[{"agent":"adversary","text":"It rains.","outcome":"open"},)"
            R"({"agent":"ux","text":"Too high.","outcome":"taken_up","why":"lower"},)"
            R"({"agent":"coder","text":"No page.","outcome":"open"}]},)"
            R"("revision":1,"origin":"leader","by":"leader"})");
  TurnRequest turn = turn_of("leader", "edit");
  turn.values = {{"wish", "no cake at all"}, {"most", "4 questions"}};
  const Json facts = room.facts(turn);
  std::vector<std::string> ids;
  for (const Json& entry : facts.at("entries").as_array()) ids.emplace_back(text_at(entry, "id"));
  CHECK(ids == std::vector<std::string>{"title", "goal", "in1", "in2", "out1", "budget", "rule1",
                                        "decision1", "unknown1", "step-creative", "step-coder"});
  const auto& objections = facts.at("objections").as_array();
  REQUIRE(objections.size() == 2);
  CHECK(text_at(objections[0], "id") == "o1");
  CHECK(text_at(objections[1], "id") == "o2");
  CHECK(text_at(objections[1], "agent") == "coder");
  CHECK(text_at(facts, "wish") == "no cake at all");
  CHECK(int_at(facts, "most") == 4);
}

TEST_CASE("P-34 a rehearsal is told who spoke to the person's newest words") {
  Room room;
  room.tell("project.created", R"({"project":"p-tea2","goal":"a tea shop"})")
      .says(R"({"id":"m-1","kind":"user","text":"a tea shop"})")
      .tell("message.posted", R"({"id":"m-2","kind":"view","from":"ux","text":"One."})")
      .says(R"({"id":"m-3","kind":"user","text":"And cake?"})")
      .tell("message.posted", R"({"id":"m-4","kind":"view","from":"coder","text":"Two."})")
      .tell("message.posted", R"({"id":"m-5","kind":"view","from":"coder","text":"Three."})");
  CHECK(texts_at(room.facts(turn_of("orchestrator", "route")), "spoken") ==
        std::vector<std::string>{"coder"});
}

TEST_CASE("P-34 outside of projects a rehearsal speaks about what the person said last") {
  Room room;
  room.script.by(kAna).tell("message.posted", R"({"id":"m-1","kind":"user","text":"Hello"})");
  room.script.tell("message.posted", R"({"id":"m-2","kind":"answer","from":"leader","text":"Hi"})");
  room.script.by(kAna).tell("message.posted",
                            R"({"id":"m-3","kind":"user","text":"Do fish sleep?"})");
  TurnRequest turn = turn_of("leader", "reply");
  turn.project = {};
  const Json facts = room.facts(turn);
  CHECK(text_at(facts, "topic") == "Do fish sleep?");
  CHECK(int_at(facts, "turns") == 1);
  CHECK(texts_at(facts, "team") == room.snapshot.team.agents);
}

TEST_CASE("P-34 the agents that a task names are found in any form of it") {
  Room room;
  room.tell("project.created", R"({"project":"p-tea2","goal":"a tea shop"})");
  TurnRequest turn = turn_of("leader", "draft");
  turn.values = {{"agents", "- deep-research: sources\n- ux (steps)\n- asking is not ask-ing"}};
  CHECK(texts_at(room.facts(turn), "agents") == std::vector<std::string>{"ux", "deep-research"});
}

TEST_CASE("P-34 what is said while somebody speaks comes back in the turn after it, once") {
  Room room;
  TurnRequest turn = turn_of("leader", "synthesis");
  turn.prompts = "ideation";
  const auto said = [&] { return std::string(text_at(room.facts(turn), "last_said")); };
  room.script.by(kAna).tell("message.posted", R"({"id":"m-1","kind":"user","text":"a shed"})");
  CHECK(said().empty());  // the topic itself
  room.script.tell("turn.started", R"({"turn":"t-1","agent":"leader","task":"kickoff"})");
  room.script.by(kAna).tell("message.posted", R"({"id":"m-2","kind":"user","text":"cheap"})");
  room.script.tell("message.posted", R"({"id":"m-3","kind":"kickoff","from":"leader","text":"."})");
  CHECK(said() == "cheap");
  room.script.tell("turn.started", R"({"turn":"t-2","agent":"ideation","task":"ideate"})");
  CHECK(said().empty());
}

TEST_CASE("P-34 of an ideation the facts are those of its arguments and its ideas") {
  Room room;
  TurnRequest turn = turn_of("moderator", "validate_missing");
  turn.prompts = "ideation";
  turn.values = {{"ids", "idea-1, idea-3"}};
  const Json facts = room.facts(turn);
  CHECK(canonical(facts) == canonical(JsonObject{{"topic", "a shed"},
                                                 {"max_rounds", 3},
                                                 {"min_ideas", 5},
                                                 {"team", to_json(room.snapshot.team.agents)},
                                                 {"ideas", JsonArray{}},
                                                 {"missing", {"idea-1", "idea-3"}},
                                                 {"attempt", 1}}));
}

}  // namespace
}  // namespace fm
