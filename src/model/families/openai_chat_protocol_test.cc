// Chat completions beyond the stream corpus: every finish reason, the dialects of servers, errors
// in every shape that they take.
#include "model/families/openai_chat_protocol.h"

#include <string>
#include <utility>

#include "test/support/stream_told.h"

namespace fm {
namespace {

std::string read(const SentAnswer& sent) { return told(ApiFamily::kOpenAiChat, sent); }

std::string delta(const std::string& fields, const std::string& more = "") {
  return data_frame(R"({"id":"r","choices":[{"index":0,"delta":{)" + fields + "}" + more + "}]}");
}
std::string words(const std::string& text) { return delta(R"("content":")" + text + "\""); }
std::string end(const std::string& reason) {
  return delta("", R"(,"finish_reason":")" + reason + "\"");
}

TEST_CASE("chat: every finish reason") {
  using Row = std::pair<std::string, std::string>;
  for (const auto& [reason, finish] :
       {Row{"stop", "stop: Yes"}, Row{"length", "length: Yes"},
        Row{"tool_calls", "tool_calls: Yes"}, Row{"function_call", "tool_calls: Yes"},
        Row{"content_filter", "content_filter: Yes"}, Row{"model_length", "length: Yes"},
        Row{"model_context_window_exceeded", "context_window: Yes"}, Row{"error", "!server: Yes"},
        Row{"insufficient_system_resource", "!overloaded: Yes"},
        Row{"brand_new", "unknown: Yes {brand_new}"}})
    CHECK(read({words("Yes") + end(reason)}) == finish);
}

TEST_CASE("chat: a stop that asks for tools is called so") {
  CHECK(read({delta(R"("tool_calls":[{"index":0,"id":"a","function":{"name":"look",)"
                    R"("arguments":"{}"}}])") +
              end("stop")}) == "tool_calls [a look {}]");
}

TEST_CASE("chat: pieces that say nothing") {
  CHECK(read({data_frame(R"({"choices":[],"prompt_filter_results":[{"prompt_index":0}]})") +
              data_frame(R"({"choices":null})") + data_frame(R"({"choices":[{"index":0}]})") +
              data_frame(R"({"choices":[{"index":0,"content_filter_offsets":{}}]})") +
              data_frame(R"({"choices":[{"index":0,"delta":null,"finish_reason":null}]})") +
              delta(R"("role":"assistant","content":null)") + words("") + words("Yes") +
              end("stop") + data_frame(R"({"choices":[],"usage":null})") + "data: [DONE]\n\n"}) ==
        "stop: Yes");
}

TEST_CASE("chat: reasoning under all of its names, counted once") {
  for (const std::string fields :
       {R"("reasoning_content":"Hm")", R"("reasoning":"Hm")",
        R"("reasoning":"Hm","reasoning_content":"Hm")",
        R"("reasoning":"Hm","reasoning_details":[{"type":"reasoning.text","text":"Hm"}])"})
    CHECK(read({delta(fields) + words("Yes") + end("stop")}) == "stop: Yes (Hm)");
  CHECK(read({delta(R"("reasoning_details":[{"type":"reasoning.text","text":"Hm",)"
                    R"("signature":"s"},{"type":"reasoning.encrypted","data":"d"}])") +
              words("Yes") + end("stop")}) == "stop: Yes (Hm) <s over Hm> <opaque d>");
}

TEST_CASE("chat: usage in its own piece, on the last one, or in a place of its own") {
  const std::string usage = R"("usage":{"prompt_tokens":7,"completion_tokens":9,)"
                            R"("prompt_tokens_details":{"cached_tokens":4},)"
                            R"("completion_tokens_details":{"reasoning_tokens":2}})";
  const Usage told_so{.input = 7, .cached = 4, .output = 9, .reasoning = 2};
  for (const std::string& body :
       {end("stop") + data_frame(R"({"choices":[],)" + usage + "}"),
        end("stop") + data_frame("{" + usage + "}"),
        data_frame(R"({"choices":[{"finish_reason":"stop"}],)" + usage + "}"),
        data_frame(R"({"choices":[{"finish_reason":"stop"}],"x_groq":{)" + usage + "}}"),
        R"({"choices":[{"message":{"content":"x"},"finish_reason":"stop"}],)" + usage + "}"})
    CHECK(usage_told(ApiFamily::kOpenAiChat, body) == told_so);
}

TEST_CASE("P-23 chat: reasoning that a provider counts beside the completion is billed as output") {
  const auto billed = [](const std::string& total) {
    return usage_told(ApiFamily::kOpenAiChat,
                      end("stop") + data_frame(R"({"choices":[],"usage":{"prompt_tokens":32,)"
                                               R"("completion_tokens":9,"total_tokens":)" +
                                               total +
                                               R"(,"completion_tokens_details":)"
                                               R"({"reasoning_tokens":90}}})"))
        .billed()
        .output;
  };
  CHECK(billed("131") == 99);
  CHECK(billed("41") == 9);
  CHECK(billed("null") == 9);
}

TEST_CASE("chat: errors inside a stream, in every shape") {
  using Row = std::pair<std::string, std::string>;
  for (const auto& [error, kind] :
       {Row{R"({"error":{"message":"x","type":"server_error","code":null}})", "server"},
        Row{R"({"error":{"code":502,"message":"x"},"choices":[{"finish_reason":"error"}]})",
            "server"},
        Row{R"({"error":{"code":"429","message":"x"},"choices":[]})", "rate_limit"},
        Row{R"({"error":"the model is overloaded"})", "overloaded"},
        Row{R"({"object":"error","message":"maximum context length is 9","code":400})",
            "context_length"},
        Row{R"({"detail":"rate limit"})", "rate_limit"},
        Row{R"({"detail":[{"msg":"field required"}]})", "server"},
        Row{R"({"code":401,"message":"invalid api key"})", "auth"},
        Row{R"({"error":{"message":"{\"error\":{\"message\":\"quota\",\"code\":)"
            R"(\"insufficient_quota\"}}"}})",
            "quota"},
        Row{R"({"error":{"message":"x","code":"tool_use_failed"}})", "bad_tool_call"}}) {
    CHECK(read({data_frame(error)}) == "!" + kind);
    CHECK(read({words("Ye") + event_frame("error", error)}) == "!" + kind + ": Ye");
    CHECK(read({words("Ye") + "error: " + error + "\n\ndata: [DONE]\n\n"}) == "!" + kind + ": Ye");
    CHECK(read({words("Ye") + error + "\n\n"}) == "!" + kind + ": Ye");
    CHECK(read({error}) == "!" + kind);
    CHECK(read({words("Yes") + end("stop") + data_frame(error)}) == "stop: Yes");
  }
}

TEST_CASE("chat: whole answers, from servers of all kinds") {
  const auto whole = [](const std::string& message, const std::string& reason) {
    return read({R"({"id":"r","object":"chat.completion","choices":[{"index":0,"message":)" +
                 message + R"(,"finish_reason":)" + reason + "}]}"});
  };
  CHECK(whole(R"({"role":"assistant","content":"Yes"})", "\"stop\"") == "stop: Yes");
  CHECK(whole(R"({"content":"Yes","reasoning_content":"Hm"})", "null") == "unknown: Yes (Hm)");
  CHECK(whole(R"({"content":null,"refusal":"No."})", "\"stop\"") == "refusal {No.}");
  CHECK(whole(R"({"content":null,"tool_calls":[{"id":"a","type":"function","function":)"
              R"({"name":"look","arguments":"{\"x\":1}"}}]})",
              "\"tool_calls\"") == R"(tool_calls [a look {"x":1}])");
  CHECK(whole(R"({"content":"Y","tool_calls":[{"id":"a","function":{"name":"look",)"
              R"("arguments":"{\"x\":"}}]})",
              "\"length\"") == "length: Y");
}

TEST_CASE("chat: a stream whose type is a document's, and the other way round") {
  CHECK(read({words("Yes") + end("stop"), 200, {{"content-type", "application/json"}}}) ==
        "stop: Yes");
  CHECK(read({R"({"choices":[{"message":{"content":"Yes"},"finish_reason":"stop"}]})",
              200,
              {{"content-type", "text/event-stream"}}}) == "stop: Yes");
  CHECK(
      read({data_frame(R"({"choices":[{"message":{"content":"Yes"},"finish_reason":"stop"}]})")}) ==
      "stop: Yes");
}

TEST_CASE("chat: a connection that ends before the last word") {
  CHECK(read({words("Ye")}) == "!network: Ye");
  CHECK(read({words("Ye") + "data: {\"choi"}) == "!network: Ye");
  CHECK(read({words("Ye"), 200, {}, {}, fail("net_timeout", "Slow.")}) == "!timeout: Ye");
  CHECK(read({words("Ye") + delta(R"("tool_calls":[{"index":0,"id":"a","function":{"name":"look",)"
                                  R"("arguments":"{}"}}])")}) == "!network: Ye");
}

}  // namespace
}  // namespace fm
