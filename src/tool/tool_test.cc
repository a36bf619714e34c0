#include "tool/tool.h"

#include <doctest/doctest.h>

#include <string>

#include "base/json.h"
#include "tool/path_glob.h"
#include "tool/tool_action.h"
#include "tool/tool_result.h"

namespace fm {
namespace {

TEST_CASE("P-24 the tools are the same bytes for every call") {
  std::string one, other;
  for (const ToolSpec& spec : tool_specs()) one += spec.name + canonical(spec.parameters);
  for (const ToolSpec& spec : tool_specs()) other += spec.name + canonical(spec.parameters);
  CHECK(one == other);
  REQUIRE(tool_specs().size() == 9);
  CHECK(tool_specs().front().name == "read_file");
  CHECK(tool_table().size() == 9);
  CHECK(tool_table().at("edit_file").at("all") == "boolean");
  CHECK(tool_kind("run_command") == ToolKind::kRuns);
  CHECK_FALSE(tool_kind("rm").has_value());
}

std::string refused(std::string name, JsonObject arguments) {
  const auto action =
      read_tool_action({.id = "c", .name = std::move(name), .arguments = std::move(arguments)});
  REQUIRE_FALSE(action.has_value());
  return action.error().code + ": " + action.error().message;
}

TEST_CASE("S-3 a bad argument is named with what is wrong, and nothing runs") {
  CHECK(refused("read_file", {}) ==
        "tool_argument_invalid: read_file was not run: its argument `path` is missing.");
  CHECK(refused("read_file", {{"path", ""}}).contains("`path` is empty"));
  CHECK(refused("read_file", {{"path", 3}}).contains("`path` is no text"));
  CHECK(refused("read_file", {{"path", "a"}, {"lines", 0}})
            .contains("`lines` is no whole number from 1"));
  CHECK(refused("list_files", {{"depth", 7}}).contains("`depth` is no whole number from 1 to 6"));
  CHECK(refused("edit_file", {{"path", "a"}, {"old", "x"}, {"new", "y"}, {"all", "maybe"}})
            .contains("`all`"));
  CHECK(refused("read_file", {{"path", "a"}, {"colour", "red"}}).contains("`colour` is not known"));
  CHECK(
      refused("read_file", {{"path", "a"}, {"file_path", "b"}}).contains("`path` is given twice"));
  CHECK(refused("rm", {}).starts_with("tool_unknown"));
  CHECK(refused("run_command", {{"command", "a"}, {"time_limit_s", 1'801}}).contains("1800"));
}

TEST_CASE("F-30 arguments that are no object reach no tool, and the message is still read") {
  for (const char* arguments : {R"("string")", "[1]", "null", R"("")", R"({"path": )"}) {
    CAPTURE(arguments);
    Json call =
        JsonObject{{"id", "c1"},
                   {"type", "function"},
                   {"function", JsonObject{{"name", "read_file"}, {"arguments", arguments}}}};
    const auto message = read_tool_message(
        MessageForm::kOpenai, JsonObject{{"role", "assistant"}, {"tool_calls", JsonArray{call}}},
        tool_table());
    if (!message) continue;  // refused by the reader already
    for (const GivenCall& each : message->calls) CHECK_FALSE(read_tool_action(each).has_value());
  }
}

TEST_CASE("P-60 other agents' names for the same arguments are taken, and remarks change nothing") {
  const auto action = read_tool_action({.id = "c",
                                        .name = "edit_file",
                                        .arguments = {{"file_path", "a"},
                                                      {"old_string", "x"},
                                                      {"new_string", "y"},
                                                      {"description", "d"},
                                                      {"all", nullptr}}});
  REQUIRE(action.has_value());
  CHECK(std::get<EditFile>(*action).old_text == "x");
  CHECK(canonical_call(
            {.id = "1", .name = "read_file", .arguments = {{"file_path", "a"}, {"reason", "r"}}}) ==
        canonical_call(
            {.id = "2", .name = "read_file", .arguments = {{"path", "a"}, {"from_line", 1}}}));
}

TEST_CASE("P-60 a result is cut by bytes and lines to its head and tail, and the whole is kept") {
  std::string text;
  for (int i = 1; i <= 5'000; ++i) text += "line " + std::to_string(i) + "\n";
  const ToolResult cut = tool_result(text, "s", {});
  CHECK(cut.text.size() <= kResultBytes + 200);
  CHECK(cut.text.starts_with("line 1\n"));
  CHECK(cut.text.ends_with("line 5000\n"));
  CHECK(cut.text.contains("bytes are left out here"));
  CHECK(cut.whole == text);
  const ToolResult one_line = tool_result(std::string(100'000, 'x'), "s", {});
  CHECK(one_line.text.size() <= kResultBytes + 200);
  CHECK(one_line.whole->size() == 100'000);
  CHECK_FALSE(tool_result("short\n", "s", {}).whole.has_value());
}

TEST_CASE("P-64 secrets are in no part of a result") {
  const Redactor redactor({"sk-very-secret-key"});
  const ToolResult result = tool_result(std::string(30'000, 'x') + "\nsk-very-secret-key\n",
                                        "ran echo sk-very-secret-key", redactor);
  CHECK_FALSE(result.text.contains("sk-very"));
  CHECK_FALSE(result.whole->contains("sk-very"));
  CHECK_FALSE(result.summary.contains("sk-very"));
  const ToolResult failed =
      tool_failure({.code = "c", .message = "no sk-very-secret-key", .cause = {}, .cure = {}},
                   "read_file", redactor);
  CHECK_FALSE(failed.text.contains("sk-very"));
  CHECK_FALSE(failed.summary.contains("sk-very"));
}

TEST_CASE("P-61 patterns of paths") {
  CHECK(PathGlob("*.py").fits("src/a.py"));
  CHECK_FALSE(PathGlob("*.py").fits("src/a.pyc"));
  CHECK(PathGlob("src/**").fits("src/a/b"));
  CHECK(PathGlob("src/**/*.ts").fits("src/a.ts"));
  CHECK(PathGlob("src/**/*.ts").fits("src/a/b/c.ts"));
  CHECK_FALSE(PathGlob("src/*.ts").fits("src/a/b.ts"));
  CHECK(PathGlob("*.{js,ts}").fits("a/b.ts"));
  CHECK_FALSE(PathGlob("a+b").fits("aab"));
  CHECK(PathGlob("**").fits("a/b"));
  CHECK(PathGlob("*").fits(std::string("new\nline")));
}

}  // namespace
}  // namespace fm
