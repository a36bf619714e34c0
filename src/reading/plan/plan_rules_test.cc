#include "reading/plan/plan_rules.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

const Roster& roster() {
  static const Roster all(
      {{.id = "builder"}, {.id = "reviewer"}, {.id = "auditor"}, {.id = "leader"}});
  return all;
}

PlanStage stage(std::string name, std::vector<std::size_t> agents) {
  PlanStage made{.name = std::move(name), .objective = "", .agents = {}};
  for (const std::size_t agent : agents) made.agents.push_back({agent, ""});
  return made;
}

Plan plan_of(std::vector<PlanStage> stages) {
  Plan plan;
  plan.tasks.push_back({.id = "1.1",
                        .objective = "x",
                        .dependencies = {},
                        .files = {},
                        .acceptance = {},
                        .covers = {},
                        .stages = std::move(stages)});
  return plan;
}

std::string broken_by(Plan plan) {
  const auto fault = settle_plan_rules(plan, roster(), 3);
  return fault ? fault->message : "";
}

TEST_CASE("A-1 a map with one builder and two reviewers stands, and gets its SYNTHESIZE") {
  Plan plan = plan_of({stage("IMPLEMENTATION", {0}), stage("CODE_REVIEW", {1, 2})});
  CHECK_FALSE(settle_plan_rules(plan, roster(), 3));
  REQUIRE(plan.tasks[0].stages.size() == 3);
  CHECK(plan.tasks[0].stages[2].name == "SYNTHESIZE");
  CHECK(plan.tasks[0].stages[2].agents[0].agent == 3);
}

TEST_CASE("A-1 each rule that is broken is named") {
  CHECK(broken_by(plan_of({stage("CODE_REVIEW", {1, 2})})).contains("IMPLEMENTATION"));
  CHECK(broken_by(plan_of({stage("IMPLEMENTATION", {0, 1}), stage("CODE_REVIEW", {1, 2})}))
            .contains("exactly one"));
  CHECK(broken_by(plan_of({stage("IMPLEMENTATION", {0})})).contains("CODE_REVIEW"));
  CHECK(broken_by(plan_of({stage("IMPLEMENTATION", {0}), stage("PLAN_REVIEW", {1, 2})}))
            .contains("CODE_REVIEW"));
  CHECK(broken_by(plan_of({stage("IMPLEMENTATION", {0}), stage("CODE_REVIEW", {0, 2})}))
            .contains("its own work"));
  CHECK(broken_by(plan_of({stage("IMPLEMENTATION", {0}), stage("CODE_REVIEW", {1})}))
            .contains("two agents"));
  // Named twice is one.
  CHECK(broken_by(plan_of({stage("IMPLEMENTATION", {0}), stage("CODE_REVIEW", {1, 1})}))
            .contains("two agents"));
}

}  // namespace
}  // namespace fm
