// Gemini beyond the stream corpus: every finish reason and error, parts of all kinds, the array
// that is sent in pieces.
#include "model/families/gemini_protocol.h"

#include <string>
#include <utility>

#include "test/support/stream_told.h"

namespace fm {
namespace {

std::string read(const SentAnswer& sent) { return told(ApiFamily::kGemini, sent); }

std::string parts(const std::string& list, const std::string& more = "") {
  return R"({"responseId":"g1","candidates":[{"content":{"role":"model","parts":[)" + list + "]}" +
         more + "}]}";
}
std::string words(const std::string& text, const std::string& more = "") {
  return parts(R"({"text":")" + text + "\"}", more);
}
std::string end(const std::string& reason) {
  return R"({"candidates":[{"finishReason":")" + reason + R"("}]})";
}
std::string frames(std::initializer_list<std::string> pieces) {
  std::string body;
  for (const std::string& piece : pieces) body += data_frame(piece);
  return body;
}
const std::string kStop = R"(,"finishReason":"STOP")";

TEST_CASE("gemini: every finish reason has its finish") {
  using Row = std::pair<std::string, std::string>;
  for (const auto& [reason, finish] :
       {Row{"STOP", "stop"}, Row{"MAX_TOKENS", "length"}, Row{"SAFETY", "content_filter"},
        Row{"RECITATION", "content_filter"}, Row{"LANGUAGE", "content_filter"},
        Row{"BLOCKLIST", "content_filter"}, Row{"PROHIBITED_CONTENT", "content_filter"},
        Row{"SPII", "content_filter"}, Row{"IMAGE_SAFETY", "content_filter"},
        Row{"OTHER", "unknown"}, Row{"NOT_YET_KNOWN", "unknown"}}) {
    // What was kept back is told in the provider's word.
    const bool is_kept_back = finish == "content_filter" || finish == "unknown";
    const std::string why = is_kept_back ? " {" + reason + "}" : "";
    CHECK(read({frames({words("Yes"), end(reason)})}) == finish + ": Yes" + why);
    CHECK(read({frames({end(reason)})}) == finish + why);
  }
}

TEST_CASE("gemini: a call that the model could not make is an error that may be tried again") {
  CHECK(read({frames({words("Ye"), end("MALFORMED_FUNCTION_CALL")})}) == "!bad_tool_call: Ye");
  CHECK(read({frames({end("UNEXPECTED_TOOL_CALL")})}) == "!bad_tool_call");
  const auto outcome =
      read_in_pieces(ApiFamily::kGemini,
                     {R"({"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL",)"
                      R"("finishMessage":"Malformed: look(a="}]})"},
                     0)
          .outcome;
  CHECK(outcome.error().message == "Malformed: look(a=");
  CHECK(is_retryable(outcome.error()));
}

TEST_CASE("gemini: a blocked prompt has no candidates, only a reason") {
  const std::string blocked =
      R"({"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{"promptTokenCount":4}})";
  CHECK(read({data_frame(blocked)}) == "!content_filter");
  CHECK(read({blocked}) == "!content_filter");
  CHECK(read({"[" + blocked + "]"}) == "!content_filter");
  CHECK(usage_told(ApiFamily::kGemini, blocked).input == 4);
  CHECK(read({R"({"candidates":[],"promptFeedback":{"blockReason":"OTHER"}})"}) ==
        "!content_filter");
  CHECK(read({frames({R"({"promptFeedback":{"safetyRatings":[]}})", words("Yes", kStop)})}) ==
        "stop: Yes");
}

TEST_CASE("gemini: a reason on empty pieces at the start is no end") {
  CHECK(read({frames({words("", kStop), words("", kStop), words("Yes", kStop)})}) == "stop: Yes");
  const std::string error = R"({"error":{"code":503,"message":"x","status":"UNAVAILABLE"}})";
  CHECK(read({frames({words("", kStop), error})}) == "!overloaded");
  CHECK(read({frames({words("Yes", kStop), error})}) == "stop: Yes");
}

TEST_CASE("gemini: the last piece may be empty in every way") {
  for (const std::string last :
       {R"({"candidates":[{"finishReason":"STOP","content":{}}]})",
        R"({"candidates":[{"finishReason":"STOP","content":{"parts":[]}}]})",
        R"({"candidates":[{"finishReason":"STOP","content":{"parts":[{}]}}]})",
        R"({"candidates":[{"finishReason":"STOP","content":null}]})"})
    CHECK(read({frames({words("Yes"), last, "{}"})}) == "stop: Yes");
  CHECK(read({frames({words("Yes"), "{}"})}) == "!network: Yes");
  CHECK(read({frames({words("Yes"), end("FINISH_REASON_UNSPECIFIED")})}) == "!network: Yes");
}

TEST_CASE("gemini: thoughts are reasoning, and their signatures are kept") {
  CHECK(read({frames({parts(R"({"text":"Hm","thought":true,"thoughtSignature":"s1"},)"
                            R"({"text":"Yes","thought":false})"),
                      parts(R"({"text":"","thoughtSignature":"s2"})", kStop)})}) ==
        "stop: Yes (Hm) <s1 over Hm> <s2>");
}

TEST_CASE("gemini: tool calls come whole; STOP ends them") {
  CHECK(read({frames({parts(R"({"functionCall":{"name":"look","args":{"a":1}},)"
                            R"("thoughtSignature":"s"},{"functionCall":{"name":"look"}})",
                            kStop)})}) ==
        R"(tool_calls [call_g1_1 look {"a":1}] [call_g1_2 look {}] <s of call_g1_1>)");
  CHECK(read({frames({parts(R"({"functionCall":{"id":"c","name":"look","args":null}})"),
                      end("STOP")})}) == "tool_calls [c look {}]");
  CHECK(read({frames({parts(R"({"functionCall":{"name":"look","willContinue":true}})"),
                      words("Yes", kStop)})}) == "stop: Yes");
  CHECK(read({frames({words("Wait."), parts(R"({"functionCall":{"id":"c","name":"n","args":{}}})"),
                      end("MAX_TOKENS")})}) == "length: Wait. [c n {}]");
}

TEST_CASE("gemini: parts of other kinds are skipped") {
  CHECK(read({frames({parts(R"({"inlineData":{"mimeType":"image/png","data":"AA"}},)"
                            R"({"executableCode":{"code":"1"}},{"codeExecutionResult":{}},)"
                            R"({"hologram":[1]},17,{"text":"Yes"})",
                            kStop)})}) == "stop: Yes");
}

TEST_CASE("gemini: only the first candidate counts") {
  CHECK(read({R"({"candidates":[{"index":1,"content":{"parts":[{"text":"No"}]},)"
              R"("finishReason":"SAFETY"},{"index":0,"content":{"parts":[{"text":"Yes"}]},)"
              R"("finishReason":"STOP"}]})"}) == "stop: Yes");
}

TEST_CASE("gemini: an array is read element by element") {
  const std::string open = "[" + words("Y") + "\n,\r\n" + words("es");
  CHECK(read({open + "," + end("STOP") + "]"}) == "stop: Yes");
  CHECK(read({" \n" + open + "\n,\n" + end("STOP") + "\n]\n"}) == "stop: Yes");
  CHECK(read({open + "]"}) == "!network: Yes");
  CHECK(read({open + ",{\"candi", 200, {}, {}, fail("net_cut", "Cut.")}) == "!network: Yes");
  CHECK(read({open + R"(,{"error":{"code":500,"message":"x","status":"INTERNAL"}}])"}) ==
        "!server: Yes");
  CHECK(read({R"([{"error":{"code":400,"message":"API key not valid.","status":)"
              R"("INVALID_ARGUMENT"}}])"}) == "!auth");
  CHECK(read({"["}) == "!network");
  CHECK(read({"[]"}) == "!bad_response");
  CHECK(read({"[" + words(R"(a \"quoted\" { [ brace \\)", kStop) + "]"}) ==
        R"(stop: a "quoted" { [ brace \)");
}

TEST_CASE("gemini: a failure by its status") {
  const auto failed = [](int status, const std::string& name, const std::string& message,
                         const std::string& details = "[]") {
    return read({R"({"error":{"code":)" + std::to_string(status) + R"(,"message":")" + message +
                     R"(","status":")" + name + R"(","details":)" + details + "}}",
                 status});
  };
  CHECK(failed(400, "INVALID_ARGUMENT", "Contents must not be empty.") == "!invalid_request");
  CHECK(failed(400, "INVALID_ARGUMENT", "Please pass a key.",
               R"([{"@type":"x/ErrorInfo","reason":"API_KEY_INVALID"}])") == "!auth");
  CHECK(failed(400, "INVALID_ARGUMENT",
               "The input token count (20) exceeds the maximum number of tokens allowed (10).") ==
        "!context_length");
  CHECK(failed(403, "PERMISSION_DENIED", "No") == "!permission");
  CHECK(failed(404, "NOT_FOUND", "models/x is not found") == "!not_found");
  CHECK(failed(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota, see the plan.",
               R"([{"@type":"x/QuotaFailure","violations":[{"quotaId":"PerDay"}]},)"
               R"({"@type":"x/RetryInfo","retryDelay":"34.5s"}])") == "!rate_limit +34500");
  CHECK(failed(500, "INTERNAL", "x") == "!server");
  CHECK(failed(503, "UNAVAILABLE", "The model is overloaded.") == "!overloaded");
  CHECK(failed(504, "DEADLINE_EXCEEDED", "x") == "!timeout");
}

TEST_CASE("gemini: an error in the stream, as an event or as a bare line") {
  CHECK(read({frames({words("Ye")}) +
              R"({"error":{"code":429,"message":"x","status":"RESOURCE_EXHAUSTED"}})" + "\n\n"}) ==
        "!rate_limit: Ye");
  CHECK(read({frames({words("Ye"), R"({"error":{"message":"x","status":"UNAVAILABLE"}})"})}) ==
        "!overloaded: Ye");
  CHECK(read({frames({R"({"error":{"message":"x","status":"DEADLINE_EXCEEDED"}})"})}) ==
        "!timeout");
  CHECK(read({frames({R"([{"error":{"code":500,"message":"x"}}])"})}) == "!server");
}

TEST_CASE("gemini: usage grows, and what a later piece leaves out stays") {
  CHECK(usage_told(ApiFamily::kGemini,
                   frames({R"({"candidates":[],"usageMetadata":{"promptTokenCount":5,)"
                           R"("cachedContentTokenCount":3}})",
                           R"({"candidates":[{"finishReason":"STOP"}],"usageMetadata":)"
                           R"({"candidatesTokenCount":8,"thoughtsTokenCount":2}})"})) ==
        Usage{.input = 5, .cached = 3, .output = 8, .reasoning = 2, .beside = 2});
}

TEST_CASE("gemini: pieces may come wrapped, listed, or one a line") {
  CHECK(read({frames({R"({"response":)" + words("Yes", kStop) + "}"})}) == "stop: Yes");
  CHECK(read({frames({"[" + words("Y") + "," + words("es", kStop) + "]"})}) == "stop: Yes");
  CHECK(read({words("Y") + "\n" + words("es", kStop) + "\n"}) == "stop: Yes");
}

}  // namespace
}  // namespace fm
