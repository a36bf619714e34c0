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

}  // namespace
}  // namespace fm
