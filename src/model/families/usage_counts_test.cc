// P-23 What an answer cost is counted field by field; what makes no sense is not taken over.
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "model/provider/model_price.h"
#include "test/support/all_families.h"
#include "test/support/stream_told.h"

namespace fm {
namespace {

std::string chat(const std::string& usage) {
  return data_frame(R"({"choices":[],"usage":)" + usage + "}");
}
const std::string kChatEnd =
    data_frame(R"({"choices":[{"index":0,"delta":{"content":"x"},"finish_reason":"stop"}]})");

Usage chat_usage(const std::vector<std::string>& objects) {
  std::string body = kChatEnd;
  for (const std::string& object : objects) body += chat(object);
  return usage_told(ApiFamily::kOpenAiChat, body);
}

TEST_CASE("P-23 a later object that knows less wipes nothing") {
  const std::string real = R"({"prompt_tokens":900,"completion_tokens":40,"total_tokens":940,)"
                           R"("prompt_tokens_details":{"cached_tokens":500},)"
                           R"("completion_tokens_details":{"reasoning_tokens":30}})";
  const Usage counted{.input = 900, .cached = 500, .output = 40, .reasoning = 30};
  for (const std::string later :
       {"null", "{}", R"({"prompt_tokens":null,"completion_tokens":null,"total_tokens":null})",
        R"({"prompt_tokens":0,"completion_tokens":0,"total_tokens":0})",
        R"({"prompt_tokens":900,"prompt_tokens_details":null})",
        R"({"prompt_tokens":-1,"completion_tokens":-1})", R"({"total_tokens":0})",
        R"({"prompt_tokens":"n/a","completion_tokens":{}})", "[]", "7", R"("none")"}) {
    CAPTURE(later);
    CHECK(chat_usage({real, later}) == counted);
    CHECK(chat_usage({later, real}) == counted);
  }
  CHECK(chat_usage({R"({"prompt_tokens":900})", R"({"completion_tokens":40})"}) ==
        Usage{.input = 900, .output = 40});
}

TEST_CASE("P-23 counts in other forms are read, nonsense is not") {
  CHECK(chat_usage({R"({"prompt_tokens":"900","completion_tokens":40.0})"}) ==
        Usage{.input = 900, .output = 40});
  for (const std::string wrong : {"-900", "9223372036854775807", "18446744073709551615", "1e300",
                                  "-0.5", "\"\"", "true", "[900]", "99999999999"}) {
    CAPTURE(wrong);
    CHECK(chat_usage({R"({"prompt_tokens":)" + wrong + R"(,"completion_tokens":5})"}) ==
          Usage{.output = 5});
  }
  // A part is never more than its whole.
  CHECK(chat_usage({R"({"prompt_tokens":10,"completion_tokens":5,)"
                    R"("prompt_tokens_details":{"cached_tokens":5000},)"
                    R"("completion_tokens_details":{"reasoning_tokens":700}})"}) ==
        Usage{.input = 10, .cached = 10, .output = 5, .reasoning = 5});
}

TEST_CASE("P-23 the other families merge their counts as well") {
  const std::string anthropic =
      event_frame("message_start",
                  R"({"type":"message_start","message":{"usage":{"input_tokens":50,)"
                  R"("cache_read_input_tokens":30,"output_tokens":1}}})") +
      event_frame("message_delta",
                  R"({"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":)"
                  R"({"input_tokens":0,"cache_read_input_tokens":null,"output_tokens":9}})");
  CHECK(usage_told(ApiFamily::kAnthropic, anthropic) ==
        Usage{.input = 80, .cached = 30, .output = 9});
  const std::string gemini =
      data_frame(R"({"candidates":[],"usageMetadata":{"promptTokenCount":70,)"
                 R"("candidatesTokenCount":6,"thoughtsTokenCount":4}})") +
      data_frame(R"({"candidates":[{"finishReason":"STOP"}],"usageMetadata":)"
                 R"({"promptTokenCount":0,"thoughtsTokenCount":-4}})");
  CHECK(usage_told(ApiFamily::kGemini, gemini) ==
        Usage{.input = 70, .output = 6, .reasoning = 4, .beside = 4});
}

TEST_CASE("P-23 sums of counts stop at the largest number") {
  Usage sum{.input = INT64_MAX - 1, .output = INT64_MAX};
  sum += {.input = 5, .output = 5, .reasoning = 2, .beside = 2};
  CHECK(sum.input == INT64_MAX);
  CHECK(sum.billed().output == INT64_MAX);
}

// Any value where a count may stand, in any of the places.
std::string random_value(std::mt19937_64& random, int depth = 0) {
  const std::vector<std::string> values = {"0",
                                           "1",
                                           "-1",
                                           "900",
                                           "null",
                                           "true",
                                           "\"5\"",
                                           "\"x\"",
                                           "9223372036854775807",
                                           "1e308",
                                           "{}",
                                           "-1e9",
                                           "[]",
                                           "3.7",
                                           "-9223372036854775808",
                                           "18446744073709551615"};
  const std::vector<std::string> keys = {
      "prompt_tokens",           "completion_tokens",    "total_tokens",
      "prompt_tokens_details",   "cached_tokens",        "completion_tokens_details",
      "reasoning_tokens",        "input_tokens",         "output_tokens",
      "cache_read_input_tokens", "promptTokenCount",     "candidatesTokenCount",
      "thoughtsTokenCount",      "input_tokens_details", "cache_creation_input_tokens",
      "prompt_cache_hit_tokens", "prompt_eval_count",    "eval_count"};
  if (depth > 2 || random() % 3 > 0) return values[random() % values.size()];
  std::string object = "{";
  for (std::uint64_t i = random() % 6; i > 0; --i)
    object += (object.size() > 1 ? ",\"" : "\"") + keys[random() % keys.size()] +
              "\":" + random_value(random, depth + 1);
  return object + "}";
}

TEST_CASE("P-23 any usage object of any family gives counts that can be") {
  const std::uint64_t seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const ModelPrice price{{1'000'000}, {500'000}, {2'000'000}, {9'000'000}, {}};
  for (int run = 0; run < 10'000; ++run) {
    const std::string usage = random_value(random);
    CAPTURE(usage);
    const ApiFamily family = kAllFamilies[random() % kAllFamilies.size()];
    const std::string body = data_frame(
        R"({"type":"message","content":"x","choices":[{"message":{"content":"x"}}],"candidates":)"
        R"([{"finishReason":"STOP"}],"output":[],"status":"completed","done":true,)"
        R"("usage":)" +
        usage + R"(,"usageMetadata":)" + usage + "}");
    const Usage counts = usage_told(family, body);
    for (const std::int64_t count : {counts.input, counts.cached, counts.output, counts.reasoning,
                                     counts.cache_write, counts.beside})
      CHECK((count >= 0 && count <= 3'000'000'000));
    CHECK(counts.cached + counts.cache_write <= counts.input);
    CHECK(cost_of(price, counts).value >= 0);
  }
}

}  // namespace
}  // namespace fm
