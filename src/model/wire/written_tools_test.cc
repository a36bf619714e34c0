#include "model/wire/written_tools.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

ModelRequest asked() {
  ModelRequest request;
  request.tools.push_back({"look", "Looks.", *parse_json(R"({"type":"object"})")});
  ModelMessage system;
  system.role = Role::kSystem;
  system.text = "Rules.";
  ModelMessage user;
  user.text = "How long is it?";
  request.messages = {system, user};
  return request;
}

TEST_CASE("P-40 a model without tools is told of them in the system's text, and none are sent") {
  const ModelRequest written = with_written_tools(asked());
  CHECK(written.tools.empty());
  REQUIRE(written.messages.size() == 2);
  const std::string system = written.messages[0].text.str();
  CHECK(system.starts_with("Rules."));
  CHECK(system.contains("<tool_call>"));
  CHECK(system.contains("- look: Looks. {\"type\":\"object\"}"));
  CHECK(written.messages[1].text == "How long is it?");
}

TEST_CASE(
    "P-40 P-24 calls and results stand in the talk as text, and the beginning stays the same") {
  ModelRequest request = asked();
  ModelMessage said;
  said.role = Role::kAssistant;
  said.text = "Let me see.";
  said.tool_calls = {{"c1", "look", R"({"at":"a"})"}, {"c2", "look", "{}"}};
  request.messages.push_back(said);
  for (const char* id : {"c1", "c2"}) {
    ModelMessage result;
    result.role = Role::kTool;
    result.text = "seen";
    result.tool_call_id = id;
    result.tool_failed = std::string_view(id) == "c2";
    request.messages.push_back(result);
  }
  const ModelRequest written = with_written_tools(request);
  REQUIRE(written.messages.size() == 4);
  CHECK(written.messages[2].text ==
        "Let me see.\n<tool_call>{\"arguments\":{\"at\":\"a\"},\"name\":\"look\"}</tool_call>\n"
        "<tool_call>{\"arguments\":{},\"name\":\"look\"}</tool_call>");
  CHECK(written.messages[3].role == Role::kUser);
  CHECK(written.messages[3].text == "Result of look:\nseen\nResult of look (failed):\nseen\n");
  const ModelRequest before = with_written_tools(asked());
  CHECK(before.messages[0].text.str() == written.messages[0].text.str());
}

}  // namespace
}  // namespace fm
