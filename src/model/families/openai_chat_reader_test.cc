// What the stream corpus does not hold: limits, tool calls of odd servers, text that strict readers
// refuse.
#include "model/families/openai_chat_reader.h"

#include <doctest/doctest.h>

#include <string>

#include "model/wire/lenient_json.h"

namespace fm {
namespace {

struct Silent final : ModelSink {
  void text(std::string_view) override {}
  void reasoning(std::string_view) override {}
};

std::string frame(std::string_view json) { return "data: " + std::string(json) + "\n\n"; }
std::string delta(std::string_view fields, std::string_view finish = "null") {
  return frame(R"({"id":"r1","choices":[{"index":0,"delta":{)" + std::string(fields) +
               R"(},"finish_reason":)" + std::string(finish) + "}]}");
}

ModelOutcome read(std::string_view body, const Result<void>& end = {}, int status = 200) {
  Silent sink;
  OpenAiChatReader reader(sink);
  reader.head(status, {}, {});
  reader.bytes(body);
  return reader.finish(end);
}

// The reply of what must be a good answer.
ModelReply reply(std::string_view body, const Result<void>& end = {}) {
  auto outcome = read(body, end);
  REQUIRE_MESSAGE(outcome.has_value(), outcome.error().message);
  return std::move(*outcome);
}

const std::string kStop = delta("", "\"stop\"");

TEST_CASE("only the first choice is read") {
  const auto outcome = reply(
      frame(R"({"choices":[{"index":1,"delta":{"content":"no"}},{"delta":{"content":"yes"}}]})") +
      kStop);
  CHECK(outcome.text == "yes");
}

TEST_CASE("content may come in parts, thinking among them") {
  const auto outcome =
      reply(delta(R"("content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},)"
                  R"({"type":"text","text":"yes"},{"type":"reference","text":"no"}])") +
            kStop);
  CHECK(outcome.text == "yes");
  CHECK(outcome.reasoning == "hm");
}

TEST_CASE("a stream that ends in a whole message does not say everything twice") {
  const auto outcome = reply(
      delta(R"("content":"once")") +
      frame(R"({"choices":[{"index":0,"message":{"content":"once"},"finish_reason":"stop"}]})"));
  CHECK(outcome.text == "once");
}

TEST_CASE("a connection that breaks after the last word harms nothing") {
  const auto outcome =
      reply(delta(R"("content":"x")") + kStop, fail("net_cut", "The connection broke."));
  CHECK(outcome.text == "x");
}

TEST_CASE("an error after the last word harms nothing") {
  CHECK(reply(delta(R"("content":"x")") + kStop + frame(R"({"error":{"message":"late"}})")).text ==
        "x");
}

TEST_CASE("[DONE] alone ends an answer, of unknown finish") {
  const auto outcome = reply(delta(R"("content":"x")") + "data: [DONE]\n\n");
  CHECK(outcome.finish == Finish::kUnknown);
}

TEST_CASE("a finish reason from the future is unknown, an empty one is none") {
  CHECK(reply(delta("", "\"brand_new\"")).finish == Finish::kUnknown);
  CHECK(!read(delta(R"("content":"x")", "\"\"")).has_value());
}

TEST_CASE("an error inside a choice is an error") {
  const auto outcome = read(frame(
      R"({"choices":[{"index":0,"error":{"code":429,"message":"Rate limited, retry after 2s"}}]})"));
  REQUIRE(!outcome.has_value());
  CHECK(outcome.error().kind == ModelErrorKind::kRateLimit);
  CHECK(outcome.error().retry_after == Millis(2000));
}

TEST_CASE("what the connection's end means without an answer") {
  CHECK(read("").error().kind == ModelErrorKind::kNetwork);
  CHECK(read("", fail("net_timeout", "x")).error().kind == ModelErrorKind::kTimeout);
  CHECK(read("", fail("url_invalid", "x")).error().kind == ModelErrorKind::kInvalidRequest);
  const auto tls = read("", fail("net_tls_failed", "x"));
  CHECK(tls.error().kind == ModelErrorKind::kNetwork);
  CHECK(!is_retryable(tls.error()));
  CHECK(read(R"({"choices":[{"mess)").error().kind == ModelErrorKind::kNetwork);
  CHECK(read("", fail("net_cut", "x"), 502).error().kind == ModelErrorKind::kServer);
}

TEST_CASE("blank keep-alive lines may precede a document") {
  CHECK(reply("\n\n\n"
              R"({"choices":[{"message":{"content":"x"},"finish_reason":"stop"}]})")
            .text == "x");
}

TEST_CASE("half characters and halves of emoji do not break a stream") {
  CHECK(reply(delta(R"("content":"a\ud83c")") + delta(R"("content":"\udf0d")") + kStop).text ==
        "a\uFFFD\uFFFD");
  CHECK(reply(delta("\"content\":\"a\xC3\"") + kStop).text == "a\uFFFD");
  CHECK(parse_lenient_json(R"("\ud83c\udf0d \\ud83c")")->as_string() == "🌍 \\ud83c");
  CHECK(!parse_lenient_json("{").has_value());
}

TEST_CASE("an endless line is stopped") {
  Silent sink;
  OpenAiChatReader reader(sink);
  reader.head(200, {}, {});
  const std::string piece = "data: " + std::string(1 << 20, 'x');
  for (int i = 0; i < 9; ++i) reader.bytes(piece);
  CHECK(reader.is_over());
  CHECK(reader.finish({}).error().kind == ModelErrorKind::kBadResponse);
}

TEST_CASE("an endless answer is stopped, streamed or whole") {
  for (const std::string& piece :
       {delta("\"content\":\"" + std::string(1 << 19, 'x') + "\""), std::string(1 << 19, '[')}) {
    Silent sink;
    OpenAiChatReader reader(sink, std::size_t{2} << 20);
    reader.head(200, {}, {});
    for (int i = 0; i < 5; ++i) reader.bytes(piece);
    CHECK(reader.is_over());
    CHECK(reader.finish({}).error().message == "The answer is longer than 2 MiB.");
  }
}

std::string calls(std::string_view body, std::string_view finish = "\"tool_calls\"") {
  const auto outcome = reply(std::string(body) + delta("", finish));
  std::string shown;
  for (const ToolCall& call : outcome.tool_calls)
    shown += call.id + " " + call.name + call.arguments + ";";
  return shown;
}
std::string call(std::string_view fields) {
  return delta(R"("tool_calls":[{)" + std::string(fields) + "}]");
}

TEST_CASE("tool calls of servers that do not keep to the rules") {
  SUBCASE("an id on every fragment") {
    CHECK(calls(call(R"("index":0,"id":"a","function":{"name":"f","arguments":"{\"x\""})") +
                call(R"("index":0,"id":"a","function":{"name":"f","arguments":":1}"})")) ==
          "a f{\"x\":1};");
  }
  SUBCASE("no index and no ids: a name after a whole call begins another") {
    CHECK(calls(call(R"("function":{"name":"f","arguments":"{}"})") +
                call(R"("function":{"name":"g","arguments":"{}"})")) ==
          "call_r1_1 f{};call_r1_2 g{};");
  }
  SUBCASE("arguments as an object, or none at all") {
    CHECK(calls(call(R"("index":0,"id":"a","function":{"name":"f","arguments":{"x":1}})") +
                call(R"("index":1,"id":"b","function":{"name":"g"})")) == "a f{\"x\":1};b g{};");
  }
  SUBCASE("fragments of two calls mixed") {
    CHECK(calls(call(R"("index":0,"id":"a","function":{"name":"f","arguments":""})") +
                call(R"("index":1,"id":"b","function":{"name":"g","arguments":""})") +
                call(R"("index":0,"function":{"arguments":"{\"x\":1}"})") +
                call(R"("index":1,"function":{"arguments":"{\"y\":2}"})")) ==
          "a f{\"x\":1};b g{\"y\":2};");
  }
  SUBCASE("the old function_call") {
    CHECK(calls(delta(R"("function_call":{"name":"f","arguments":"{\"x\""})") +
                    delta(R"("function_call":{"arguments":":1}"})"),
                "\"function_call\"") == "call_r1_1 f{\"x\":1};");
  }
}

TEST_CASE("a tool call that was cut off is never given out") {
  const std::string cut =
      call(R"("index":0,"id":"a","function":{"name":"f","arguments":"{\"path\":\"a"})");
  CHECK(calls(cut).empty());
  CHECK(calls(cut, "\"length\"").empty());
  const std::string begun = call(R"("index":0,"id":"a","function":{"name":"f","arguments":""})");
  CHECK(calls(begun, "\"length\"").empty());
  CHECK(calls(begun) == "a f{};");
  const std::string malformed =
      call(R"("index":0,"id":"a","function":{"name":"f","arguments":"{'x':1}"})");
  CHECK(calls(malformed) == "a f{'x':1};");
}

}  // namespace
}  // namespace fm
