// Ollama beyond the stream corpus: both doors, the ends, errors, lines that are broken.
#include "model/families/ollama_protocol.h"

#include <string>
#include <utility>

#include "test/support/stream_told.h"

namespace fm {
namespace {

std::string read(const SentAnswer& sent) { return told(ApiFamily::kOllama, sent); }

std::string line(const std::string& message, const std::string& more = R"("done":false)") {
  return R"({"model":"m","created_at":"2026-02-02T10:00:00.5Z","message":{"role":"assistant",)" +
         message + "}," + more + "}\n";
}
std::string words(const std::string& text) { return line(R"("content":")" + text + "\""); }
std::string calls(const std::string& list) {
  return line(R"("content":"","tool_calls":[)" + list + "]");
}
std::string end(const std::string& reason) {
  return line(R"("content":"")", R"("done":true,"done_reason":")" + reason + "\"");
}

TEST_CASE("ollama: how an answer ends") {
  using Row = std::pair<std::string, std::string>;
  for (const auto& [reason, finish] :
       {Row{"stop", "stop"}, Row{"length", "length"}, Row{"load", "unknown"},
        Row{"unload", "unknown"}, Row{"", "stop"}})
    CHECK(read({words("Yes") + end(reason)}) == finish + ": Yes");
  CHECK(read({words("Yes") + end("brand_new")}) == "unknown: Yes {brand_new}");
  CHECK(read({words("Yes") + line(R"("content":"")", R"("done":true)")}) == "stop: Yes");
  CHECK(read({words("Yes") + line(R"("content":"")", R"("done":true,"done_reason":null)")}) ==
        "stop: Yes");
  CHECK(read({words("Yes")}) == "!network: Yes");
  CHECK(read({words("Yes") + "data: [DONE]\n\n"}) == "!network: Yes");
  CHECK(read({words("Yes") + end("stop") + words("late")}) == "stop: Yes");
}

TEST_CASE("ollama: the last line counts without its line end") {
  std::string body = words("Yes") + end("stop");
  body.pop_back();
  CHECK(read({body}) == "stop: Yes");
  body.pop_back();
  CHECK(read({body}) == "!network: Yes");
  CHECK(read({body, 200, {}, {}, fail("net_timeout", "Slow.")}) == "!timeout: Yes");
}

TEST_CASE("ollama: the last line may hold text too") {
  CHECK(read({words("Y") + line(R"("content":"es")", R"("done":true,"done_reason":"stop")")}) ==
        "stop: Yes");
}

TEST_CASE("ollama: thinking is reasoning") {
  CHECK(read({line(R"("content":"","thinking":"H")") + line(R"("thinking":"m")") + words("Yes") +
              end("stop")}) == "stop: Yes (Hm)");
  CHECK(read({line(R"("content":null,"thinking":null)") + words("Yes") + end("stop")}) ==
        "stop: Yes");
}

TEST_CASE("ollama: the door that generates") {
  CHECK(read({R"({"response":"Y","thinking":"Hm","done":false})"
              "\n"
              R"({"response":"es","done":false})"
              "\n"
              R"({"response":"","done":true,"done_reason":"stop","context":[1,2]})"
              "\n"}) == "stop: Yes (Hm)");
}

TEST_CASE("ollama: tool calls come whole, on one line or several") {
  CHECK(
      read({calls(R"({"function":{"name":"look","arguments":{"a":1}}},)"
                  R"({"function":{"name":"look","arguments":{"a":2}}})") +
            end("stop")}) ==
      R"(tool_calls [call_202602021000005_1 look {"a":1}] [call_202602021000005_2 look {"a":2}])");
  CHECK(read({calls(R"({"id":"x","function":{"index":0,"name":"look","arguments":{}}})") +
              calls(R"({"id":"y","function":{"index":1,"name":"list"}})") + end("stop")}) ==
        "tool_calls [x look {}] [y list {}]");
  CHECK(read({calls(R"({"id":"x","function":{"name":"look","arguments":"{\"a\":1}"}},)"
                    R"({"id":"y","function":{"name":"look","arguments":""}})") +
              end("stop")}) == R"(tool_calls [x look {"a":1}] [y look {}])");
  CHECK(read({calls(R"({"id":"x","function":{"name":"look","arguments":"{\"a\":"}})") +
              end("length")}) == "length");
  CHECK(read({calls(R"({"id":"x","function":{"name":"a","arguments":{}}},)"
                    R"({"id":"x","function":{"name":"b","arguments":{}}})") +
              end("stop")}) == "tool_calls [x a {}] [call_202602021000005_2 b {}]");
  CHECK(read({line(R"("content":"Yes","tool_calls":null)") + end("stop")}) == "stop: Yes");
}

TEST_CASE("ollama: an error may be the body or a later line") {
  const auto error = [](const std::string& words) { return R"({"error":")" + words + "\"}\n"; };
  CHECK(read({words("Ye") + error("model runner has unexpectedly stopped")}) == "!server: Ye");
  CHECK(read({error("unauthorized")}) == "!auth");
  CHECK(read({words("Ye") + error("the input length exceeds the context length")}) ==
        "!context_length: Ye");
  CHECK(read({words("Ye") + R"({"error":{"message":"server busy, try later"}})"}) ==
        "!overloaded: Ye");
  CHECK(read({words("Yes") + end("stop") + error("late")}) == "stop: Yes");
  CHECK(read({words("Ye") + R"({"error":null,"message":{"content":"s"},"done":true})"}) ==
        "stop: Yes");
}

TEST_CASE("ollama: a failure by its status") {
  const auto failed = [](int status, const std::string& words) {
    return read({R"({"error":")" + words + "\"}", status});
  };
  CHECK(failed(400, "m does not support tools") == "!invalid_request");
  CHECK(failed(400, "input exceeds maximum context length") == "!context_length");
  CHECK(failed(401, "unauthorized") == "!auth");
  CHECK(failed(403, "this model needs a subscription") == "!permission");
  CHECK(failed(404, "model 'm' not found, try pulling it first") == "!not_found");
  CHECK(failed(429, "too many concurrent requests") == "!rate_limit");
  CHECK(failed(500, "model requires more system memory than is available") == "!server");
  CHECK(failed(502, "upstream is away") == "!server");
  CHECK(failed(503, "server busy, please try again") == "!overloaded");
  CHECK(read({"404 page not found", 404}) == "!not_found");
  CHECK(read({"", 200}) == "!network");
  CHECK(read({"", 204}) == "!network");
  CHECK(read({"ok", 200}) == "!bad_response");
}

TEST_CASE("ollama: lines however they are framed") {
  CHECK(read({"\xEF\xBB\xBF" + words("Y") + "\r\n\n \n" + words("es") + end("stop")}) ==
        "stop: Yes");
  CHECK(read({"data: " + words("Y") + "\ndata: " + words("es") + "\ndata: " + end("stop") + "\n" +
              "data: [DONE]\n\n"}) == "stop: Yes");
  CHECK(read({"[" + words("Y") + "," + words("es") + "," + end("stop") + "]"}) == "stop: Yes");
  CHECK(read({"{\n  \"message\": {\n    \"content\": \"Yes\"\n  },\n  \"done\": true\n}\n"}) ==
        "stop: Yes");
  CHECK(read({"\n\n" + words("Grüße 🌍") + end("stop")}) == "stop: Grüße 🌍");
  CHECK(read({words("Y") + "{}\n" + words("es") + R"({"status":"pulling"})" + "\n" +
              end("stop")}) == "stop: Yes");
}

TEST_CASE("ollama: a broken line is an error, the text before it is kept") {
  CHECK(read({words("Ye") + "{\"message\":{\"content\":\"s\n" + words("more") + end("stop")}) ==
        "!bad_response: Ye");
  CHECK(read({words("Ye") + "{'message': 1}\n" + end("stop")}) == "!bad_response: Ye");
}

TEST_CASE("ollama: half characters become a replacement, halves of emoji too") {
  CHECK(read({words("a\xC3") + words(R"(\ud83c)") + end("stop")}) == "stop: a\uFFFD\uFFFD");
}

TEST_CASE("ollama: usage is on the last line, and may lack the cached prompt") {
  const auto usage = [](const std::string& counts) {
    return usage_told(ApiFamily::kOllama,
                      words("Yes") + line(R"("content":"")", R"("done":true)" + counts));
  };
  CHECK(usage(R"(,"prompt_eval_count":7,"eval_count":9)") == Usage{.input = 7, .output = 9});
  CHECK(usage(R"(,"eval_count":9)") == Usage{.output = 9});
  CHECK(usage("") == Usage{});
}

}  // namespace
}  // namespace fm
