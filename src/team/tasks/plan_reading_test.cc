#include "team/tasks/plan_reading.h"

#include <doctest/doctest.h>

#include "team/tasks/agreed_points.h"
#include "team/tasks/task_map.h"

namespace fm {
namespace {

const Roster& roster() {
  static const Roster all(
      {{.id = "leader"}, {.id = "builder"}, {.id = "reviewer"}, {.id = "auditor"}});
  return all;
}

constexpr const char* kPlan = R"(Here it is.
```json
{"title": "Free times", "tasks": [
  {"id": "1.1", "objective": "the diary", "acceptance": ["make test"], "covers": [1, "3"],
   "stages": [{"stageName": "implementation", "agents": [{"agent": "Builder"}]},
              {"stageName": "code review", "agents": [{"agent": "reviewer"}, {"agent": "auditor"}]}]}],
 "start": "python3 server.py"}
```)";

Json value_of(std::string_view text, const std::vector<std::string>& points) {
  std::vector<std::string> repairs;
  return task_map_value(text, roster(), "leader", points, repairs);
}

TEST_CASE("A-2 what was agreed on and is in no task is named") {
  Brief brief;
  brief.included = {"a page", "mails"};
  brief.decisions = {"no service of others"};
  brief.objections = {{.agent = "adversary",
                       .text = "two book at once",
                       .outcome = BriefObjection::Outcome::kTakenUp,
                       .why = "one step"},
                      {.agent = "adversary", .text = "a risk that stays"}};
  const auto points = agreed_points(brief);
  REQUIRE(points.size() == 4);  // what is open is no agreement
  const Json value = value_of(kPlan, points);
  REQUIRE(find_at(value, "plan") != nullptr);
  const TaskMap map = task_map_from_json(*find_at(value, "plan"));
  CHECK(map.uncovered == std::vector<std::string>{"mails", points[3]});
  CHECK(numbered(points).starts_with("1. a page\n2. mails\n"));
}

TEST_CASE(
    "A-1 a planner's answer becomes a map with agents by their ids, and reads back the same") {
  const TaskMap map = task_map_from_json(*find_at(value_of(kPlan, {}), "plan"));
  REQUIRE(map.tasks.size() == 1);
  CHECK(map.tasks[0].builder() == "builder");
  CHECK(map.tasks[0].reviewers() == std::vector<std::string>{"reviewer", "auditor"});
  CHECK(map.commands() == std::vector<std::string>{"make test"});
  CHECK(map.start == "python3 server.py");
  CHECK(to_json(task_map_from_json(Json(to_json(map)))) == to_json(map));
  CHECK(map.tasks[0].digest() == task_map_from_json(Json(to_json(map))).tasks[0].digest());
}

TEST_CASE("A-1 a map that breaks a rule is a fault in words for the planner") {
  const Json value = value_of(
      R"({"tasks": [{"id": "1", "objective": "x", "stages": [{"stageName": "IMPLEMENTATION",
          "agents": ["builder"]}, {"stageName": "CODE_REVIEW", "agents": ["builder"]}]}]})",
      {});
  CHECK(text_at(value, "fault").contains("its own work"));
  CHECK(text_at(value_of("no plan at all", {}), "fault").size() > 0);
}

TEST_CASE("A-6 a review's reading keeps its verdict and each finding") {
  std::vector<std::string> repairs;
  const Json value = code_review_value(
      R"({"verdict": "changes", "findings": [{"file": "a.py", "line": 3, "text": "leaks"}]})",
      repairs);
  CHECK(text_at(value, "verdict") == "changes");
  CHECK(find_at(value, "findings")->as_array().size() == 1);
  CHECK(text_at(code_review_value("looks good to me, mostly", repairs), "fault").size() > 0);
}

}  // namespace
}  // namespace fm
