#include "team/room/project.h"

#include <doctest/doctest.h>

#include "people/message/intent.h"
#include "people/questions/questions.h"
#include "reading/brief/brief.h"
#include "team/room/brief.h"
#include "team/vote/vote.h"
#include "test/support/room_script.h"

namespace fm {
namespace {

using enum Phase;
using testing::RoomScript;

constexpr std::string_view kTea = R"({"project":"p-tea2","goal":"a tea shop"})";
constexpr std::string_view kBoat = R"({"project":"p-boat","goal":"a boat"})";

const By kAna{Actor::kPerson, "ana"};

RoomScript& move(RoomScript& script, Phase to, JsonObject more = {},
                 std::string_view project = "p-tea2") {
  const Project* before = script.view.projects.find({std::string(project)});
  JsonObject body{{"project", project},
                  {"from", before ? to_string(before->phase) : "idle"},
                  {"to", to_string(to)}};
  for (auto& [key, value] : more) body[key] = value;
  return script.in(project).tell("phase.changed", std::move(body));
}

struct TeaRoom {
  RoomScript script;

  TeaRoom() { script.tell("project.created", kTea); }
  const Project& project() const { return *script.view.projects.find({"p-tea2"}); }
  TeaRoom& to(Phase phase, JsonObject more = {}) {
    move(script, phase, std::move(more));
    return *this;
  }
  TeaRoom& tell(std::string_view kind, std::string_view body) {
    script.in("p-tea2").tell(kind, body);
    return *this;
  }
};

TEST_CASE("a project begins idle, with the person's goal and the message that it came from") {
  RoomScript script;
  script.by(kAna).tell("message.posted", R"({"id":"m-1","kind":"user","text":"a tea shop"})");
  script.tell("project.created",
              R"({"project":"p-tea2","goal":"a tea shop","agents":["leader"],"message":"m-1"})");
  const Project& project = *script.view.projects.current();
  CHECK(project.id.value == "p-tea2");
  CHECK(project.goal == "a tea shop");
  CHECK(project.agents == std::vector<std::string>{"leader"});
  CHECK(project.phase == kIdle);
  CHECK(project.iteration == 0);
  CHECK_FALSE(project.ending.has_value());
  CHECK(project.created_at == script.view.updated_at);
  CHECK(script.view.messages[0].project.value == "p-tea2");
}

TEST_CASE("each change of phase is kept with its reason, time and workers") {
  TeaRoom room;
  room.to(kDiscovery, {{"why", "asked for"}, {"agents", {"leader", "ux"}}}).to(kReady);
  REQUIRE(room.project().steps.size() == 2);
  const PhaseStep& step = room.project().steps[0];
  CHECK(step.from == kIdle);
  CHECK(step.to == kDiscovery);
  CHECK(step.why == "asked for");
  CHECK(step.agents == std::vector<std::string>{"leader", "ux"});
  CHECK(step.at == room.script.events[1].at);
  CHECK(room.project().phase == kReady);
}

TEST_CASE("an illegal change in the log is folded as it is") {
  TeaRoom room;
  room.to(kReview);
  CHECK(room.project().phase == kReview);
  room.tell("phase.changed", R"({"project":"p-tea2","from":"approval","to":"execution"})");
  CHECK(room.project().phase == kExecution);
  CHECK(room.project().steps.back().from == kApproval);
}

TEST_SUITE("iterations") {
  TEST_CASE("an iteration begins with the first question and whenever it goes back to asking") {
    TeaRoom room;
    const auto after = [&](Phase phase) {
      room.to(phase);
      return room.project().iteration;
    };
    CHECK(after(kDiscovery) == 1);
    CHECK(after(kReady) == 1);
    CHECK(after(kDiscovery) == 1);  // talking on is no new round
    CHECK(after(kSynthesis) == 1);
    CHECK(after(kApproval) == 1);
    CHECK(after(kDiscovery) == 2);
    CHECK(after(kSynthesis) == 2);
    CHECK(after(kApproval) == 2);
    CHECK(after(kExecution) == 2);
    CHECK(after(kDiscovery) == 3);
    CHECK(after(kSynthesis) == 3);
    CHECK(after(kApproval) == 3);
    CHECK(after(kExecution) == 3);
    CHECK(after(kReview) == 3);
    CHECK(after(kExecution) == 3);  // adjusting one thing
    CHECK(after(kReview) == 3);
    CHECK(after(kDiscovery) == 4);
  }

  TEST_CASE("resting and failing begin none when it goes on where it stood") {
    TeaRoom room;
    room.to(kDiscovery).to(kIdle, {{"completion", "timeout"}}).to(kDiscovery);
    CHECK(room.project().iteration == 1);
    room.to(kFailed).to(kDiscovery);
    CHECK(room.project().iteration == 1);
    room.to(kSynthesis).to(kApproval).to(kIdle, {{"completion", "cancellation"}}).to(kDiscovery);
    CHECK(room.project().iteration == 2);  // asked anew instead of judged
  }
}

TEST_SUITE("resting") {
  TEST_CASE("a rest keeps where it came from, a success does not") {
    for (const char* open : {"timeout", "cancellation", "error"}) {
      CAPTURE(std::string(open));
      TeaRoom room;
      room.to(kDiscovery).to(kReady).to(kIdle, {{"completion", open}});
      CHECK(room.project().came_from == kReady);
      CHECK(room.project().ending == ending_from(open));
      CHECK(room.project().context().came_from == kReady);
      room.to(kReady);
      CHECK_FALSE(room.project().came_from.has_value());
      CHECK_FALSE(room.project().ending.has_value());
    }
    for (const char* done : {"success", "escalation"}) {
      TeaRoom room;
      room.to(kDiscovery).to(kIdle, {{"completion", done}});
      CHECK_FALSE(room.project().came_from.has_value());
      CHECK(room.project().ending == ending_from(done));
    }
  }

  TEST_CASE("a rest whose ending nobody can read can be taken up") {
    TeaRoom room;
    room.to(kDiscovery).to(kIdle, {{"completion", 7}});
    CHECK(room.project().came_from == kDiscovery);
    CHECK_FALSE(room.project().ending.has_value());
  }

  TEST_CASE("what failed and was given up is still known by the phase that failed") {
    TeaRoom room;
    room.to(kDiscovery).to(kFailed, {{"error", {{"code", "x"}, {"message", "No."}}}});
    CHECK(room.project().error->message == "No.");
    CHECK(room.project().came_from == kDiscovery);
    CHECK(room.project().ending == ProjectEnding::kError);
    room.to(kIdle, {{"completion", "error"}});
    CHECK(room.project().came_from == kDiscovery);
    CHECK_FALSE(room.project().error.has_value());
  }

  TEST_CASE("resting after a silence is no activity, everything else in the project is") {
    TeaRoom room;
    room.to(kDiscovery);
    const UtcMs last = room.project().last_activity;
    CHECK(last == room.script.view.updated_at);
    room.script.wait(Millis(1'800'000));
    room.to(kIdle, {{"completion", "timeout"}});
    CHECK(room.project().last_activity == last);
    room.script.by(kAna).tell("message.posted", R"({"id":"m-9","text":"hello?"})");
    CHECK(room.project().last_activity == room.script.view.updated_at);
  }
}

TEST_SUITE("questions") {
  constexpr std::string_view kAsked =
      R"({"question":"q-1","agent":"ux","text":"For whom?","type":"scope","wave":2,"message":"m-4"})";

  TEST_CASE("a question is open until it is answered, decided for the person or dropped") {
    TeaRoom room;
    room.to(kDiscovery).tell("question.asked", kAsked);
    const ProjectQuestion* question = room.project().question("q-1");
    REQUIRE(question != nullptr);
    CHECK(question->agent == "ux");
    CHECK(question->text == "For whom?");
    CHECK(question->type == QuestionType::kScope);
    CHECK(question->wave == 2);
    CHECK(question->message == "m-4");
    CHECK(question->iteration == 1);
    CHECK(question->open());
    REQUIRE(room.project().open_questions().size() == 1);
    room.script.by(kAna);
    room.tell("question.answered",
              R"({"question":"q-1","text":"students","how":"answered","message":"m-5"})");
    question = room.project().question("q-1");
    CHECK(question->end == QuestionEnd::kAnswered);
    CHECK(question->answer == "students");
    CHECK(question->answer_by == "ana");
    CHECK(question->answer_message == "m-5");
    CHECK(room.project().open_questions().empty());
  }

  TEST_CASE("a person may correct an answer; dropping takes none back") {
    TeaRoom room;
    room.tell("question.asked", kAsked)
        .tell("question.answered", R"({"question":"q-1","text":"ten","how":"answered"})")
        .tell("question.answered", R"({"question":"q-1","text":"twelve","how":"answered"})")
        .tell("question.answered", R"({"question":"q-1","text":"","how":"dropped"})");
    CHECK(room.project().question("q-1")->answer == "twelve");
    CHECK(room.project().question("q-1")->end == QuestionEnd::kAnswered);
    room.tell("question.asked", R"({"question":"q-2"})")
        .tell("question.answered", R"({"question":"q-2","how":"you_decide"})")
        .tell("question.asked", R"({"question":"q-3"})")
        .tell("question.answered", R"({"question":"q-3","how":"dropped"})");
    CHECK(room.project().question("q-2")->end == QuestionEnd::kYouDecide);
    CHECK(room.project().question("q-3")->end == QuestionEnd::kDropped);
  }

  TEST_CASE("two answers to two open questions land each on its own, in any order") {
    TeaRoom room;
    room.tell("question.asked", kAsked)
        .tell("question.asked", R"({"question":"q-2","agent":"coder","text":"In what?"})")
        .tell("question.answered", R"({"question":"q-2","text":"C++","how":"answered"})");
    REQUIRE(room.project().open_questions().size() == 1);
    CHECK(room.project().open_questions()[0]->id == "q-1");
    room.tell("question.answered", R"({"question":"q-1","text":"us","how":"answered"})");
    CHECK(room.project().question("q-1")->answer == "us");
    CHECK(room.project().question("q-2")->answer == "C++");
  }
}

TEST_CASE("intent, decisions about the floor, votes, briefs and plans are kept in order") {
  TeaRoom room;
  room.tell("intent.read",
            R"({"intent":"explore","confidence":72,"runner_up":"advice","words":["ideas"],)"
            R"("by":"rules","agents":["leader","creative"]})")
      .to(kDiscovery)
      .tell("route.decided",
            R"({"agent":"architect","model":"openai:x","reasoning":"r","by":"model","note":"n"})")
      .tell("vote.cast", R"({"agent":"ux","vote":"agree_with_conditions","why":"if cheap"})")
      .tell("vote.cast", R"({"agent":"coder","vote":"perhaps"})")
      .tell("plan.proposed", R"({"plan":{"tasks":[]}})");
  const Project& project = room.project();
  CHECK(project.intent->intent == Intent::kExplore);
  CHECK(project.intent->confidence == 72);
  CHECK(project.intent->runner_up == Intent::kAdvice);
  CHECK(project.intent->words == std::vector<std::string>{"ideas"});
  CHECK(project.intent->flow == "light");
  CHECK(project.agents == std::vector<std::string>{"leader", "creative"});
  CHECK(project.routes.at(0).agent == "architect");
  CHECK(project.routes[0].model == "openai:x");
  CHECK(project.routes[0].note == "n");
  CHECK(project.votes.at(0).vote == Stance::kAgreeWithConditions);
  CHECK(project.votes[0].why == "if cheap");
  CHECK(project.votes[0].iteration == 1);
  CHECK_FALSE(project.votes.at(1).vote.has_value());
  CHECK(project.plans.at(0).revision == 1);
  CHECK(find_at(*project.plans[0].plan, "tasks") != nullptr);
}

TEST_CASE("only quick and light work may begin without a brief") {
  const auto way_of = [](std::string_view body) {
    TeaRoom room;
    room.tell("intent.read", body);
    return room.project().context().way;
  };
  CHECK(TeaRoom().project().context().way == PhaseContext::Way::kFull);
  CHECK(way_of(R"({"intent":"build"})") == PhaseContext::Way::kFull);
  CHECK(way_of(R"({"intent":"nonsense"})") == PhaseContext::Way::kFull);
  CHECK(way_of(R"({"intent":"task"})") == PhaseContext::Way::kQuickOrLight);
  CHECK(way_of(R"({"intent":"research"})") == PhaseContext::Way::kQuickOrLight);
  CHECK(way_of(R"({"intent":"explore","flow":"full"})") == PhaseContext::Way::kFull);
}

TEST_CASE("briefs have revisions; the same number again replaces") {
  TeaRoom room;
  room.to(kDiscovery)
      .tell("brief.proposed", R"({"brief":{"title":"One","goal":"g"},"revision":1})");
  CHECK(room.project().brief()->brief->title == "One");
  CHECK(room.project().brief()->origin == BriefOrigin::kLeader);
  room.tell("brief.proposed", R"({"brief":{"title":"Two"},"origin":"log","message":"m-7"})");
  CHECK(room.project().brief()->revision == 2);
  CHECK(room.project().brief()->origin == BriefOrigin::kLog);
  CHECK(room.project().brief()->message == "m-7");
  CHECK(room.project().brief(1)->brief->title == "One");
  CHECK(room.project().brief(3) == nullptr);
  room.tell("brief.proposed", R"({"brief":{"title":"Two!"},"revision":2})");
  CHECK(room.project().briefs.size() == 2);
  CHECK(room.project().brief()->brief->title == "Two!");
  const RoomView copy = room.script.view;
  CHECK(copy.projects.current()->brief()->brief == room.project().brief()->brief);
}

TEST_SUITE("several projects") {
  struct Two {
    RoomScript script;
    Two() { script.tell("project.created", kTea).tell("project.created", kBoat); }
    std::string active() const { return script.view.projects.active.value; }
    const Project& of(const char* id) const { return *script.view.projects.find({id}); }
  };

  TEST_CASE("each has a phase, questions and a brief of its own") {
    Two two;
    move(two.script, kDiscovery, {}, "p-tea2");
    move(two.script, kDiscovery, {}, "p-boat");
    move(two.script, kReady, {}, "p-boat");
    two.script.in("p-tea2").tell("question.asked", R"({"question":"q-1"})");
    two.script.in("p-boat").tell("brief.proposed", R"({"brief":{"title":"Boat"}})");
    CHECK(two.of("p-tea2").phase == kDiscovery);
    CHECK(two.of("p-boat").phase == kReady);
    CHECK(two.of("p-boat").questions.empty());
    CHECK(two.of("p-tea2").brief() == nullptr);
  }

  TEST_CASE("active is the newest, the one that was taken up, or where a person speaks") {
    Two two;
    CHECK(two.active() == "p-boat");
    move(two.script, kDiscovery, {}, "p-tea2");
    CHECK(two.active() == "p-tea2");
    move(two.script, kDiscovery, {}, "p-boat");
    CHECK(two.active() == "p-boat");
    move(two.script, kReady, {}, "p-tea2");  // it works on in the background
    CHECK(two.active() == "p-boat");
    two.script.in("p-tea2").tell("message.posted", R"({"id":"m-1","text":"We agree."})");
    CHECK(two.active() == "p-boat");
    two.script.in("p-tea2").by(kAna).tell("message.posted", R"({"id":"m-2","text":"Go on."})");
    CHECK(two.active() == "p-tea2");
    move(two.script, kIdle, {{"completion", "timeout"}}, "p-boat");
    CHECK(two.active() == "p-tea2");
  }

  TEST_CASE("words that name no project are said in the active one, with its phase") {
    Two two;
    move(two.script, kDiscovery, {}, "p-boat");
    two.script.by(kAna).tell("message.posted", R"({"id":"m-1","text":"Red."})", "");
    CHECK(two.script.view.messages.back().project.value == "p-boat");
    CHECK(two.script.view.messages.back().phase == kDiscovery);
  }

  TEST_CASE("what a flow does belongs to the project that it works for, its children's too") {
    Two two;
    two.script.tell("flow.started", R"({"name":"full","args":{"project":"p-tea2"}})", "f-tea")
        .tell("flow.started", R"({"name":"ideation","parent":"f-tea"})", "f-child")
        .in("p-boat")
        .tell("flow.started", R"({"name":"full"})", "f-boat");
    two.script.tell("message.posted", R"({"id":"m-1","text":"Tea."})", "f-tea")
        .tell("message.posted", R"({"id":"m-2","text":"More tea."})", "f-child")
        .tell("question.asked", R"({"question":"q-1"})", "f-child")
        .tell("gate.opened", R"({"gate":"g-1"})", "f-boat");
    CHECK(two.active() == "p-boat");
    CHECK(two.script.view.messages[0].project.value == "p-tea2");
    CHECK(two.script.view.messages[1].project.value == "p-tea2");
    CHECK(two.of("p-tea2").questions.size() == 1);
    CHECK(two.script.view.gates[0].project.value == "p-boat");
    CHECK(two.script.view.project_of({"f-other"}).empty());
  }
}

TEST_CASE("events about unknown projects and crooked bodies are no harm") {
  RoomScript script;
  for (const char* kind : {"phase.changed", "intent.read", "question.asked", "question.answered",
                           "route.decided", "vote.cast", "brief.proposed", "plan.proposed"})
    script.in("p-none").tell(kind, R"({"project":"p-none","to":"ready","question":"q-1"})");
  script.tell("project.created", R"({"project":["no"],"goal":3})");
  CHECK(script.view.projects.all.empty());
  CHECK(script.view.projects.current() == nullptr);

  TeaRoom room;
  room.tell("phase.changed", R"({"project":"p-tea2","to":"flying"})")
      .tell("phase.changed", R"({"project":"p-tea2","to":7,"from":[],"agents":"x"})")
      .tell("intent.read", R"({"intent":1,"confidence":"high","words":{"a":1}})")
      .tell("question.asked", R"({"question":1,"type":"who","wave":"x"})")
      .tell("question.answered", R"({"question":"","how":"shouted","text":"x"})")
      .tell("question.answered", R"({"question":"q-unknown","how":"answered"})")
      .tell("route.decided", R"({"agent":["a"]})")
      .tell("vote.cast", R"({"vote":3})")
      .tell("brief.proposed", R"({"brief":"no","revision":"two","origin":9})")
      .tell("plan.proposed", R"({})");
  const Project& project = room.project();
  CHECK(project.phase == kIdle);
  CHECK(project.steps.empty());
  CHECK_FALSE(project.intent->intent.has_value());
  CHECK(project.questions.at(0).open());
  CHECK(project.questions[0].type == QuestionType::kClarification);
  CHECK(project.routes.at(0).agent.empty());
  CHECK_FALSE(project.votes.at(0).vote.has_value());
  CHECK(project.brief()->brief->title.empty());
  CHECK(project.brief()->revision == 1);
  CHECK(project.plans.at(0).plan->is_null());
}

TEST_CASE("words of the log are read back, and nothing else is") {
  using enum ProjectEnding;
  for (const ProjectEnding ending : {kSuccess, kEscalation, kCancellation, kTimeout, kError})
    CHECK(ending_from(to_string(ending)) == ending);
  using enum QuestionEnd;
  for (const QuestionEnd end : {kAnswered, kYouDecide, kDropped})
    CHECK(question_end_from(to_string(end)) == end);
  CHECK_FALSE(ending_from("Success"));
  CHECK_FALSE(question_end_from(""));
}

}  // namespace
}  // namespace fm
