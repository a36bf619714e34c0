#include "model/wire/tool_order.h"

#include <doctest/doctest.h>

#include <string>

namespace fm {
namespace {

ModelMessage calling(std::vector<std::string> ids) {
  ModelMessage message{.role = Role::kAssistant, .text = "calls"};
  for (std::string& id : ids) message.tool_calls.push_back({std::move(id), "f", "{}"});
  return message;
}
ModelMessage result(std::string id, std::string text) {
  return {.role = Role::kTool, .text = std::move(text), .tool_call_id = std::move(id)};
}
ModelMessage person(std::string text) { return {.text = std::move(text)}; }

std::string mended(const std::vector<ModelMessage>& messages) {
  const auto order = in_tool_order(messages);
  if (!order) return "in order";
  std::string out;
  for (const ModelMessage& message : *order) {
    if (!out.empty()) out += " / ";
    if (message.role == Role::kTool) out += message.tool_call_id + "=";
    out += message.tool_failed ? "failed" : message.text.str();
  }
  return out;
}

TEST_CASE("P-20 a talk whose results follow their calls is left as it is") {
  CHECK(mended({}) == "in order");
  CHECK(mended({person("hi"), {.role = Role::kAssistant, .text = "ho"}}) == "in order");
  CHECK(mended({person("hi"), calling({"a", "b"}), result("a", "1"), result("b", "2"),
                calling({"c"}), result("c", "3"), person("so?")}) == "in order");
}

TEST_CASE("P-20 a tool's result stands directly behind its call, whatever came in between") {
  CHECK(mended({calling({"a", "b"}), person("wait"), result("b", "2"), result("a", "1")}) ==
        "calls / a=1 / b=2 / wait");
  CHECK(mended({result("a", "early"), calling({"a"}), result("a", "1")}) ==
        "The result of an earlier tool call:\nearly / calls / a=1");
}

TEST_CASE("P-20 a call that was never answered says so, a result without its call is text") {
  CHECK(mended({calling({"a"})}) == "calls / a=failed");
  CHECK(mended({calling({"a", "b"}), result("b", "2"), person("go on")}) ==
        "calls / a=failed / b=2 / go on");
  CHECK(mended({person("hi"), result("gone", "3")}) ==
        "hi / The result of an earlier tool call:\n3");
  CHECK(mended({person("hi"), result("gone", "")}) == "hi");
}

TEST_CASE("P-20 an id that is used again belongs to the later call") {
  CHECK(mended({calling({"0"}), calling({"0"}), result("0", "second")}) ==
        "calls / 0=failed / calls / 0=second");
  CHECK(mended({calling({"0"}), result("0", "first"), calling({"0"}), person("hm"),
                result("0", "second")}) == "calls / 0=first / calls / 0=second / hm");
  CHECK(mended({calling({"0", "0"}), person("x"), result("0", "1"), result("0", "2")}) ==
        "calls / 0=1 / 0=2 / x");
}

}  // namespace
}  // namespace fm
