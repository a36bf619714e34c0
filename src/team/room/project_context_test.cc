#include "team/room/project_context.h"

#include <doctest/doctest.h>

#include "reading/brief/brief.h"
#include "team/room/brief.h"
#include "test/support/project_builder.h"

namespace fm {
namespace {

using enum Phase;

TEST_CASE("C-43 whoever has several steps in the brief works on it once") {
  testing::ProjectBuilder told("/f");
  const Brief made{
      .title = "Tea shop",
      .next_steps = {{"coder", "The page."}, {"ux", "Its look."}, {"coder", "Tests."}}};
  told.to(kDiscovery).to(kSynthesis);
  told.script.tell(
      brief_proposed(told.id, {made, 1, BriefOrigin::kLeader, {Actor::kAgent, "leader"}, {}}));
  CHECK(
      project_context(told.project(), Answered::kListed).contains("Who works on it: coder, ux.\n"));
}

TEST_CASE("P-24 an open objection stands in the task that settles it, and in no other place") {
  testing::ProjectBuilder told("/f");
  BriefObjection open{.agent = "ux", .text = "too small", .why = {}};
  BriefObjection answered{.agent = "ux", .text = "too dear", .why = "it is not"};
  answered.outcome = BriefObjection::Outcome::kAnswered;
  Brief made{.title = "Tea shop", .objections = {open, answered}};
  told.to(kDiscovery).to(kSynthesis);
  told.script.tell(
      brief_proposed(told.id, {made, 1, BriefOrigin::kLeader, {Actor::kAgent, "leader"}, {}}));
  CHECK(project_context(told.project()).contains("- ux, open: too small\n"));
  const std::string in_task =
      project_context(told.project(), Answered::kListed, OpenObjections::kInTask);
  CHECK_FALSE(in_task.contains("too small"));
  CHECK(in_task.contains("- ux, answered: too dear\n"));
}

TEST_CASE("P-24 a complaint is told until the work was shown again, and that it was accepted") {
  testing::ProjectBuilder told("/f");
  told.to(kDiscovery).to(kSynthesis).brief(1, "Tea shop").to(kApproval).to(kExecution).to(kReview);
  told.to(kExecution, "Greener.");
  CHECK(project_context(told.project()).contains("- Greener.\n"));
  told.to(kReview);
  CHECK_FALSE(project_context(told.project()).contains("Greener."));
  CHECK(project_context(told.project()).contains("Phase: review"));
  PhaseRequest request;
  request.to = kIdle;
  request.line_id = "m-end";
  request.ending = ProjectEnding::kSuccess;
  const auto events = change_phase(told.project(), request);
  REQUIRE(events);
  for (const NewEvent& event : *events) told.script.tell(event);
  CHECK(project_context(told.project()).contains("Phase: idle, the person accepted the work"));
}

}  // namespace
}  // namespace fm
