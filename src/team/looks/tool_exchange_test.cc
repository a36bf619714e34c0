#include "team/looks/tool_exchange.h"

#include <doctest/doctest.h>

#include "tool/tool.h"

namespace fm {
namespace {

TEST_CASE("P-53 P-40 calls are the provider's own, or those that stand in the text") {
  ModelReply reply;
  reply.tool_calls = {{"same", "read_file", R"({"path":"a"})"},
                      {"same", "read_file", R"({"path":"b"})"}};
  const SaidCalls own = said_calls("t-1", reply, "Let me see.");
  REQUIRE(own.calls.size() == 2);
  CHECK(own.calls[0].id != own.calls[1].id);
  CHECK_FALSE(own.written);
  CHECK(own.beside == "Let me see.");

  const SaidCalls written = said_calls(
      "t-1", {}, R"(<tool_call>{"name": "read_file", "arguments": {"path": "a"}}</tool_call>)");
  REQUIRE(written.calls.size() == 1);
  CHECK(written.written);
  CHECK(written.beside.empty());
  const auto call = given_call(written.calls[0]);
  REQUIRE(call);
  CHECK(call->arguments == JsonObject{{"path", "a"}});

  const SaidCalls cut =
      said_calls("t-1", {}, R"(<tool_call>{"name": "read_file", "arguments": {"pa)");
  CHECK(cut.calls.empty());
  CHECK_FALSE(cut.fault.empty());
}

TEST_CASE("P-40 what agents say is hardly ever taken for a call") {
  for (const char* text :
       {"It calls read_file(path) and returns.", "```\n<tool_call>{\"name\": \"read_file\"}\n```",
        "{\"title\": \"read_file\", \"goal\": \"Reads.\"}", "Use `read_file` with a path."}) {
    CAPTURE(text);
    CHECK(said_calls("t-1", {}, text).empty());
  }
  CHECK_FALSE(may_hold_calls("A brief of a few hundred words."));
  CHECK(may_hold_calls("<tool_call>"));
}

TEST_CASE("P-53 an answered exchange stands in the talk as its provider wants it") {
  ToolExchange exchange{.said = "Let me see."};
  exchange.calls = {{"c1", "read_file", "{}"}, {"c2", "git_log", "{}"}};
  exchange.answers = {{"one", false}};
  exchange.notes = {"Answer now."};
  std::vector<ModelMessage> messages;
  append_exchange(exchange, messages);
  REQUIRE(messages.size() == 4);
  CHECK(messages[0].tool_calls.size() == 2);
  CHECK(messages[1].role == Role::kTool);
  CHECK(messages[1].tool_call_id == "c1");
  CHECK(messages[2].text == "(it was not run)");
  CHECK(messages[3].role == Role::kUser);

  exchange.written = true;
  messages.clear();
  append_exchange(exchange, messages);
  REQUIRE(messages.size() == 3);
  CHECK(messages[0].tool_calls.empty());
  CHECK(messages[1].text.str().starts_with("Result of read_file:\none"));
}

}  // namespace
}  // namespace fm
