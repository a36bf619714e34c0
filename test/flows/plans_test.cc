// The arguments of flows, byte for byte: those of a flow that was begun are compared with those of
// the flow that is asked for, and they are digested where a flow is a child.
#include <doctest/doctest.h>

#include "base/json.h"
#include "flows/conversation/conversation.h"
#include "flows/ideation/ideation.h"

namespace fm {
namespace {

TEST_CASE("the arguments of a conversation are the bytes that older releases wrote") {
  ConversationPlan plan;
  plan.team = "website";
  plan.leader = "leader";
  plan.adversary = "adversary";
  plan.researcher = "researcher";
  plan.orchestrator = "orchestrator";
  plan.members = {"leader", "coder"};
  plan.models = {{"coder", "openai:x"}, {"leader", "rehearsal:y"}};
  const std::string usual =
      R"({"adversary":"adversary","execution":"agency","leader":"leader",)"
      R"("members":["leader","coder"],"models":{"coder":"openai:x","leader":"rehearsal:y"},)"
      R"("orchestrator":"orchestrator","researcher":"researcher","rest_ms":1800000,)"
      R"("team":"website","unsure_below":45})";
  CHECK(canonical(to_args(plan)) == usual);
  CHECK(canonical(to_args(conversation_plan(to_args(plan)))) == usual);

  plan.fallbacks = {{"coder", {"a:b", "c:d"}}};
  plan.by_model = true;
  plan.unsure_below = 60;
  plan.rest = Millis(5);
  plan.execution = "steps";
  plan.ideation = {{"team", "ideation"}};
  const std::string whole =
      R"({"adversary":"adversary","by_model":true,"execution":"steps",)"
      R"("fallbacks":{"coder":["a:b","c:d"]},"ideation":{"team":"ideation"},"leader":"leader",)"
      R"("members":["leader","coder"],"models":{"coder":"openai:x","leader":"rehearsal:y"},)"
      R"("orchestrator":"orchestrator","researcher":"researcher","rest_ms":5,"team":"website",)"
      R"("unsure_below":60})";
  CHECK(canonical(to_args(plan)) == whole);
  CHECK(canonical(to_args(conversation_plan(to_args(plan)))) == whole);
}

TEST_CASE("the arguments of an ideation are the bytes that older releases wrote") {
  IdeationPlan plan;
  plan.topic = "Tea";
  plan.team = "ideation";
  plan.team_file = "teams/ideation.yaml";
  plan.preset = "quick";
  plan.roles = {{"leader", "ada"}};
  plan.panel = {"alone"};  // one who scores alone is no panel
  plan.models = {{"ada", "rehearsal:y"}};
  const std::string usual =
      R"({"deep_dive":false,"max_rounds":1,"min_ideas":3,"min_score":600,)"
      R"("models":{"ada":"rehearsal:y"},"preset":"quick","roles":{"leader":"ada"},)"
      R"("team":"ideation","team_file":"teams/ideation.yaml","topic":"Tea","weights":[1,1,1,1,1]})";
  CHECK(canonical(to_args(plan)) == usual);
  CHECK(canonical(to_args(ideation_plan(to_args(plan)))) == usual);

  plan.first_round = 2;
  plan.max_rounds = 4;
  plan.min_ideas = 5;
  plan.deep_dive = true;
  plan.min_score = 700;
  plan.weights = {3, 2, 1, 0, 1};
  plan.panel = {"one", "two"};
  plan.fallbacks = {{"ada", {"a:b"}}};
  plan.out = "/tmp/report.html";
  plan.ideas_out = "/tmp/ideas.json";
  const std::string whole =
      R"({"deep_dive":true,"fallbacks":{"ada":["a:b"]},"first_round":2,)"
      R"("ideas_out":"/tmp/ideas.json","max_rounds":4,"min_ideas":5,"min_score":700,)"
      R"("models":{"ada":"rehearsal:y"},"out":"/tmp/report.html","panel":["one","two"],)"
      R"("preset":"quick","roles":{"leader":"ada"},"team":"ideation",)"
      R"("team_file":"teams/ideation.yaml","topic":"Tea","weights":[3,2,1,0,1]})";
  CHECK(canonical(to_args(plan)) == whole);
  CHECK(canonical(to_args(ideation_plan(to_args(plan)))) == whole);
}

}  // namespace
}  // namespace fm
