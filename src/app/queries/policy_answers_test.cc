#include "app/queries/policy_answers.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>

#include "team/tasks/task_map.h"

namespace fm {
namespace {

Project project_with_plan() {
  TaskMap map{.title = "Shop", .tasks = {}};
  map.tasks.push_back({.id = "1", .objective = "x", .acceptance = {"make test && ./check"}});
  Project project;
  project.id = {"p-1"};
  project.plans.push_back(
      {.revision = 1, .plan = std::make_shared<const Json>(to_json(map)), .brief = 1});
  project.work.grants.push_back({"builder", "run_command", "npm install"});
  return project;
}

PolicyAnswer why(const Project* project, std::vector<std::string> words, bool sandboxed,
                 std::string tool = "run_command", std::string agent = "builder") {
  const std::string role = agent;
  auto answer = policy_why(project, {.agent = std::move(agent),
                                     .role = role,
                                     .tool = std::move(tool),
                                     .words = std::move(words),
                                     .sandboxed = sandboxed});
  REQUIRE_MESSAGE(answer.has_value(), (answer ? "" : answer.error().message));
  return std::move(*answer);
}

TEST_CASE("P-61 the table has the program's rules, the card's commands and the person's answers") {
  const Project project = project_with_plan();
  const auto rows = policy_shown(&project);
  REQUIRE(rows.has_value());
  const auto row = [&](std::string_view what) {
    return std::ranges::find_if(*rows,
                                [&](const PolicyRow& one) { return one.what.contains(what); });
  };
  REQUIRE(row("make test && ./check") != rows->end());
  CHECK(row("make test && ./check")->origin.starts_with("plan"));
  REQUIRE(row("npm install") != rows->end());
  CHECK(row("npm install")->origin.starts_with("person"));
  CHECK(row("npm install")->who.contains("builder"));
  const auto packs = policy_shown(nullptr);
  REQUIRE(packs.has_value());
  CHECK(packs->size() + 2 == rows->size());
  CHECK(std::ranges::all_of(
      *packs, [](const PolicyRow& one) { return one.origin.starts_with("pack, policy.yaml:"); }));
}

TEST_CASE("P-61 why names the verdict, the rule that decided, and the parts of a shell line") {
  const PolicyAnswer asked = why(nullptr, {"ls", "&&", "git", "push"}, false);
  CHECK(asked.about == "ls && git push");
  CHECK(asked.explained.verdict.outcome == PolicyOutcome::kAsk);
  CHECK(asked.explained.verdict.rule.starts_with("other-commands (policy.yaml:"));
  REQUIRE(asked.explained.steps.size() == 2);
  CHECK(asked.explained.steps[0].part == "ls");
  CHECK(asked.explained.steps[0].outcome == "allow");
  CHECK(asked.explained.steps[1].part == "git push");
  CHECK(asked.explained.steps[1].outcome == "ask");
  CHECK(why(nullptr, {"ls && git push"}, true).explained.verdict.outcome == PolicyOutcome::kAllow);
}

TEST_CASE("P-61 F-48 what the plan and the person allowed counts in their project alone") {
  const Project project = project_with_plan();
  for (const char* command : {"make test && ./check", "npm install"}) {
    CAPTURE(command);
    CHECK(why(&project, {command}, false).explained.verdict.outcome == PolicyOutcome::kAllow);
    CHECK(why(nullptr, {command}, false).explained.verdict.outcome == PolicyOutcome::kAsk);
  }
}

TEST_CASE("P-61 why of files and addresses, and of what is no call") {
  CHECK(why(nullptr, {"src/a.py"}, true, "write_file").explained.verdict.outcome ==
        PolicyOutcome::kAllow);
  const PolicyAnswer reviewer = why(nullptr, {"src/a.py"}, true, "write_file", "reviewer");
  CHECK(reviewer.explained.verdict.outcome == PolicyOutcome::kDeny);
  CHECK(!reviewer.explained.verdict.hint.empty());
  CHECK(why(nullptr, {"/etc/passwd"}, true, "read_file").explained.verdict.outcome ==
        PolicyOutcome::kDeny);
  const PolicyAnswer page = why(nullptr, {"https://docs.python.org/3/"}, true, "web_fetch");
  CHECK(page.about == "docs.python.org");
  CHECK(page.explained.verdict.outcome == PolicyOutcome::kAsk);
  CHECK(policy_why(nullptr, {.tool = "rm", .words = {"x"}}).error().code == "tool_unknown");
  CHECK(policy_why(nullptr, {.tool = "run_command", .words = {}}).error().code ==
        "tool_argument_invalid");
  CHECK(policy_why(nullptr, {.tool = "read_file", .words = {"a", "b"}}).error().code ==
        "tool_argument_invalid");
}

}  // namespace
}  // namespace fm
