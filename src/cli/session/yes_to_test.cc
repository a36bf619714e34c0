#include "cli/session/yes_to.h"

#include <doctest/doctest.h>

namespace fm::cli {
namespace {

OpenGate gate(std::string type, std::vector<std::string> options) {
  OpenGate open;
  open.type = std::move(type);
  open.option_ids = std::move(options);
  return open;
}

TEST_CASE("S-13 yes in advance is to brief, plan and result, and merges only where that is named") {
  const OpenGate plan = gate("approval", {"build", "change-something", "cancel"});
  const OpenGate review = gate("review", {"accept-and-merge", "accept", "adjust-one-thing"});
  CHECK(!answer_of_yes(plan, YesTo::kNothing));
  CHECK(answer_of_yes(plan, YesTo::kPlanAndResult) == "build");
  CHECK(answer_of_yes(gate("approval", {"approve", "cancel"}), YesTo::kMergeToo) == "approve");
  CHECK(answer_of_yes(gate("ready", {"start-implementation"}), YesTo::kPlanAndResult) ==
        "start-implementation");
  CHECK(answer_of_yes(review, YesTo::kPlanAndResult) == "accept");
  CHECK(answer_of_yes(review, YesTo::kMergeToo) == "accept-and-merge");
}

TEST_CASE("S-13 what may destroy or cost something waits for a person, whatever was said before") {
  for (const char* type : {"base", "permission", "task_failed", "budget", "confirm", "begin_anew",
                           "endpoint", "take_up"})
    CHECK(!answer_of_yes(gate(type, {"yes", "allow", "accept", "build", "approve"}),
                         YesTo::kMergeToo));
  CHECK(!answer_of_yes(gate("review", {"adjust-one-thing"}), YesTo::kMergeToo));
}

}  // namespace
}  // namespace fm::cli
