#include "team/documents/decisions.h"

#include <doctest/doctest.h>

#include "test/support/project_builder.h"

namespace fm {
namespace {

using enum Phase;
using testing::ProjectBuilder;

std::string lines(const Project& project) {
  std::string out;
  for (const DecidedPoint& one : decided_by_person(project))
    out += one.text + " | " + one.reason + "\n";
  return out;
}

TEST_CASE("C-39 C-49 what the person wanted otherwise is decided like their answers") {
  ProjectBuilder told("/f");
  told.to(kDiscovery).ask("q1").answer("q1", QuestionEnd::kAnswered, "Green.");
  told.to(kSynthesis).brief(1, "Tea").to(kApproval).to(kDiscovery, "No coffee.");
  told.to(kSynthesis).brief(2, "Tea").to(kApproval).to(kExecution).to(kReview);
  told.to(kExecution, "The page must be red.");
  CHECK(lines(told.project()) ==
        "What about q1? | Green.\n"
        "Wanted otherwise in the brief | No coffee.\n"
        "Wanted otherwise in the work | The page must be red.\n");
}

TEST_CASE("C-49 a later wish is no answer to what was left to the team, and is told beside it") {
  ProjectBuilder told("/f");
  ProjectQuestion asked;
  asked.id = "q1";
  asked.agent = "ux";
  asked.text = "Which colour should the page header have?";
  told.to(kDiscovery);
  told.script.tell(question_asked(told.id, asked));
  told.answer("q1", QuestionEnd::kYouDecide);
  told.to(kSynthesis).brief(1, "Tea").to(kApproval);
  told.to(kDiscovery, "Make the header of the page bigger.");
  CHECK(lines(told.project()) ==
        "Which colour should the page header have? | left to the team\n"
        "Wanted otherwise in the brief | Make the header of the page bigger.\n");
}

}  // namespace
}  // namespace fm
