#include "team/tasks/plan_text.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

namespace fm {
namespace {

Roster roster() {
  std::vector<RosterAgent> agents;
  for (const char* agent : {"leader", "builder", "coder", "reviewer", "auditor"})
    agents.push_back({.id = agent, .name = agent, .aliases = {}, .forbidden = false});
  return Roster(std::move(agents));
}

TaskMap map() {
  const auto task = [](std::string id, std::vector<std::string> after) {
    return MapTask{.id = std::move(id),
                   .objective = "Keep the times: \"1:30\" # not a comment",
                   .dependencies = std::move(after),
                   .files = {"watch.py"},
                   .acceptance = {"python3 -m unittest", "test \"$(cat x)\" = 'a: b'"},
                   .stages = {{"IMPLEMENTATION", "by hand", {{"builder", "openai:gpt-5"}}},
                              {"CODE_REVIEW", "", {{"reviewer", ""}, {"auditor", ""}}},
                              {"SYNTHESIZE", "", {{"leader", ""}}}}};
  };
  return {.title = "A stopwatch",
          .description = "Two lines\nof it",
          .tasks = {task("1", {}), task("1.2", {"1"})},
          .risks = {"none: really"},
          .start = "python3 watch.py",
          .uncovered = {}};
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const auto at = text.find(what);
  REQUIRE(at != text.npos);
  return text.replace(at, what.size(), with);
}

int line_with(const std::string& text, const std::string& what) {
  const auto at = text.find(what);
  REQUIRE(at != text.npos);
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
}

Error refused(const std::string& text) {
  const auto read = read_plan_text(text, roster(), "leader");
  REQUIRE(!read.has_value());
  CHECK(read.error().code == "plan_invalid");
  return read.error();
}

TEST_CASE("A-3 a plan that was not changed comes back as it was") {
  const auto read = read_plan_text(plan_text(map()), roster(), "leader");
  REQUIRE_MESSAGE(read.has_value(), (read ? "" : read.error().message));
  CHECK(canonical(to_json(*read)) == canonical(to_json(map())));
  const auto as_json = read_plan_text(canonical(to_json(map())), roster(), "leader");
  REQUIRE(as_json.has_value());
  CHECK(canonical(to_json(*as_json)) == canonical(to_json(map())));
}

TEST_CASE("A-3 order, agents, dependencies, files and acceptance can be edited") {
  std::string text = plan_text(map());
  text = replaced(text, "agents: [{agent: builder, model: \"openai:gpt-5\"}]", "agents: [coder]");
  text = replaced(text, "dependencies: [\"1\"]", "dependencies: []");
  text = replaced(text, "  - \"python3 -m unittest\"", "  - make test");
  text = replaced(text, "  - \"watch.py\"", "  - src/watch.py\n      - README.md");
  const auto read = read_plan_text(text, roster(), "leader");
  REQUIRE_MESSAGE(read.has_value(), (read ? "" : read.error().message));
  CHECK(read->tasks[0].builder() == "coder");
  CHECK(read->tasks[0].acceptance.front() == "make test");
  CHECK(read->tasks[0].files == std::vector<std::string>{"src/watch.py", "README.md"});
  CHECK(read->tasks[1].dependencies.empty());
}

TEST_CASE("A-3 a rule that an edited plan breaks is named with its line") {
  const std::string text = plan_text(map());
  const std::string own =
      replaced(text, "agents: [reviewer, auditor]", "agents: [builder, auditor]");
  CHECK(refused(own).message.contains("would review its own work"));
  CHECK(refused(own).message.starts_with("Line " + std::to_string(line_with(own, "- id: \"1\""))));
  const std::string nobody = replaced(text, "agents: [reviewer, auditor]", "agents: [painter]");
  CHECK(refused(nobody).message.contains("painter"));
  CHECK(refused(nobody).message.starts_with(
      "Line " + std::to_string(line_with(nobody, "- stageName: CODE_REVIEW"))));
  const std::string after = replaced(text, "dependencies: [\"1\"]", "dependencies: [\"7\"]");
  CHECK(refused(after).message.contains("depends on \"7\", which is no task"));
  CHECK(refused(after).message.starts_with("Line " +
                                           std::to_string(line_with(after, "- id: \"1.2\""))));
  const std::string circle = replaced(text, "dependencies: []", "dependencies: [\"1.2\"]");
  CHECK(refused(circle).message.contains("wait for each other: 1, 1.2"));
}

TEST_CASE("A-3 a text that is no plan is refused with the line where it breaks") {
  CHECK(refused("title: x\ntasks: [").message.starts_with("Line 2"));
  CHECK(refused("").message == "Line 1: The plan has no tasks.");
  CHECK(refused("just words").message == "Line 1: The plan has no tasks.");
}

}  // namespace
}  // namespace fm
