#include "team/room/project_status.h"

#include <doctest/doctest.h>

#include "team/room/phase_change.h"
#include "team/room/project_events.h"
#include "team/vote/vote.h"
#include "test/support/room_script.h"

namespace fm {
namespace {

using enum Phase;
using testing::RoomScript;

const By kAna{Actor::kPerson, "ana"};

// A room with one project that works as the flow f-main.
struct Worked {
  RoomScript script;
  ProjectId id{"p-tea2"};
  int lines = 0;

  Worked() {
    script.by(kAna).tell("message.posted", R"({"id":"m-1","from":"ana","kind":"user",)"
                                           R"("text":"A tea shop."})");
    script.tell(project_created({id, "A tea shop.", {"leader", "ux"}, "m-1"}));
    script.tell("flow.started", R"({"name":"full","args":{"project":"p-tea2"}})");
  }

  const Project& project() const { return *script.view.projects.find(id); }
  ProjectStatus status() const { return project_status(script.view, project()); }

  Worked& to(Phase phase, std::string feedback = {}) {
    PhaseRequest request;
    request.to = phase;
    request.line_id = "m-line" + std::to_string(++lines);
    request.feedback = std::move(feedback);
    if (phase == kIdle) request.ending = ProjectEnding::kTimeout;
    if (phase == kFailed) request.error = Error{"model_timeout", "Late.", "", ""};
    const auto events = change_phase(project(), request);
    REQUIRE(events);
    for (const NewEvent& event : *events) script.tell(event, "f-main");
    return *this;
  }

  Worked& ask(const std::string& question, const std::string& message = {}) {
    ProjectQuestion asked;
    asked.id = question;
    asked.agent = "ux";
    asked.text = "What about " + question + "?";
    asked.message = message;
    script.tell(question_asked(id, asked));
    return *this;
  }

  Worked& end(const std::string& question, QuestionEnd how, const std::string& text = {},
              const std::string& message = {}) {
    script.tell(question_answered(id, question, how, text, message, kAna));
    return *this;
  }

  Worked& propose(const std::string& title, int revision) {
    Brief brief;
    brief.title = title;
    script.tell(
        brief_proposed(id, {brief, revision, BriefOrigin::kLeader, {Actor::kAgent, "leader"}, {}}));
    return *this;
  }
};

TEST_CASE("without an id the active project is meant; what is not there is named") {
  Worked worked;
  CHECK((*choose_project(worked.script.view.projects))->id == worked.id);
  CHECK((*choose_project(worked.script.view.projects, worked.id))->goal == "A tea shop.");
  CHECK(choose_project(worked.script.view.projects, {"p-x"}).error().code == "project_unknown");
  CHECK(choose_project({}).error().code == "project_none");
  CHECK(choose_project({}, {"p-x"}).error().code == "project_none");
}

TEST_CASE("questions are counted apart by what became of them, and by iteration") {
  Worked worked;
  worked.to(kDiscovery).ask("q-1").ask("q-2").ask("q-3").ask("q-4");
  worked.end("q-1", QuestionEnd::kAnswered, "red")
      .end("q-2", QuestionEnd::kYouDecide)
      .end("q-3", QuestionEnd::kDropped);
  CHECK(worked.status().questions == QuestionCounts{4, 1, 1, 1, 1});
  worked.to(kSynthesis).to(kApproval).to(kDiscovery, "cheaper").ask("q-5");
  const ProjectStatus status = worked.status();
  CHECK(status.iteration == 2);
  CHECK(status.questions == QuestionCounts{5, 1, 1, 1, 2});
  CHECK(status.this_iteration == QuestionCounts{1, 0, 0, 0, 1});
}

TEST_CASE("the status has goal, phase, agents, the brief that counts and the last verdict") {
  Worked worked;
  ProjectStatus status = worked.status();
  CHECK(status.active);
  CHECK(status.goal == "A tea shop.");
  CHECK(status.agents == std::vector<std::string>{"leader", "ux"});
  CHECK(status.phase == kIdle);
  CHECK(status.brief_title.empty());
  CHECK_FALSE(status.verdict.has_value());

  worked.to(kDiscovery).to(kSynthesis).propose("Tea", 1).to(kApproval);
  CHECK(worked.status().brief_title == "Tea");
  CHECK_FALSE(worked.status().verdict.has_value());
  worked.to(kDiscovery, "cheaper").to(kSynthesis).propose("Cheap tea", 2).to(kApproval);
  status = worked.status();
  CHECK(status.brief_title == "Cheap tea");
  CHECK(status.brief_revision == 2);
  REQUIRE(status.verdict.has_value());
  CHECK(status.verdict->verdict == Verdict::kChangesWanted);
  CHECK(status.verdict->brief == 1);
  CHECK(status.verdict->feedback == "cheaper");

  worked.to(kExecution).to(kReview);
  status = worked.status();
  CHECK(status.verdict->verdict == Verdict::kApproved);
  CHECK(status.verdict->brief == 2);
  CHECK(status.verdict->feedback.empty());
  CHECK(to_string(status.verdict->verdict) == "approved");
}

TEST_CASE("going back from the work or resting in approval is no verdict on the brief") {
  Worked worked;
  worked.to(kDiscovery).to(kSynthesis).to(kApproval).to(kIdle);
  CHECK_FALSE(worked.status().verdict.has_value());
  worked.to(kApproval).to(kExecution).to(kDiscovery, "wait");
  CHECK(worked.status().verdict->verdict == Verdict::kApproved);
}

TEST_SUITE("what a project waits for") {
  TEST_CASE("in discovery for agents, for answers, or for whatever the person says") {
    Worked worked;
    CHECK(worked.status().waits.what == WaitsFor::kNothing);
    worked.to(kDiscovery);
    CHECK(worked.status().waits.what == WaitsFor::kWords);
    worked.script.tell("turn.started", R"({"turn":"t-1","agent":"ux"})");
    CHECK(worked.status().waits.what == WaitsFor::kTeam);
    CHECK(worked.status().waits.agents == std::vector<std::string>{"ux"});
    worked.script.tell("turn.finished", R"({"turn":"t-1"})");
    worked.ask("q-1");
    CHECK(worked.status().waits.what == WaitsFor::kAnswers);
    CHECK(worked.status().waits.questions == std::vector<std::string>{"q-1"});
    worked.script.tell("gate.opened", R"({"gate":"g-1","type":"paused"})");
    CHECK(worked.status().waits.what == WaitsFor::kGate);
    CHECK(worked.status().waits.gates == std::vector<std::string>{"g-1"});
  }

  TEST_CASE("then for the start, the brief's approval, the work, and its review") {
    Worked worked;
    worked.to(kDiscovery).to(kReady);
    worked.script.tell("gate.opened", R"({"gate":"g-1","type":"start"})");
    CHECK(worked.status().waits.what == WaitsFor::kStart);
    CHECK(worked.status().waits.gates.size() == 1);
    CHECK(worked.to(kSynthesis).status().waits.what == WaitsFor::kGate);
    worked.script.by(kAna).tell("gate.answered", R"({"gate":"g-1","answer":"start"})");
    CHECK(worked.status().waits.what == WaitsFor::kTeam);
    CHECK(worked.to(kApproval).status().waits.what == WaitsFor::kApproval);
    CHECK(worked.to(kExecution).status().waits.what == WaitsFor::kTeam);
    CHECK(worked.to(kReview).status().waits.what == WaitsFor::kReview);
  }

  TEST_CASE("resting and failed it waits to be taken up or tried again") {
    Worked worked;
    worked.to(kDiscovery).to(kReady).to(kIdle);
    CHECK(worked.status().waits.what == WaitsFor::kTakeUp);
    CHECK(worked.status().waits.phase == kReady);
    worked.to(kReady).to(kFailed);
    CHECK(worked.status().waits.what == WaitsFor::kRetry);
    CHECK(worked.status().waits.phase == kReady);
    CHECK(worked.status().error->code == "model_timeout");
  }

  TEST_CASE("a flow that a fault has paused waits to be resumed") {
    Worked worked;
    worked.to(kDiscovery);
    worked.script.tell("flow.paused", R"({"why":"internal_error"})");
    CHECK(worked.status().waits.what == WaitsFor::kResume);
  }

  TEST_CASE("the flow that leads the whole room asks, speaks and pauses for the active project") {
    Worked worked;
    worked.script.tell("flow.started", R"({"name":"chat","args":{}})", "f-chat");
    worked.to(kDiscovery).to(kReady);
    worked.script.tell("gate.opened", R"({"gate":"g-1","subject":{"project":"p-tea2"}})", "f-chat")
        .tell("gate.opened", R"({"gate":"g-2","subject":{}})", "f-chat")
        .in("p-tea2")
        .tell("turn.started", R"({"turn":"t-1","agent":"ux"})", "f-chat");
    CHECK(worked.status().waits.gates == std::vector<std::string>{"g-1", "g-2"});
    CHECK(worked.status().waits.agents == std::vector<std::string>{"ux"});
    worked.script.tell("flow.paused", R"({"why":"internal_error"})", "f-chat");
    CHECK(worked.status().waits.what == WaitsFor::kResume);
    worked.script.tell(project_created({{"p-boat"}, "a boat", {}, {}}));
    CHECK(worked.status().waits.what == WaitsFor::kStart);
    CHECK(worked.status().waits.gates.size() == 2);  // they stay where they were asked
  }

  TEST_CASE("what happens in another project of the room is not waited for here") {
    Worked worked;
    worked.to(kDiscovery);
    worked.script.tell(project_created({{"p-boat"}, "a boat", {}, {}}));
    worked.script.tell("flow.started", R"({"name":"full","args":{"project":"p-boat"}})", "f-boat")
        .tell("turn.started", R"({"turn":"t-1","agent":"coder"})", "f-boat")
        .tell("gate.opened", R"({"gate":"g-1"})", "f-boat");
    CHECK(worked.status().waits.what == WaitsFor::kWords);
    const auto list = project_list(worked.script.view);
    REQUIRE(list.size() == 2);
    CHECK_FALSE(list[0].active);
    CHECK(list[1].active);
    CHECK(list[1].goal == "a boat");
    CHECK(list[1].waits.gates == std::vector<std::string>{"g-1"});
  }
}

TEST_SUITE("the log") {
  std::vector<std::string> told(const std::vector<ProjectLogLine>& lines) {
    std::vector<std::string> out;
    for (const ProjectLogLine& line : lines)
      out.push_back(std::string(to_string(line.mark)) + " " + line.agent + ": " + line.text);
    return out;
  }

  TEST_CASE("it is in order, and what a message holds is one line with it") {
    Worked worked;
    worked.to(kDiscovery);
    worked.script.tell("message.posted", R"({"id":"m-2","from":"ux","kind":"question",)"
                                         R"("text":"Nice. For whom?"})");
    worked.ask("q-1", "m-2").ask("q-2");
    worked.script.by(kAna).tell("message.posted", R"({"id":"m-3","from":"ana","kind":"user",)"
                                                  R"("text":"Students."})");
    worked.end("q-1", QuestionEnd::kAnswered, "Students.", "m-3")
        .end("q-2", QuestionEnd::kYouDecide);
    ProjectVote vote;
    vote.agent = "ux";
    vote.vote = Stance::kAgreeWithConditions;
    vote.why = "if it is cheap";
    worked.script.tell(vote_cast(worked.id, vote));
    worked.propose("Tea", 1);
    CHECK(told(project_log(worked.script.view, worked.project())) ==
          std::vector<std::string>{
              "talk ana: A tea shop.", "phase folkmoot: leader and ux ask what has to be known.",
              "question ux: Nice. For whom?", "question ux: What about q-2?",
              "answer ana: Students.", "answer ana: You decide.",
              "vote ux: agree with conditions: if it is cheap", "brief leader: Brief 1: Tea"});
  }

  TEST_CASE("a question whose message is not there is not lost, a dropped one shows no answer") {
    Worked worked;
    worked.ask("q-1", "m-gone").end("q-1", QuestionEnd::kDropped);
    const auto lines = project_log(worked.script.view, worked.project());
    REQUIRE(lines.size() == 2);
    CHECK(lines[1].mark == LogMark::kQuestion);
  }

  TEST_CASE("only the last lines are given, and only those of the project") {
    Worked worked;
    worked.script.tell(project_created({{"p-boat"}, "a boat", {}, {}}));
    worked.script.by(kAna).tell("message.posted", R"({"id":"m-7","text":"A boat."})", "");
    for (int i = 0; i < 30; ++i)
      worked.script.tell(
          "message.posted",
          {{"id", "m-n" + std::to_string(i)}, {"from", "leader"}, {"text", std::to_string(i)}});
    const auto lines = project_log(worked.script.view, worked.project());
    REQUIRE(lines.size() == 20);
    CHECK(lines.front().text == "10");
    CHECK(lines.back().text == "29");
    CHECK(project_log(worked.script.view, worked.project(), 3).size() == 3);
    CHECK(project_log(worked.script.view, worked.project(), 0).empty());
    CHECK(project_log(worked.script.view, worked.project(), 99).size() == 31);
  }
}

TEST_SUITE("the history") {
  TEST_CASE("it says how long each stay took, the present one up to now, and sums by phase") {
    Worked worked;
    const UtcMs created = worked.project().created_at;
    worked.to(kDiscovery);
    worked.script.wait(Millis(60'000));
    worked.to(kSynthesis).to(kApproval).to(kDiscovery, "cheaper");
    worked.script.wait(Millis(30'000));
    worked.to(kReady);
    const UtcMs now = worked.script.view.updated_at + Millis(5'000);
    const ProjectHistory history = project_history(worked.project(), now);
    REQUIRE(history.stays.size() == 6);
    CHECK(history.stays[0].phase == kIdle);
    CHECK(history.stays[0].began == created);
    CHECK(history.stays[1].phase == kDiscovery);
    CHECK(history.stays[1].took == Millis(62'000));  // an event is a second after the former
    CHECK(history.stays[1].iteration == 1);
    CHECK(history.stays[4].phase == kDiscovery);
    CHECK(history.stays[4].iteration == 2);
    CHECK(history.stays[4].why == "the person wants changes");
    CHECK(history.stays[5].phase == kReady);
    CHECK_FALSE(history.stays[5].ended.has_value());
    CHECK(history.stays[5].took == Millis(6'000));
    CHECK(history.total(kDiscovery) == Millis(62'000 + 32'000));
    CHECK(history.total(kExecution) == Millis(0));
    Millis sum{0};
    for (const Millis total : history.totals) sum += total;
    CHECK(sum == now - created);
  }

  TEST_CASE("a project that begins as it is created never was idle") {
    Project project;
    project.created_at = {1'000};
    PhaseStep step;
    step.to = kDiscovery;
    step.at = {1'000};
    project.steps.push_back(step);
    const ProjectHistory history = project_history(project, {4'000});
    REQUIRE(history.stays.size() == 1);
    CHECK(history.stays[0].phase == kDiscovery);
    CHECK(history.stays[0].took == Millis(3'000));
  }

  TEST_CASE("a clock that was set back makes no negative times") {
    Project project;
    project.created_at = {9'000};
    PhaseStep step;
    step.to = kDiscovery;
    step.at = {5'000};
    project.steps.push_back(step);
    const ProjectHistory history = project_history(project, {4'000});
    for (const PhaseStay& stay : history.stays) CHECK(stay.took == Millis(0));
  }
}

}  // namespace
}  // namespace fm
