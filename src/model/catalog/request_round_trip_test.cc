// What a model said and thought goes back in the next request as it came: each family's answer is
// read from a stream, put into a message and written (P-20).
#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "model/catalog/request_body.h"
#include "model/families/answer_readers.h"
#include "model/provider/api_family.h"
#include "model/wire/answer_reader.h"

namespace fm {
namespace {

class DeafSink final : public ModelSink {
 public:
  void text(std::string_view) override {}
  void reasoning(std::string_view) override {}
};

std::string frame(std::string_view json) { return "data: " + std::string(json) + "\n\n"; }
std::string named(std::string_view event, std::string_view json) {
  return "event: " + std::string(event) + "\n" + frame(json);
}

ModelMessage answer_of(ApiFamily api, const std::string& stream) {
  DeafSink sink;
  const auto reader = make_answer_reader(api, sink);
  reader->head(200, {}, UtcMs());
  reader->bytes(stream);
  auto reply = reader->finish({});
  REQUIRE_MESSAGE(reply.has_value(), reply.error().message);
  return {.role = Role::kAssistant,
          .text = std::move(reply->text),
          .tool_calls = std::move(reply->tool_calls),
          .reasoning = std::move(reply->reasoning),
          .signatures = std::move(reply->signatures)};
}

// The next request's messages, where `key` holds them: the question, the answer, its results.
Json next_conversation(ApiFamily api, const std::string& stream, std::string_view key,
                       Dialect dialect = {}) {
  ModelRequest request;
  request.model = "m";
  request.messages = {{.text = "Ask."}, answer_of(api, stream)};
  for (const ToolCall& call : request.messages[1].tool_calls)
    request.messages.push_back({.role = Role::kTool, .text = "42", .tool_call_id = call.id});
  const Provider provider{
      .name = "p", .api = api, .base_url = "https://p.example", .dialect = std::move(dialect)};
  const auto body = request_body(request, {.provider = provider});
  REQUIRE(body.has_value());
  return parse_json(body->str())->at(key);
}

Json json(std::string_view text) {
  auto value = parse_json(text);
  REQUIRE_MESSAGE(value.has_value(), text);
  return *value;
}

TEST_CASE("P-20 Anthropic: thinking, hidden thinking, text and calls go back as they came") {
  const std::string stream =
      named("message_start", R"({"type":"message_start","message":{"id":"m","content":[]}})") +
      frame(
          R"({"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":""}})") +
      frame(
          R"({"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Let me "}})") +
      frame(
          R"({"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"see.\n"}})") +
      frame(
          R"({"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"Eq/9+="}})") +
      frame(R"({"type":"content_block_stop","index":0})") +
      frame(
          R"({"type":"content_block_start","index":1,"content_block":{"type":"redacted_thinking","data":"Zm9v"}})") +
      frame(R"({"type":"content_block_stop","index":1})") +
      frame(
          R"({"type":"content_block_start","index":2,"content_block":{"type":"text","text":""}})") +
      frame(
          R"({"type":"content_block_delta","index":2,"delta":{"type":"text_delta","text":"I look."}})") +
      frame(R"({"type":"content_block_stop","index":2})") +
      frame(
          R"({"type":"content_block_start","index":3,"content_block":{"type":"tool_use","id":"t1","name":"look","input":{}}})") +
      frame(
          R"({"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"{\"at\":"}})") +
      frame(
          R"({"type":"content_block_delta","index":3,"delta":{"type":"input_json_delta","partial_json":"\"x\"}"}})") +
      frame(R"({"type":"content_block_stop","index":3})") +
      frame(R"({"type":"message_delta","delta":{"stop_reason":"tool_use"}})") +
      frame(R"({"type":"message_stop"})");
  CHECK(next_conversation(ApiFamily::kAnthropic, stream, "messages") == json(R"([
    {"role": "user", "content": [{"type": "text", "text": "Ask."}]},
    {"role": "assistant", "content": [
      {"type": "thinking", "thinking": "Let me see.\n", "signature": "Eq/9+="},
      {"type": "redacted_thinking", "data": "Zm9v"},
      {"type": "text", "text": "I look."},
      {"type": "tool_use", "id": "t1", "name": "look", "input": {"at": "x"}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "42"}]}])"));
}

TEST_CASE("P-20 OpenAI Responses: sealed reasoning goes back before what it led to") {
  const std::string stream =
      frame(R"({"type":"response.created","response":{"id":"r","output":[]}})") +
      frame(
          R"({"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"Hm."}],"encrypted_content":"gAAA=="}})") +
      frame(R"({"type":"response.output_text.delta","output_index":1,"delta":"I look."})") +
      frame(
          R"({"type":"response.output_item.added","output_index":2,"item":{"type":"function_call","id":"fc_1","call_id":"call_1","name":"look","arguments":""}})") +
      frame(
          R"({"type":"response.function_call_arguments.delta","output_index":2,"delta":"{ \"at\": 1 }"})") +
      frame(
          R"({"type":"response.output_item.done","output_index":2,"item":{"type":"function_call","id":"fc_1","call_id":"call_1","name":"look","arguments":"{ \"at\": 1 }"}})") +
      frame(R"({"type":"response.completed","response":{"id":"r","status":"completed"}})");
  CHECK(next_conversation(ApiFamily::kOpenAiResponses, stream, "input") == json(R"([
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Ask."}]},
    {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAA=="},
    {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "I look."}]},
    {"type": "function_call", "call_id": "call_1", "name": "look", "arguments": "{ \"at\": 1 }"},
    {"type": "function_call_output", "call_id": "call_1", "output": "42"}])"));
}

TEST_CASE("P-20 Gemini: each signature goes back on its part, calls without an id too") {
  const std::string stream =
      frame(
          R"({"responseId":"r","candidates":[{"content":{"role":"model","parts":[{"text":"Hm.","thought":true,"thoughtSignature":"s0"}]}}]})") +
      frame(R"({"candidates":[{"content":{"parts":[{"text":"I "}]}}]})") +
      frame(
          R"({"candidates":[{"content":{"parts":[{"text":"look.","thoughtSignature":"s1"}]}}]})") +
      frame(
          R"({"candidates":[{"content":{"parts":[{"functionCall":{"name":"look","args":{"at":"x"}},"thoughtSignature":"s2"},{"functionCall":{"name":"list","args":{}}}]}}]})") +
      frame(
          R"({"candidates":[{"content":{"parts":[{"text":"","thoughtSignature":"s3"}]},"finishReason":"STOP"}]})");
  CHECK(next_conversation(ApiFamily::kGemini, stream, "contents") == json(R"([
    {"role": "user", "parts": [{"text": "Ask."}]},
    {"role": "model", "parts": [
      {"text": "Hm.", "thought": true, "thoughtSignature": "s0"},
      {"text": "I look.", "thoughtSignature": "s1"},
      {"text": "", "thoughtSignature": "s3"},
      {"functionCall": {"name": "look", "args": {"at": "x"}}, "thoughtSignature": "s2"},
      {"functionCall": {"name": "list", "args": {}}}]},
    {"role": "user", "parts": [
      {"functionResponse": {"name": "look", "response": {"output": "42"}}},
      {"functionResponse": {"name": "list", "response": {"output": "42"}}}]}])"));
}

TEST_CASE("P-20 chat completions: reasoning goes back to the servers that want it") {
  const std::string stream =
      frame(
          R"({"id":"c","choices":[{"index":0,"delta":{"role":"assistant","reasoning_content":"Let me "}}]})") +
      frame(R"({"id":"c","choices":[{"index":0,"delta":{"reasoning_content":"see."}}]})") +
      frame(
          R"({"id":"c","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","function":{"name":"look","arguments":"{\"at\""}}]}}]})") +
      frame(
          R"({"id":"c","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]}}]})") +
      frame(R"({"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]})") +
      "data: [DONE]\n\n";
  Dialect wants_it;
  wants_it.reasoning_back = true;
  Json conversation = next_conversation(ApiFamily::kOpenAiChat, stream, "messages", wants_it);
  const Json expected = json(R"([
    {"role": "user", "content": "Ask."},
    {"role": "assistant", "content": null, "reasoning_content": "Let me see.",
     "tool_calls": [{"id": "call_1", "type": "function",
                     "function": {"name": "look", "arguments": "{\"at\":1}"}}]},
    {"role": "tool", "content": "42", "tool_call_id": "call_1"}])");
  CHECK(conversation == expected);
  conversation = next_conversation(ApiFamily::kOpenAiChat, stream, "messages");
  CHECK(find_at(conversation.at(1), "reasoning_content") == nullptr);
}

TEST_CASE("P-20 chat completions: a signature that came after its thoughts goes back over them") {
  const auto piece = [](std::string_view detail) {
    return frame(R"({"id":"c","choices":[{"index":0,"delta":{"reasoning_details":[)" +
                 std::string(detail) + "]}}]}");
  };
  const std::string stream =
      piece(R"({"type":"reasoning.text","text":"Let me "})") +
      piece(R"({"type":"reasoning.text","text":"see."})") +
      piece(R"({"type":"reasoning.text","signature":"sig="})") +
      frame(
          R"({"id":"c","choices":[{"index":0,"delta":{"content":"Yes."},"finish_reason":"stop"}]})");
  CHECK(next_conversation(ApiFamily::kOpenAiChat, stream, "messages").at(1) == json(R"({
    "role": "assistant", "content": "Yes.",
    "reasoning_details": [{"type": "reasoning.text", "text": "Let me see.", "signature": "sig="}]})"));
}

TEST_CASE("P-20 Ollama: thoughts go back with the call that they led to") {
  const std::string stream =
      R"({"created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"","thinking":"Hm."},"done":false})"
      "\n"
      R"({"message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"look","arguments":{"at":"x"}}}]},"done":false})"
      "\n"
      R"({"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"})"
      "\n";
  CHECK(next_conversation(ApiFamily::kOllama, stream, "messages") == json(R"([
    {"role": "user", "content": "Ask."},
    {"role": "assistant", "content": "", "thinking": "Hm.",
     "tool_calls": [{"function": {"name": "look", "arguments": {"at": "x"}}}]},
    {"role": "tool", "content": "42", "tool_name": "look"}])"));
}

}  // namespace
}  // namespace fm
