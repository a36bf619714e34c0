#include "team/room/phase_change.h"

#include <doctest/doctest.h>

#include "test/support/room_script.h"

namespace fm {
namespace {

using enum Phase;
using testing::RoomScript;

PhaseRequest to(Phase phase) {
  PhaseRequest request;
  request.to = phase;
  request.line_id = "m-line";
  return request;
}

PhaseRequest to_rest(ProjectEnding ending) {
  PhaseRequest request = to(kIdle);
  request.ending = ending;
  return request;
}

PhaseRequest to_failed(std::string message) {
  PhaseRequest request = to(kFailed);
  request.error = Error{"model_timeout", std::move(message), "", ""};
  return request;
}

// A project in a room, moved by change_phase() alone.
struct Moved {
  RoomScript script;

  Moved() {
    script.tell("project.created",
                R"({"project":"p-2k7f","goal":"tea","agents":["leader","ux","coder"]})");
  }

  const Project& project() const { return *script.view.projects.current(); }
  const std::string& line() const { return *script.view.messages.back().text; }

  Moved& go(const PhaseRequest& request) {
    const auto events = change_phase(project(), request);
    REQUIRE_MESSAGE(events, "refused: " << (events ? "" : events.error().message));
    for (const NewEvent& event : *events) script.tell(event);
    return *this;
  }

  Moved& through(std::initializer_list<Phase> phases) {
    for (const Phase phase : phases) go(to(phase));
    return *this;
  }
};

TEST_CASE("C-46a a change is one event and one line in the system's own name") {
  Moved moved;
  const auto events = change_phase(moved.project(), to(kDiscovery));
  REQUIRE(events);
  REQUIRE(events->size() == 2);
  const NewEvent& change = events->at(0);
  CHECK(change.kind == "phase.changed");
  CHECK(change.project.value == "p-2k7f");
  CHECK(change.by == By{});
  CHECK(text_at(change.body, "project") == "p-2k7f");
  CHECK(text_at(change.body, "from") == "idle");
  CHECK(text_at(change.body, "to") == "discovery");
  CHECK(text_at(change.body, "why") == "the team asks what it has to know");
  const NewEvent& line = events->at(1);
  CHECK(line.kind == "message.posted");
  CHECK(line.by.kind == Actor::kSystem);
  CHECK(text_at(line.body, "id") == "m-line");
  CHECK(text_at(line.body, "kind") == "system");
  CHECK(text_at(line.body, "from") == "folkmoot");
  CHECK(text_at(line.body, "phase") == "discovery");
  CHECK(text_at(line.body, "text") == "leader, ux and coder ask what has to be known.");
}

TEST_CASE("a change that the table does not have makes no events") {
  Moved moved;
  for (const Phase phase : {kReady, kSynthesis, kApproval, kExecution, kReview})
    CHECK(change_phase(moved.project(), to(phase)).error().code == "phase_illegal");
  CHECK(change_phase(moved.project(), to_rest(ProjectEnding::kCancellation)).error().code ==
        "phase_illegal");
  moved.through({kDiscovery});
  CHECK(change_phase(moved.project(), to(kExecution)).error().code == "phase_illegal");
}

TEST_CASE("each line says what begins and who works") {
  Moved moved;
  moved.through({kDiscovery, kReady});
  CHECK(moved.line().starts_with("Your turn: "));
  moved.go(to(kDiscovery));
  CHECK(moved.line() == "The discussion goes on. With you: leader, ux and coder.");
  moved.go(to(kSynthesis));
  CHECK(moved.line() == "leader is writing the brief.");
  moved.go(to(kApproval));
  CHECK(moved.line().starts_with("Approval: "));
  PhaseRequest work = to(kExecution);
  work.agents = {"coder"};
  moved.go(work);
  CHECK(moved.line() == "Started: coder works on it.");
  CHECK(moved.project().steps.back().agents == std::vector<std::string>{"coder"});
  moved.go(to(kReview));
  CHECK(moved.line().starts_with("Review: "));
  moved.go(work);
  CHECK(moved.line() == "The work goes on: coder adjusts it.");
  moved.go(to(kDiscovery));
  CHECK(moved.line() ==
        "The work is paused. Back to discovery, iteration 2, with leader, ux and coder.");
}

TEST_CASE("what the person wants otherwise goes along with the change back to discovery") {
  Moved moved;
  moved.through({kDiscovery, kSynthesis, kApproval});
  PhaseRequest back = to(kDiscovery);
  back.feedback = "cheaper, please";
  back.agents = {"leader"};
  moved.go(back);
  CHECK(moved.line() == "Back to discovery, iteration 2: leader takes up what you said.");
  REQUIRE(moved.project().feedback.size() == 1);
  CHECK(moved.project().feedback[0].text == "cheaper, please");
  CHECK(moved.project().feedback[0].phase == kApproval);
  CHECK(moved.project().feedback[0].iteration == 2);
}

TEST_CASE("nobody who is not asked to work is named where the person decides") {
  Moved moved;
  moved.through({kDiscovery, kReady, kSynthesis, kApproval});
  CHECK(moved.project().steps.back().agents.empty());
  CHECK(moved.line().find("leader") == std::string::npos);
}

TEST_CASE("a project rests where its silence is the person's, and never while it works") {
  const PhaseRequest quiet = to_rest(ProjectEnding::kTimeout);
  Moved moved;
  moved.through({kDiscovery, kSynthesis});
  CHECK(change_phase(moved.project(), quiet).error().code == "phase_illegal");
  moved.go(to(kApproval));
  REQUIRE(change_phase(moved.project(), quiet));
  moved.go(to(kExecution));
  CHECK(change_phase(moved.project(), quiet).error().code == "phase_illegal");
  moved.through({kReview}).go(quiet);
  CHECK(moved.line() == "It was quiet for a while, so this rests. It can be taken up in review.");
}

TEST_CASE("cancelling works in every active phase and says where it can be taken up") {
  const std::vector<std::vector<Phase>> paths = {
      {kDiscovery},
      {kDiscovery, kReady},
      {kDiscovery, kSynthesis},
      {kDiscovery, kSynthesis, kApproval},
      {kDiscovery, kSynthesis, kApproval, kExecution},
      {kDiscovery, kSynthesis, kApproval, kExecution, kReview}};
  for (const auto& path : paths) {
    const std::string where(to_string(path.back()));
    CAPTURE(where);
    Moved moved;
    for (const Phase phase : path) moved.go(to(phase));
    moved.go(to_rest(ProjectEnding::kCancellation));
    CHECK(moved.project().phase == kIdle);
    CHECK(moved.line().find(where) != std::string::npos);
    moved.go(to(path.back()));
    CHECK(moved.line().starts_with("Taken up where it stood, in " + where));
    CHECK(moved.project().phase == path.back());
    CHECK(moved.project().iteration == 1);
  }
}

TEST_CASE("C-46a after a success work comes back for a change alone, and something new may begin") {
  Moved moved;
  moved.through({kDiscovery, kSynthesis, kApproval, kExecution, kReview})
      .go(to_rest(ProjectEnding::kSuccess));
  PhaseRequest change = to(kExecution);
  change.feedback = "Greener.";
  const auto back = pass_phases(moved.project(), {kReview}, change);
  REQUIRE(back);
  CHECK(text_at(Json(back->back().body), "text").starts_with("The work goes on"));
  CHECK_FALSE(change_phase(moved.project(), to(kExecution)));
  moved.go(to(kDiscovery));
  CHECK(moved.line().contains(" ask what has to be known."));
  CHECK(moved.project().iteration == 2);
}

TEST_CASE("a failure names its reason, and is tried again where it failed or given up") {
  Moved moved;
  moved.through({kDiscovery, kSynthesis}).go(to_failed("The model did not answer."));
  CHECK(moved.line() == "It failed in synthesis. The model did not answer.");
  CHECK(moved.project().error->code == "model_timeout");
  CHECK_FALSE(change_phase(moved.project(), to(kApproval)));
  moved.go(to(kSynthesis));
  CHECK(moved.line() == "Taken up where it stood, in synthesis: leader.");
  CHECK_FALSE(moved.project().error.has_value());
  moved.go(to_failed("Again.")).go(to_rest(ProjectEnding::kError)).go(to(kSynthesis));
  CHECK(moved.project().phase == kSynthesis);
}

TEST_CASE("quick and light work begins without a brief") {
  Moved moved;
  moved.script.in("p-2k7f").tell("intent.read", R"({"intent":"advice","confidence":80})");
  PhaseRequest work = to(kExecution);
  work.agents = {"researcher", "leader"};
  moved.go(work);
  CHECK(moved.line() == "Started: researcher and leader work on it.");
  CHECK(moved.project().iteration == 1);
}

TEST_CASE("a request that makes no sense is a bug of the flow that makes it") {
  Moved moved;
  moved.through({kDiscovery});
  CHECK_THROWS_AS((void)change_phase(moved.project(), to(kIdle)), Bug);
  CHECK_THROWS_AS((void)change_phase(moved.project(), to(kFailed)), Bug);
  PhaseRequest ends = to_rest(ProjectEnding::kSuccess);
  ends.to = kReady;
  CHECK_THROWS_AS((void)change_phase(moved.project(), ends), Bug);
  PhaseRequest unnamed = to(kReady);
  unnamed.line_id.clear();
  CHECK_THROWS_AS((void)change_phase(moved.project(), unnamed), Bug);
}

}  // namespace
}  // namespace fm
