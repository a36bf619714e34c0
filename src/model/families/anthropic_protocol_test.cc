// Anthropic Messages beyond the stream corpus: every stop reason and error, blocks of all kinds,
// what servers in between make of it.
#include "model/families/anthropic_protocol.h"

#include <array>
#include <string>
#include <utility>

#include "test/support/stream_told.h"

namespace fm {
namespace {

std::string read(const SentAnswer& sent) { return told(ApiFamily::kAnthropic, sent); }

const std::string kStart =
    event_frame("message_start",
                R"({"type":"message_start","message":{"id":"m1","role":"assistant","content":[],)"
                R"("stop_reason":null,"usage":{"input_tokens":7,"output_tokens":1}}})");
const std::string kEnd = event_frame("message_stop", R"({"type":"message_stop"})");

std::string begin(int index, const std::string& block) {
  return event_frame("content_block_start", R"({"type":"content_block_start","index":)" +
                                                std::to_string(index) + R"(,"content_block":)" +
                                                block + "}");
}
std::string delta(int index, const std::string& fields) {
  return event_frame("content_block_delta", R"({"type":"content_block_delta","index":)" +
                                                std::to_string(index) + R"(,"delta":{)" + fields +
                                                "}}");
}
std::string text(const std::string& words, int index = 0) {
  return delta(index, R"("type":"text_delta","text":")" + words + "\"");
}
std::string json(const std::string& escaped, int index) {
  return delta(index, R"("type":"input_json_delta","partial_json":")" + escaped + "\"");
}
std::string end(int index) {
  return event_frame("content_block_stop",
                     R"({"type":"content_block_stop","index":)" + std::to_string(index) + "}");
}
std::string stop(const std::string& reason) {
  return event_frame("message_delta", R"({"type":"message_delta","delta":{"stop_reason":")" +
                                          reason + R"("},"usage":{"output_tokens":9}})");
}
const std::string kTool = R"({"type":"tool_use","id":"t1","name":"look","input":{}})";
const std::string kTool2 = R"({"type":"tool_use","id":"t2","name":"list","input":{}})";

TEST_CASE("anthropic: every stop reason has its finish") {
  using Row = std::pair<std::string, std::string>;
  for (const auto& [reason, finish] :
       {Row{"end_turn", "stop"}, Row{"stop_sequence", "stop"}, Row{"max_tokens", "length"},
        Row{"tool_use", "tool_calls"}, Row{"pause_turn", "pause"}, Row{"refusal", "refusal"},
        Row{"model_context_window_exceeded", "context_window"}})
    CHECK(read({kStart + text("Yes") + stop(reason) + kEnd}) == finish + ": Yes");
  // A reason that nobody knows is kept: the answer may lack its end.
  CHECK(read({kStart + text("Yes") + stop("not_yet_known") + kEnd}) ==
        "unknown: Yes {not_yet_known}");
}

TEST_CASE("anthropic: the end is told by a stop reason or the last event, not by the connection") {
  CHECK(read({kStart + text("Yes") + stop("end_turn")}) == "stop: Yes");
  CHECK(read({kStart + text("Yes") + kEnd}) == "unknown: Yes");
  CHECK(read({kStart + text("Yes")}) == "!network: Yes");
  CHECK(read({kStart + text("Yes") + "data: [DONE]\n\n"}) == "!network: Yes");
  CHECK(read({kStart + text("Yes") + stop("end_turn") + "data: [DONE]\n\n"}) == "stop: Yes");
  CHECK(read({kStart + text("Yes") + stop("end_turn"), 200, {}, {}, fail("net_cut", "Cut.")}) ==
        "stop: Yes");
}

TEST_CASE("anthropic: an error event counts at any time until the end") {
  const auto error = [](const std::string& type) {
    return event_frame("error", R"({"type":"error","error":{"type":")" + type +
                                    R"(","message":"Sorry"},"request_id":"r"})");
  };
  using Row = std::pair<std::string, std::string>;
  for (const auto& [type, kind] :
       {Row{"invalid_request_error", "invalid_request"}, Row{"authentication_error", "auth"},
        Row{"billing_error", "billing"}, Row{"permission_error", "permission"},
        Row{"not_found_error", "not_found"}, Row{"request_too_large", "too_large"},
        Row{"rate_limit_error", "rate_limit"}, Row{"api_error", "server"},
        Row{"timeout_error", "timeout"}, Row{"overloaded_error", "overloaded"},
        Row{"conflict_error", "server"}, Row{"some_new_error", "server"}}) {
    CHECK(read({error(type)}) == "!" + kind);
    CHECK(read({kStart + text("Ye") + error(type)}) == "!" + kind + ": Ye");
  }
  CHECK(read({kStart + text("Yes") + stop("end_turn") + error("api_error")}) == "stop: Yes");
  CHECK(read({kStart + stop("end_turn") + error("overloaded_error")}) == "!overloaded");
}

TEST_CASE("anthropic: a failure by its status") {
  const auto failed = [](int status, const std::string& type, const std::string& message,
                         HttpHeaders headers = {}) {
    return read({R"({"type":"error","error":{"type":")" + type + R"(","message":")" + message +
                     R"("},"request_id":"r"})",
                 status, std::move(headers)});
  };
  CHECK(failed(400, "invalid_request_error", "messages: at least one is needed") ==
        "!invalid_request");
  CHECK(failed(400, "invalid_request_error",
               "You have reached your specified API usage limits. They end on 2026-03-01.") ==
        "!quota");
  CHECK(failed(400, "invalid_request_error", "Output blocked by content filtering policy") ==
        "!content_filter");
  CHECK(failed(402, "billing_error", "No means of payment") == "!billing");
  CHECK(failed(409, "conflict_error", "Busy") == "!server");
  CHECK(failed(413, "request_too_large", "Request exceeds the maximum size") == "!too_large");
  CHECK(failed(429, "rate_limit_error", "Slower", {{"retry-after", "3.5"}}) == "!rate_limit +3500");
  CHECK(failed(529, "overloaded_error", "Overloaded") == "!overloaded");
  CHECK(read({"<html><title>413 Request Entity Too Large</title></html>", 413}) == "!too_large");
  CHECK(read({"", 529}) == "!overloaded");
}

TEST_CASE("anthropic: the bucket that is empty says how long to wait") {
  const std::string body = R"({"type":"error","error":{"type":"rate_limit_error","message":"no"}})";
  const UtcMs now = *from_rfc3339("2026-02-02T10:00:00Z");
  CHECK(read({body,
              429,
              {{"anthropic-ratelimit-requests-remaining", "12"},
               {"anthropic-ratelimit-requests-reset", "2026-02-02T11:00:00Z"},
               {"anthropic-ratelimit-output-tokens-remaining", "0"},
               {"anthropic-ratelimit-output-tokens-reset", "2026-02-02T10:00:42Z"}},
              now}) == "!rate_limit +42000");
}

TEST_CASE("anthropic: parallel tool calls mix by index and keep their order") {
  CHECK(read({kStart + begin(0, kTool) + begin(1, kTool2) + json(R"({\"a\")", 0) + json("{", 1) +
              json(":1}", 0) + json("}", 1) + end(1) + end(0) + stop("tool_use") + kEnd}) ==
        R"(tool_calls [t1 look {"a":1}] [t2 list {}])");
}

TEST_CASE("anthropic: a tool call's input may be empty, or come whole at the start") {
  CHECK(read({kStart + begin(0, kTool) + end(0) + stop("tool_use")}) == "tool_calls [t1 look {}]");
  CHECK(read({kStart + begin(0, kTool) + json("", 0) + end(0) + stop("tool_use")}) ==
        "tool_calls [t1 look {}]");
  const std::string whole =
      begin(0, R"({"type":"tool_use","id":"t1","name":"look","input":{"a":1}})");
  CHECK(read({kStart + whole + end(0) + stop("tool_use")}) == R"(tool_calls [t1 look {"a":1}])");
  CHECK(read({kStart + whole + json(R"({\"a\":1})", 0) + end(0) + stop("tool_use")}) ==
        R"(tool_calls [t1 look {"a":1}])");
}

TEST_CASE("anthropic: a call that was cut off is kept back, a whole one before it is not") {
  const std::string two = kStart + begin(0, kTool) + json(R"({\"a\":1})", 0) + end(0) +
                          begin(1, kTool2) + json(R"({\"b\": [1, )", 1) + end(1);
  CHECK(read({two + stop("max_tokens")}) == R"(length [t1 look {"a":1}])");
  CHECK(read({two + stop("tool_use")}) == R"(tool_calls [t1 look {"a":1}])");
  CHECK(read({kStart + begin(0, kTool) + stop("max_tokens")}) == "length");
  CHECK(read({kStart + begin(0, kTool) + stop("model_context_window_exceeded")}) ==
        "context_window");
}

TEST_CASE("anthropic: the provider's own tools are skipped, their input too") {
  CHECK(read({kStart +
              begin(0, R"({"type":"server_tool_use","id":"s1","name":"web_search","input":{}})") +
              json(R"({\"query\":\"x\"})", 0) + end(0) +
              begin(1, R"({"type":"web_search_tool_result","tool_use_id":"s1","content":[]})") +
              end(1) + begin(2, R"({"type":"text","text":"Fo"})") + text("und", 2) +
              delta(2, R"("type":"citations_delta","citation":{"url":"u"})") + end(2) +
              stop("end_turn") + kEnd}) == "stop: Found");
}

TEST_CASE("anthropic: signatures and redacted thinking are kept, each with its thinking") {
  const auto thinking = [](int index, const std::string& words, const std::string& signature) {
    return begin(index, R"({"type":"thinking","thinking":"","signature":""})") +
           delta(index, R"("type":"thinking_delta","thinking":")" + words + "\"") +
           delta(index, R"("type":"signature_delta","signature":")" + signature + "\"") +
           end(index);
  };
  CHECK(read({kStart + thinking(0, "One", "s1") +
              begin(1, R"({"type":"redacted_thinking","data":"xyz"})") + end(1) +
              thinking(2, "Two", "s2") + text("Yes", 3) + stop("end_turn")}) ==
        "stop: Yes (OneTwo) <s1 over One> <opaque xyz> <s2 over Two>");
  CHECK(read({kStart + begin(0, R"({"type":"thinking","thinking":"Hm","signature":"s"})") +
              text("Yes", 1) + stop("end_turn")}) == "stop: Yes (Hm) <s over Hm>");
}

TEST_CASE("anthropic: unknown events, deltas and blocks are skipped") {
  CHECK(read({kStart + begin(0, R"({"type":"hologram","x":1})") +
              delta(0, R"("type":"hologram_delta","x":1)") + end(0) + text("Yes", 1) +
              event_frame("later_event", R"({"type":"later_event","message":"x"})") +
              stop("end_turn") + kEnd}) == "stop: Yes");
}

TEST_CASE("anthropic: signs of life of any kind") {
  CHECK(read({": hello\n\n" + kStart + "event: ping\ndata: {\"type\": \"ping\"}\n\n" +
              ": still here\n" + text("Y") + "event: ping\ndata: ok\n\n" + "data:\n\n" +
              text("es") + "id: 4\nretry: 10\n\n" + stop("end_turn") + kEnd}) == "stop: Yes");
}

TEST_CASE("anthropic: the event's name stands in for a type that was left out") {
  CHECK(read({kStart +
              event_frame("content_block_delta",
                          R"({"index":0,"delta":{"type":"text_delta","text":"Yes"}})") +
              event_frame("message_delta", R"({"delta":{"stop_reason":"end_turn"}})") +
              event_frame("message_stop", "{}")}) == "stop: Yes");
}

TEST_CASE("anthropic: usage is told at the start and at the end, the later word counts") {
  const auto usage = [](const std::string& start, const std::string& end) {
    return usage_told(
        ApiFamily::kAnthropic,
        data_frame(R"({"type":"message_start","message":{"usage":)" + start + "}}") +
            data_frame(R"({"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":)" +
                       end + "}"));
  };
  CHECK(usage(R"({"input_tokens":7,"output_tokens":1})", R"({"output_tokens":9})") ==
        Usage{.input = 7, .output = 9});
  CHECK(usage("null", R"({"input_tokens":7,"output_tokens":9})") == Usage{.input = 7, .output = 9});
  CHECK(usage(R"({"input_tokens":7,"output_tokens":3})", "null") == Usage{.input = 7, .output = 3});
  CHECK(usage(R"({"input_tokens":0})", R"({"input_tokens":7,"output_tokens":9})") ==
        Usage{.input = 7, .output = 9});
  CHECK(usage(R"({"input_tokens":7})", R"({"input_tokens":0,"output_tokens":9})") ==
        Usage{.input = 7, .output = 9});
  CHECK(usage(R"({"input_tokens":-7,"output_tokens":1})", R"({"output_tokens":9e300})") ==
        Usage{.output = 1});
  CHECK(usage(R"({"input_tokens":7,"cache_creation_input_tokens":20,)"
              R"("cache_read_input_tokens":100,"output_tokens":1})",
              R"({"output_tokens":9})") ==
        Usage{.input = 127, .cached = 100, .output = 9, .cache_write = 20});
}

TEST_CASE("anthropic: a whole message") {
  const auto message = [](const std::string& content, const std::string& reason) {
    return read({R"({"id":"m1","type":"message","role":"assistant","content":)" + content +
                 R"(,"stop_reason":)" + reason + R"(,"usage":{"input_tokens":1}})"});
  };
  CHECK(message(R"([{"type":"text","text":"Y"},{"type":"text","text":"es"}])", "\"end_turn\"") ==
        "stop: Yes");
  CHECK(message(R"([{"type":"redacted_thinking","data":"d"},{"type":"tool_use","id":"t1",)"
                R"("name":"look","input":{"a":[1,2]}}])",
                "\"tool_use\"") == R"(tool_calls [t1 look {"a":[1,2]}] <opaque d>)");
  CHECK(message("[]", "\"refusal\"") == "refusal");
  CHECK(message("[]", "null") == "unknown");
  CHECK(message("\"Yes\"", "\"end_turn\"") == "stop: Yes");
  CHECK(read({R"({"content":[{"type":"text","text":"Yes"}],"stop_reason":"max_tokens"})"}) ==
        "length: Yes");
}

}  // namespace
}  // namespace fm
