#include "reading/plan/plan.h"

#include <doctest/doctest.h>

#include <string>

#include "base/text.h"

namespace fm {
namespace {

const Roster& roster() {
  static const Roster team({{"builder", "Builder", {}},
                            {"reviewer", "Reviewer", {}},
                            {"orchestrator", "Orchestrator", {}, true}});
  return team;
}

// "id<dependencies: STAGE agents"
std::string plan(std::string_view text) {
  const auto read = read_plan(text, roster());
  if (!read) return "fault " + std::string(fault_name(read.error().code));
  std::string out;
  for (const PlanTask& task : read->tasks) {
    out += (out.empty() ? "" : " | ") + task.id + "<" + join(task.dependencies, ",") + ":";
    for (const PlanStage& stage : task.stages) {
      out += " " + stage.name;
      for (const PlanAgent& agent : stage.agents) out += " " + roster().agents()[agent.agent].id;
    }
  }
  return out;
}

// A plan of two tasks with one stage each.
std::string two(std::string_view first, std::string_view second) {
  const std::string stages = R"(,"stages":[{"stageName":"IMPLEMENTATION","agents":["builder"]}])";
  return "{\"tasks\":[{" + std::string(first) + stages + "},{" + std::string(second) + stages +
         "}]}";
}

TEST_CASE("a plan is read in its variants") {
  const std::string wanted = "1<: IMPLEMENTATION builder";
  for (
      const std::string_view text :
      {R"({"tasks":[{"id":"1","stages":[{"stageName":"IMPLEMENTATION","agents":[{"agent":"builder"}]}]}]})",
       R"({"task_map":{"tasks":[{"task_id":1,"stages":[{"name":"implementation","agents":"Builder"}]}]}})",
       R"([{"id":"1","stages":{"Implementation":{"agents":["agent-builder-001"]}}}])",
       R"({"tasks":{"1":{"stages":[{"stage":"IMPLEMENTATION","agent":"builder"}]}}})",
       "Plan:\n```json_task_map\n{\"tasks\":[{\"id\":\"1\",\"dependencies\":\"none\",\"stages\":[{"
       "\"stageName\":\"IMPLEMENTATION\",\"agents\":[\"builder\"],},]}]}\n```"}) {
    INFO(text);
    CHECK(plan(text) == wanted);
  }
}

TEST_CASE("dependencies become the tasks' own ids") {
  CHECK(plan(two(R"("id":"1.1")", R"("id":"1.2","depends_on":["Task 1.1","1.1"])")) ==
        "1.1<: IMPLEMENTATION builder | 1.2<1.1: IMPLEMENTATION builder");
  CHECK(plan(two(R"("id":"a","dependencies":["b"])", R"("id":"b")")) ==
        "a<b: IMPLEMENTATION builder | b<: IMPLEMENTATION builder");
}

TEST_CASE("a plan that cannot be carried out is a fault that says why") {
  CHECK(plan(two(R"("id":"1","dependencies":["2"])", R"("id":"2","dependencies":["1"])")) ==
        "fault cycle");
  CHECK(plan(two(R"("id":"1","dependencies":["1"])", R"("id":"2")")) == "fault cycle");
  CHECK(plan(two(R"("id":"1")", R"("id":"2","dependencies":["3"])")) == "fault unknown_dependency");
  CHECK(plan(two(R"("id":"1")", R"("id":"1")")) == "fault duplicate_id");
  CHECK(plan(two(R"("id":"1")", R"("x":"1")")) == "fault missing_field");
  CHECK(plan(two(R"("id":"<task-id>")", R"("id":"2")")) == "fault placeholder");
  CHECK(plan(R"({"tasks":[]})") == "fault empty");
  CHECK(plan(R"({"tasks":[{"id":"1","stages":"TESTING"}]})") == "fault invalid_type");
  CHECK(plan(R"({"tasks":[{"id":"1","stages":null}]})") == "fault missing_field");
  CHECK(plan(R"({"tasks":[{"id":"1","stages":[{"name":"X","agents":["super-coder"]}]}]})") ==
        "fault unknown_agent");
  CHECK(plan(R"({"tasks":[{"id":"1","stages":[{"name":"X","agents":["orchestrator"]}]}]})") ==
        "fault forbidden_agent");
  CHECK(plan(R"({"tasks":[{"id":"1","stages":[]}]})") == "fault missing_field");
}

TEST_CASE("a plan that was cut off is never completed") {
  const std::string whole = two(R"("id":"1")", R"("id":"2")");
  CHECK(plan(whole.substr(0, whole.size() - 1)) == "fault truncated");
  CHECK(plan(whole.substr(0, whole.size() / 2)) == "fault truncated");
}

TEST_CASE("a final plan replaces a draft; two plans are ambiguous") {
  const std::string one = two(R"("id":"1")", R"("id":"2")");
  const std::string other = two(R"("id":"1")", R"("id":"3")");
  CHECK(plan(one + "\nFinal version:\n" + other).starts_with("1<: IMPLEMENTATION builder | 3"));
  CHECK(plan(one + "\n\n" + other) == "fault ambiguous");
  CHECK(plan(one + "\n" + one).starts_with("1<"));
}

}  // namespace
}  // namespace fm
