// What all families share: forms of body, limits, and work that grows with the bytes alone. An
// answer that were read again and again would keep these tests busy for hours.
#include "model/wire/answer_reader.h"

#include <string>
#include <utility>

#include "model/families/answer_readers.h"
#include "model/wire/json_values.h"
#include "test/support/stream_told.h"

namespace fm {
namespace {

constexpr ApiFamily kAll[] = {ApiFamily::kOpenAiChat, ApiFamily::kOpenAiResponses,
                              ApiFamily::kAnthropic, ApiFamily::kGemini, ApiFamily::kOllama};

std::string gemini_words(const std::string& words) {
  return R"({"candidates":[{"content":{"parts":[{"text":")" + words + "\"}]}}]}";
}
const std::string kGeminiEnd = R"({"candidates":[{"finishReason":"STOP"}]})";

std::string repeated(std::string_view part, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += part;
  return all;
}

TEST_CASE("families have names") {
  for (const ApiFamily family : kAll) CHECK(api_family(to_string(family)) == family);
  CHECK(!api_family("smoke_signals").has_value());
}

TEST_CASE("what is no answer is none in any family") {
  for (const ApiFamily family : kAll) {
    CHECK(told(family, {""}) == "!network");
    CHECK(told(family, {" \n\n"}) == "!network");
    CHECK(told(family, {"", 204}) == "!network");
    CHECK(told(family, {"\n\xEF\xBB\xBF\n{}"}) == "!bad_response");
    CHECK(told(family, {": ping\n\n"}) == "!network");
    CHECK(told(family, {"null"}) == "!bad_response");
    CHECK(told(family, {"{}"}) == "!bad_response");
    CHECK(told(family, {"[]"}) == "!bad_response");
    CHECK(told(family, {"\"text\""}) == "!bad_response");
    CHECK(told(family, {"{\"a\": nonsense}"}) == "!bad_response");
    CHECK(told(family, {"<!DOCTYPE html><html><title>Sign in</title></html>"}) == "!bad_response");
    CHECK(told(family, {"<html><title>502</title></html>", 502}) == "!server");
    CHECK(told(family, {"upstream is overloaded"}) == "!overloaded");
    CHECK(told(family, {"", 302}) == "!bad_response");
    CHECK(told(family, {"{\"half", 200, {}, {}, fail("net_cut", "Cut.")}) == "!network");
    CHECK(told(family, {"", 429}) == "!rate_limit");
    CHECK(told(family, {R"({"error":"slow down, rate limit"})", 200}) == "!rate_limit");
    CHECK(told(family, {R"([{"error":{"message":"Overloaded"}}])", 200}) == "!overloaded");
    CHECK(told(family, {"event: error\ndata: {\"message\":\"Overloaded\"}\n\n"}) == "!overloaded");
    CHECK(told(family, {"error: {\"message\":\"Overloaded\"}\n\n"}) == "!overloaded");
    CHECK(told(family, {"data: {\"error\":{\"message\":\"x\"}}"}) == "!server");
    CHECK(told(family, {"event: error\ndata: Internal\n\n"}) == "!bad_response");
  }
}

TEST_CASE("P-30 the limits in the head come with the answer, and with a failure of any form") {
  const HttpHeaders headers = {{"x-ratelimit-limit-requests", "60"},
                               {"x-ratelimit-remaining-requests", "7"},
                               {"x-ratelimit-reset-requests", "2s"}};
  const auto check = [](const RateBuckets& limits) {
    REQUIRE(limits.size() == 1);
    CHECK(limits[0].limit == 60);
    CHECK(limits[0].remaining == 7);
    CHECK(limits[0].reset == Millis(2'000));
  };
  const auto answer = read_in_pieces(ApiFamily::kGemini,
                                     {gemini_words("yes") + "\n" + kGeminiEnd, 200, headers}, 0);
  REQUIRE(answer.outcome.has_value());
  check(answer.outcome->limits);
  for (const ApiFamily family : kAll)
    for (const auto& [body, status] :
         {std::pair<std::string, int>{"", 429}, {"{\"error\":\"slow down\"}", 200}, {"", 200}}) {
      const auto failed = read_in_pieces(family, {body, status, headers}, 0);
      REQUIRE(!failed.outcome.has_value());
      check(failed.outcome.error().limits);
    }
}

TEST_CASE("a failure waits as long as it is told, by whatever tells it first") {
  const std::string body = R"({"error":{"message":"Rate limited. Try again in 1m2.5s."}})";
  const UtcMs now = *from_rfc3339("2026-02-02T10:00:00Z");
  for (const ApiFamily family : kAll) {
    CHECK(told(family, {body, 429}) == "!rate_limit +62500");
    CHECK(told(family, {body, 429, {{"retry-after", "0"}}}) == "!rate_limit +0");
    CHECK(told(family, {body, 429, {{"retry-after", "-1"}}}) == "!rate_limit +62500");
    CHECK(told(family, {body, 429, {{"retry-after", "7"}, {"retry-after-ms", "250"}}}) ==
          "!rate_limit +250");
    CHECK(told(family, {body, 429, {{"retry-after", "Mon, 02 Feb 2026 10:00:09 GMT"}}, now}) ==
          "!rate_limit +9000");
    CHECK(told(family, {R"({"error":{"message":"rate limit"}})",
                        429,
                        {{"x-ratelimit-remaining", "0"}, {"x-ratelimit-reset", "1770026403000"}},
                        now}) == "!rate_limit +3000");
    CHECK(told(family,
               {R"({"error":{"message":"rate limit"}})",
                429,
                {{"x-ratelimit-remaining-tokens", "0"}, {"x-ratelimit-reset-tokens", "2m59.56s"}},
                now}) == "!rate_limit +179560");
  }
}

TEST_CASE("blank lines without end cost nothing") {
  const std::string body = repeated("\n", 2 << 20) + "[" + gemini_words("x") + "," + kGeminiEnd;
  CHECK(told(ApiFamily::kGemini, {body}) == "stop: x");
}

TEST_CASE("long arrays, values, lines and events are read once, however they are cut") {
  const std::string words(1 << 20, 'x');
  CHECK(told(ApiFamily::kGemini, {"[" + gemini_words(words) + "," + kGeminiEnd + "]"}) ==
        "stop: " + words);
  const std::string many = repeated(gemini_words("x") + ",", 20'000);
  CHECK(told(ApiFamily::kGemini, {"[" + many + kGeminiEnd + "]"}) ==
        "stop: " + std::string(20'000, 'x'));
  CHECK(told(ApiFamily::kOllama, {R"({"message":{"content":")" + words + R"("},"done":true})"}) ==
        "stop: " + words);
  CHECK(told(ApiFamily::kGemini, {data_frame(gemini_words(words)) + data_frame(kGeminiEnd)}) ==
        "stop: " + words);
}

TEST_CASE("a tool call in very many fragments, each with its name, is put together once") {
  const std::string fragment =
      data_frame(R"({"choices":[{"delta":{"tool_calls":[{"index":0,"function":)"
                 R"({"name":"look","arguments":" "}}]}}]})");
  const std::string last =
      data_frame(R"({"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":)"
                 R"({"arguments":"{}"}}]},"finish_reason":"tool_calls"}]})");
  const auto read = read_in_pieces(ApiFamily::kOpenAiChat, {repeated(fragment, 50'000) + last}, 0);
  REQUIRE(read.outcome.has_value());
  REQUIRE(read.outcome->tool_calls.size() == 1);
  CHECK(read.outcome->tool_calls[0].arguments.size() == 50'002);
}

TEST_CASE("more tool calls than anybody makes are no answer") {
  const std::string call = R"({"function":{"name":"look","arguments":{}}},)";
  const auto many = [&](std::size_t count) {
    return R"({"message":{"content":"","tool_calls":[)" + repeated(call, count) +
           R"(null]},"done":true})";
  };
  const auto read = read_in_pieces(ApiFamily::kOllama, {many(1000)}, 0);
  REQUIRE(read.outcome.has_value());
  CHECK(read.outcome->tool_calls.size() == 1000);
  CHECK(told(ApiFamily::kOllama, {many(100'000)}) == "!bad_response");
}

TEST_CASE("deep nesting is no danger") {
  for (const std::string open : {"[", "{\"a\":"}) {
    const std::string deep = repeated(open, 100'000);
    for (const ApiFamily family : kAll) {
      CHECK(told(family, {deep}) == "!network");
      CHECK(told(family, {"{\"a\":" + deep + repeated(open == "[" ? "]" : "}", 100'000) + "}"}) ==
            "!bad_response");
      CHECK(told(family, {"data: " + deep + "\n\n"}) == "!bad_response");
    }
  }
}

TEST_CASE("an answer over the limit is stopped, in every form") {
  const auto stopped = [](ApiFamily family, const std::string& start, const std::string& piece) {
    HeardStream heard;
    const auto reader = make_answer_reader(family, heard, std::size_t{1} << 20);
    reader->head(200, {}, {});
    reader->bytes(start);
    for (int i = 0; i < 9 && !reader->is_over(); ++i) reader->bytes(piece);
    CHECK(reader->is_over());
    const auto outcome = reader->finish({});
    return !outcome && outcome.error().kind == ModelErrorKind::kBadResponse;
  };
  const std::string words(std::size_t{300} << 10, 'x');
  CHECK(stopped(ApiFamily::kGemini, "[", gemini_words(words) + ","));
  CHECK(stopped(ApiFamily::kGemini, "", data_frame(gemini_words(words))));
  CHECK(stopped(ApiFamily::kOllama, R"({"message":{"content":")", words));
  CHECK(stopped(ApiFamily::kAnthropic, "some text ", words));
}

TEST_CASE("values are found whatever stands between them") {
  const auto values = [](const std::string& body, std::size_t size) {
    std::string found;
    JsonValues reader(1000);
    for (const std::string& piece : cut_every(body, size))
      CHECK(reader.feed(piece, [&](std::string_view text) { found += std::string(text) + "|"; }));
    return found + (reader.is_open() ? "open" : "");
  };
  for (const std::size_t size : {0UZ, 1UZ, 2UZ, 5UZ}) {
    CHECK(values(R"({"a":1}{"b":[2]})", size) == R"({"a":1}|{"b":[2]}|)");
    CHECK(values("\x1E{}\n\x1E{}\n", size) == "{}|{}|");
    CHECK(values(R"([{"a":"]}\"{["}, 7, [1], {}])", size) == R"({"a":"]}\"{["}|[1]|{}|)");
    CHECK(values(R"([{"a":1},)", size) == R"({"a":1}|open)");
    CHECK(values(R"({"a":)", size) == "open");
    CHECK(values("{\"a\":\"b\n{}", size) == "{\"a\":\"b\n|{}|");
    CHECK(values("]]}}{}", size) == "{}|");
  }
  JsonValues small(8);
  const auto ignore = [](std::string_view) {};
  CHECK(small.feed("{\"a\":12}{", ignore));
  CHECK(!small.feed("\"b\":123456}", ignore));
  CHECK(!small.feed("{}", ignore));
}

}  // namespace
}  // namespace fm
