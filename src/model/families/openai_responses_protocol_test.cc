// Responses beyond the stream corpus: every end, what gateways leave out or repeat, whole
// documents.
#include "model/families/openai_responses_protocol.h"

#include <string>
#include <utility>

#include "test/support/stream_told.h"

namespace fm {
namespace {

std::string read(const SentAnswer& sent) { return told(ApiFamily::kOpenAiResponses, sent); }

std::string event(const std::string& name, const std::string& fields) {
  const std::string type = "response." + name;
  return event_frame(type,
                     R"({"type":")" + type + "\"" + (fields.empty() ? "" : ",") + fields + "}");
}
std::string response(const std::string& status, const std::string& output = "[]",
                     const std::string& more = R"("error":null)") {
  return R"({"id":"r1","object":"response","status":")" + status + R"(","output":)" + output + "," +
         more + "}";
}
std::string last(const std::string& status, const std::string& output = "[]",
                 const std::string& more = R"("error":null)") {
  return event(status, R"("response":)" + response(status, output, more));
}
std::string words(const std::string& text, int index = 0) {
  return event("output_text.delta", R"("output_index":)" + std::to_string(index) +
                                        R"(,"content_index":0,"delta":")" + text + "\"");
}
std::string begin_call(int index, const std::string& id, const std::string& name) {
  return event("output_item.added", R"("output_index":)" + std::to_string(index) +
                                        R"(,"item":{"type":"function_call","id":"fc_)" + id +
                                        R"(","call_id":")" + id + R"(","name":")" + name +
                                        R"(","arguments":""})");
}
std::string arguments(int index, const std::string& escaped) {
  return event("function_call_arguments.delta",
               R"("output_index":)" + std::to_string(index) + R"(,"delta":")" + escaped + "\"");
}
std::string message(const std::string& text) {
  return R"({"type":"message","content":[{"type":"output_text","text":")" + text + "\"}]}";
}
std::string function_call(const std::string& id, const std::string& escaped) {
  return R"({"type":"function_call","id":"fc_)" + id + R"(","call_id":")" + id +
         R"(","name":"look","arguments":")" + escaped + "\"}";
}
const std::string kCreated =
    event("created", R"("response":)" + response("in_progress", "[]", R"("usage":null)"));

TEST_CASE("responses: how a stream ends") {
  const auto incomplete = [](const std::string& reason) {
    return last("incomplete", "[]", R"("incomplete_details":{"reason":")" + reason + "\"}");
  };
  CHECK(read({kCreated + words("Yes") + last("completed")}) == "stop: Yes");
  CHECK(read({kCreated + words("Ye") + incomplete("max_output_tokens")}) == "length: Ye");
  CHECK(read({kCreated + words("Ye") + incomplete("content_filter")}) == "content_filter: Ye");
  CHECK(read({kCreated + words("Ye") + incomplete("brand_new")}) == "unknown: Ye {brand_new}");
  CHECK(read({words("Ye") + last("incomplete", "[]", R"("incomplete_details":null)")}) ==
        "unknown: Ye {incomplete}");
  CHECK(read({words("Yes") + event("done", R"("response":)" + response("completed"))}) ==
        "stop: Yes");
  CHECK(read({words("Yes") + event("completed", R"("response":null)")}) == "stop: Yes");
  CHECK(read({kCreated + words("Ye")}) == "!network: Ye");
  CHECK(read({kCreated + words("Ye") + "data: [DONE]\n\n"}) == "!network: Ye");
  CHECK(read({kCreated + words("Yes") + last("completed") + "data: [DONE]\n\n"}) == "stop: Yes");
  CHECK(read({kCreated + words("Ye") + last("cancelled")}) == "!server: Ye");
  CHECK(read({kCreated + words("Ye") + last("failed")}) == "!server: Ye");
}

TEST_CASE("responses: the error of a failed response") {
  using Row = std::pair<std::string, std::string>;
  for (const auto& [code, kind] :
       {Row{"server_error", "server"}, Row{"rate_limit_exceeded", "rate_limit"},
        Row{"insufficient_quota", "quota"}, Row{"context_length_exceeded", "context_length"},
        Row{"content_policy_violation", "content_filter"}, Row{"some_new_code", "server"}}) {
    const std::string error = R"("error":{"code":")" + code + R"(","message":"Sorry"})";
    CHECK(read({kCreated + words("Ye") + last("failed", "[]", error)}) == "!" + kind + ": Ye");
    CHECK(read({response("failed", "[]", error)}) == "!" + kind);
  }
}

TEST_CASE("responses: an error event, flat or nested, named or not") {
  const std::string flat =
      R"({"type":"error","code":"rate_limit_exceeded","message":"try again in 2s","param":null})";
  CHECK(read({kCreated + event_frame("error", flat)}) == "!rate_limit +2000");
  CHECK(read({kCreated + words("Ye") + data_frame(flat)}) == "!rate_limit +2000: Ye");
  CHECK(read({event_frame("error", R"({"error":{"type":"server_error","message":"x"}})")}) ==
        "!server");
  CHECK(read({words("Yes") + last("completed") + event_frame("error", flat)}) == "stop: Yes");
}

TEST_CASE("responses: what the deltas said is not said again") {
  const std::string item = R"("output_index":0,"item":)" + message("Yes");
  CHECK(read({words("Y") + words("es") +
              event("output_text.done", R"("output_index":0,"text":"Yes")") +
              event("content_part.done", R"("output_index":0,"part":{"text":"Yes"})") +
              event("output_item.done", item) + last("completed", "[" + message("Yes") + "]")}) ==
        "stop: Yes");
}

TEST_CASE("responses: what no delta said is taken from where it stands") {
  const std::string item = R"("output_index":0,"item":)" + message("Yes");
  CHECK(read({kCreated + event("output_text.done", R"("output_index":0,"text":"Yes")") +
              event("output_item.done", item) + last("completed")}) == "stop: Yes");
  CHECK(read({kCreated + event("output_item.done", item) + last("completed")}) == "stop: Yes");
  CHECK(read({kCreated + last("completed", "[" + message("Y") + "," + message("es") + "]")}) ==
        "stop: Yes");
  CHECK(read({kCreated + last("completed", "[" + function_call("a", "{}") + "]")}) ==
        "tool_calls [a look {}]");
}

TEST_CASE("responses: two messages are joined in order") {
  CHECK(read({words("Y", 0) + words("es", 1) +
              last("completed", "[" + message("Y") + "," + message("es") + "]")}) == "stop: Yes");
}

TEST_CASE("responses: reasoning of every name, and what is encrypted of it") {
  const auto reasoning = [](const std::string& name) {
    return event(name, R"("output_index":0,"delta":"Hm")");
  };
  for (const std::string name :
       {"reasoning_text.delta", "reasoning_summary_text.delta", "reasoning_summary.delta"})
    CHECK(read({reasoning(name) + words("Yes", 1) + last("completed")}) == "stop: Yes (Hm)");
  const std::string item =
      R"({"type":"reasoning","id":"rs","summary":[{"type":"summary_text","text":"Hm"}],)"
      R"("encrypted_content":"zzz"})";
  CHECK(read({event("output_item.done", R"("output_index":0,"item":)" + item) + words("Yes", 1) +
              last("completed", "[" + item + "]")}) == "stop: Yes (Hm) <opaque zzz of rs>");
  CHECK(read({response("completed", "[" + item + "," + message("Yes") + "]")}) ==
        "stop: Yes (Hm) <opaque zzz of rs>");
  CHECK(read({response("completed", R"([{"type":"reasoning","summary":[],"content":[{"type":)"
                                    R"("reasoning_text","text":"Hm"}]}])")}) == "stop (Hm)");
}

TEST_CASE("responses: tool calls mix by index; the done item settles the arguments") {
  CHECK(read({begin_call(0, "a", "look") + begin_call(1, "b", "list") + arguments(1, "{") +
              arguments(0, R"({\"x\")") + arguments(1, "}") + arguments(0, ":1}") +
              last("completed", R"([{"type":"function_call","call_id":"a","name":"look",)"
                                R"("arguments":"{\"x\":1}"},{"type":"function_call","call_id":)"
                                R"("b","name":"list","arguments":"{}"}])")}) ==
        R"(tool_calls [a look {"x":1}] [b list {}])");
  CHECK(read({begin_call(0, "a", "look") + arguments(0, R"({\"x\")") +
              event("function_call_arguments.done", R"("output_index":0,"arguments":"{\"x\":2}")") +
              last("completed")}) == R"(tool_calls [a look {"x":2}])");
  CHECK(read({event("output_item.done",
                    R"("output_index":0,"item":)" + function_call("a", R"({\"x\":3})")) +
              last("completed")}) == R"(tool_calls [a look {"x":3}])");
  CHECK(read({arguments(0, R"({\"x\":4})") +
              event("output_item.done",
                    R"("output_index":0,"item":)" + function_call("a", R"({\"x\":4})")) +
              last("completed")}) == R"(tool_calls [a look {"x":4}])");
}

TEST_CASE("responses: a call that was cut off is kept back") {
  const std::string cut = begin_call(0, "a", "look") + arguments(0, R"({\"x\": \"y)");
  const std::string length = R"("incomplete_details":{"reason":"max_output_tokens"})";
  CHECK(read({cut + last("incomplete", "[]", length)}) == "length");
  CHECK(read({cut + last("completed")}) == "stop");
  CHECK(read({begin_call(0, "a", "look") + last("incomplete", "[]", length)}) == "length");
}

TEST_CASE("responses: items and events of other kinds are skipped") {
  CHECK(read({kCreated + event("queued", "") +
              event("output_item.added", R"("output_index":0,"item":{"type":"web_search_call"})") +
              event("web_search_call.searching", R"("output_index":0)") +
              event("output_item.done", R"("output_index":0,"item":{"type":"web_search_call"})") +
              event("output_text.annotation.added", R"("annotation":{"url":"u"})") +
              event("brand_new", R"("message":"x")") +
              event_frame("keepalive", R"({"type":"keepalive","sequence_number":3})") +
              "event: heartbeat\ndata: 1\n\n: hello\n\n" + words("Yes", 1) + last("completed")}) ==
        "stop: Yes");
}

TEST_CASE("responses: a refusal") {
  CHECK(read({event("refusal.delta", R"("output_index":0,"delta":"I ca")") +
              event("refusal.delta", R"("output_index":0,"delta":"n't.")") +
              event("refusal.done", R"("output_index":0,"refusal":"I can't.")") +
              last("completed")}) == "refusal {I can't.}");
  CHECK(
      read({response("completed",
                     R"([{"type":"message","content":[{"type":"refusal","refusal":"No."}]}])")}) ==
      "refusal {No.}");
}

TEST_CASE("responses: a whole response by its status") {
  const std::string output = "[" + message("Yes") + "]";
  CHECK(read({response("completed", output)}) == "stop: Yes");
  CHECK(read({response("incomplete", output,
                       R"("incomplete_details":{"reason":"max_output_tokens"})")}) ==
        "length: Yes");
  CHECK(read({response("in_progress", "[]")}) == "!network");
  CHECK(read({response("failed", "[]")}) == "!server");
  CHECK(read({response("cancelled", "[]")}) == "!server");
  CHECK(read({response("completed", "[" + function_call("a", "") + "]")}) ==
        "tool_calls [a look {}]");
  CHECK(read({response("completed", "null")}) == "stop");
}

TEST_CASE("responses: a failure by its status") {
  CHECK(read({R"({"error":{"message":"x","type":"invalid_request_error","code":null}})", 400}) ==
        "!invalid_request");
  CHECK(read({R"({"error":{"message":"x","type":"insufficient_quota"}})", 429}) == "!quota");
  CHECK(read({R"({"detail":"Unsupported parameter: x"})", 400}) == "!invalid_request");
  CHECK(read({R"({"detail":"Store must be set to false"})"}) == "!server");
  CHECK(read({"event: error\ndata: {\"error\":{\"message\":\"Rate limit reached\"}}\n\n",
              429,
              {{"retry-after", "1"}}}) == "!rate_limit +1000");
}

TEST_CASE("responses: usage is told in the last object") {
  CHECK(usage_told(ApiFamily::kOpenAiResponses,
                   last("completed", "[]",
                        R"("usage":{"input_tokens":7,"input_tokens_details":{"cached_tokens":4},)"
                        R"("output_tokens":9,"output_tokens_details":{"reasoning_tokens":2}})")) ==
        Usage{.input = 7, .cached = 4, .output = 9, .reasoning = 2});
}

TEST_CASE("responses: framing by every rule of the event stream") {
  const std::string stream = kCreated + words("Grüße") + last("completed");
  std::string crlf;
  std::string cr;
  for (const char byte : stream) {
    if (byte == '\n') crlf += '\r';
    crlf += byte;
    cr += byte == '\n' ? '\r' : byte;
  }
  CHECK(read({crlf}) == "stop: Grüße");
  CHECK(read({cr}) == "stop: Grüße");
  CHECK(read({"\xEF\xBB\xBF" + stream}) == "stop: Grüße");
  CHECK(read({stream.substr(0, stream.size() - 2)}) == "stop: Grüße");
  CHECK(
      read({"data: data: {\"type\":\"response.output_text.delta\",\ndata: \"delta\":\"Yes\"}\n\n" +
            last("completed")}) == "stop: Yes");
}

}  // namespace
}  // namespace fm
