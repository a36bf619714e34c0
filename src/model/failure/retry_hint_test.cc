#include "model/failure/retry_hint.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "model/failure/moments.h"
#include "model/failure/rate_facts.h"

namespace fm {
namespace {

constexpr UtcMs kNow{1'768'471'200'000};  // 2026-01-15T10:00:00Z

// -1: no usable hint.
std::int64_t hint(HttpHeaders headers, std::string_view body = "null",
                  std::string_view words = {}) {
  const auto wait = retry_hint(headers, *parse_json(body), words, kNow);
  return wait ? wait->count() : -1;
}

TEST_CASE("spans of time in all the forms of rate limit headers") {
  CHECK(parse_span("20") == Millis(20'000));
  CHECK(parse_span("1.5") == Millis(1'500));
  CHECK(parse_span(" 6ms ") == Millis(6));
  CHECK(parse_span("2m59.56s") == Millis(179'560));
  CHECK(parse_span("1h2m") == Millis(3'720'000));
  CHECK(parse_span("12 seconds") == Millis(12'000));
  CHECK(parse_span("0") == Millis(0));
  for (const char* nonsense : {"", "-5", "NaN", "inf", "1e9", "soon", "5 apples", "5s later", "+3"})
    CHECK_MESSAGE(!parse_span(nonsense), nonsense);
}

TEST_CASE("P-33 moments in all the forms of headers") {
  const UtcMs at = kNow + Millis(90'000);
  for (const char* text :
       {"Thu, 15 Jan 2026 10:01:30 GMT", "Thursday, 15-Jan-26 10:01:30 GMT",
        "Thu Jan 15 10:01:30 2026", "Thu, 15 Jan 2026 10:01:30 +0000",
        "Thu, 15 Jan 2026 12:01:30 +0200", "Thu, 15 Jan 2026 02:01:30 -0800",
        "15 Jan 2026 10:01:30 UTC", "Thu, 15 Jan 2026 10:01:30", "2026-01-15 10:01:30",
        "2026-01-15T10:01:30Z", "2026-01-15T10:01:30", "2026-01-15 10:01:30.000 UTC",
        "2026-01-15T11:01:30+01:00", "|1768471290", "1768471290", "1768471290000", "60|1768471290",
        " 1768471290 "})
    CHECK_MESSAGE(parse_moment(text) == at, text);
  CHECK(parse_moment("Sun Nov  6 08:49:37 1994") == UtcMs{784'111'777'000});
  CHECK(parse_moment("Sunday, 06-Nov-94 08:49:37 GMT") == UtcMs{784'111'777'000});
  for (const char* nonsense :
       {"Someday, 99 Foo 2026", "Thu, 99 Jan 2026 10:01:30 GMT", "Thu, 15 Foo 2026 10:01:30 GMT",
        "Thu, 15 Jan 2026 25:01:30 GMT", "Thu, 15 anF 2026 10:01:30 GMT", "", "2026-01-15", "|",
        "10:01:30", "Thu, 15 Jan 2026", "Thu, 15 Jan 2026 10:01:30 +9900", "12", "1e300", "-",
        "Thu, 15 Jan 10:01:30 GMT", "2026-13-15 10:01:30"})
    CHECK_MESSAGE(!parse_moment(nonsense), nonsense);
}

TEST_CASE("P-33 Retry-After in old dates and in milliseconds is waited for") {
  CHECK(hint({{"retry-after", "Thursday, 15-Jan-26 10:01:30 GMT"}}) == 90'000);
  CHECK(hint({{"retry-after", "Thu Jan 15 10:01:30 2026"}}) == 90'000);
  CHECK(hint({{"retry-after", "Thu, 15 Jan 2026 10:01:30 +0000"}}) == 90'000);
  CHECK(hint({{"retry-after", "1768471290"}}) == 90'000);
  CHECK(hint({{"retry-after", "1500ms"}}) == 1'500);
  for (const char* name :
       {"retry-after-ms", "x-ms-retry-after-ms", "x-retry-after-ms", "retry-after-milliseconds"})
    CHECK_MESSAGE(hint({{name, "1250"}, {"retry-after", "9"}}) == 1'250, name);
  CHECK(hint({{"retry-after-ms", "1250ms"}}) == 1'250);
  CHECK(hint({{"x-ratelimit-remaining", "0"}, {"x-ratelimit-reset", "|1768471230"}}) == 30'000);
  CHECK(hint({{"x-ratelimit-remaining", "0"}, {"x-ratelimit-reset", "2026-01-15 10:00:30"}}) ==
        30'000);
  CHECK(hint({{"x-ratelimit-remaining", "0"}, {"x-ratelimit-reset-ms", "400"}}) == 400);
}

TEST_CASE("P-33 any header gives a wait that can be, or none") {
  const std::vector<std::string> parts = {
      "Thu", ", ",    "15",   "-",     "Jan", " ",   "2026", "26",  "10:01:30",
      "GMT", "+0000", "|",    "1768",  "471", "230", ".",    "s",   "m",
      "ms",  "h",     "1e9",  "T",     "Z",   ":",   "NaN",  "inf", "99999999999999999999",
      "PT",  ",",     "\xFF", ";w=60", "="};
  const std::uint64_t seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const std::vector<std::string> names = {
      "retry-after",           "retry-after-ms",           "x-ratelimit-reset",
      "x-ratelimit-remaining", "x-ratelimit-limit-tokens", "ratelimit",
      "x-ratelimit-reset-ms"};
  for (int run = 0; run < 10'000; ++run) {
    HttpHeaders headers;
    for (std::uint64_t i = random() % 4; i > 0; --i) {
      std::string value = random() % 4 == 0 ? "0" : "";
      for (std::uint64_t n = random() % 7; n > 0; --n) value += parts[random() % parts.size()];
      headers.push_back({names[random() % names.size()], value});
    }
    if (const auto wait = retry_hint(headers, nullptr, {}, kNow))
      CHECK((*wait >= Millis(0) && *wait <= std::chrono::hours(24 * 366)));
    for (const RateBucket& bucket : rate_buckets(headers, kNow)) {
      CHECK(bucket.limit.value_or(0) >= 0);
      CHECK(bucket.remaining.value_or(0) >= 0);
      CHECK(bucket.reset.value_or(Millis(0)) >= Millis(0));
    }
  }
}

TEST_CASE("headers: milliseconds before seconds before dates, nonsense is absent") {
  CHECK(hint({{"retry-after-ms", "1250"}, {"retry-after", "2"}}) == 1250);
  CHECK(hint({{"retry-after-ms", "NaN"}, {"retry-after", "2"}}) == 2000);
  CHECK(hint({{"retry-after", "0"}}) == 0);
  CHECK(hint({{"retry-after", "-5"}}) == -1);
  CHECK(hint({{"retry-after", "Thu, 15 Jan 2026 09:59:00 GMT"}}) == 0);
  CHECK(hint({{"retry-after", "Someday"}}) == -1);
  CHECK(hint({}) == -1);
}

TEST_CASE("the body: a field, or the words") {
  CHECK(hint({}, R"({"error":{"details":[{"@type":"x","retryDelay":"7.7s"}]}})") == 7700);
  CHECK(hint({}, R"({"error":{"metadata":{"retry_after":3}}})") == 3000);
  CHECK(hint({}, R"({"retry_after_ms":300})") == 300);
  CHECK(hint({}, R"({"error":{"resets_in_seconds":42}})") == 42'000);
  CHECK(hint({}, R"({"error":{"message":"{\"error\":{\"retryDelay\":\"1.5s\"}}"}})") == 1500);
  CHECK(hint({}, "null", "Please try again in 7.702s.") == 7702);
  CHECK(hint({}, "null", "please retry after 12 seconds") == 12'000);
  CHECK(hint({}, "null", "Try again in 1m2.5s. Thanks.") == 62'500);
  CHECK(hint({}, "null", "Please wait before trying again in 250ms") == 250);
  CHECK(hint({}, "null", "please wait and try again in a moment") == -1);
  CHECK(hint({{"retry-after", "2"}}, R"({"retry_after":9})", "try again in 30s") == 2000);
}

TEST_CASE("P-33 a moment in a message's words is waited for, as a span is") {
  for (const char* words :
       {"Claude AI usage limit reached|1768474800", "usage limit reached|1768474800000",
        "Your limit will reset at 2026-01-15 11:00:00", "Resets at 2026-01-15T11:00:00Z.",
        "Limit reached; it resets at 2026-01-15 12:00:00 +01:00, please wait.",
        "Please try again at Thu, 15 Jan 2026 11:00:00 GMT.",
        "You are blocked until 2026-01-15 11:00:00 UTC (daily limit).",
        "Retry after 2026-01-15 11:00:00.", "reset_at: 1768474800"}) {
    CAPTURE(words);
    CHECK(hint({}, "null", words) == 3'600'000);
  }
  CHECK(hint({}, R"({"error":{"type":"usage_limit_reached","resets_at":1768474800}})") ==
        3'600'000);
  CHECK(hint({}, R"({"reset_at":"2026-01-15T11:00:00Z"})") == 3'600'000);
  for (const char* words :
       {"usage limit reached|1768467600", "It reset at 2026-01-15 09:00:00.", "a | b", "|12",
        "resets at noon", "wait until 2026", "until 10:00:00", "resets at "}) {
    CAPTURE(words);
    CHECK(hint({}, "null", words) == -1);
  }
}

TEST_CASE("P-33 Retry-After in odd forms is a wait, and one beyond all sense the longest") {
  CHECK(hint({{"retry-after", "PT3S"}}) == 3'000);
  CHECK(hint({{"retry-after", "pt1m30s"}}) == 90'000);
  CHECK(hint({{"retry-after", "3, 3"}}) == 3'000);
  CHECK(hint({{"retry-after", "3,7, 5"}}) == 7'000);
  for (const char* much : {"99999999999999999999", "1e9", "123456789123"})
    CHECK_MESSAGE(hint({{"retry-after", much}}) == 31'622'400'000, much);
  for (const char* nonsense : {"PT", "PT-3S", "3, soon", ",", "1e", "e9", "0e0"})
    CHECK_MESSAGE(hint({{"retry-after", nonsense}}) == -1, nonsense);
}

TEST_CASE("the reset of the bucket that is empty, and only of that") {
  CHECK(hint({{"x-ratelimit-remaining-requests", "0"},
              {"x-ratelimit-reset-requests", "2m1s"},
              {"x-ratelimit-remaining-tokens", "500"},
              {"x-ratelimit-reset-tokens", "9h"}}) == 121'000);
  CHECK(hint({{"x-ratelimit-remaining", "0"}, {"x-ratelimit-reset", "1768471230000"}}) == 30'000);
  CHECK(hint({{"x-ratelimit-remaining", "0"}, {"x-ratelimit-reset", "1768471230"}}) == 30'000);
  CHECK(hint({{"anthropic-ratelimit-tokens-remaining", "0"},
              {"anthropic-ratelimit-tokens-reset", "2026-01-15T10:00:05Z"}}) == 5'000);
  CHECK(hint({}, R"({"error":{"metadata":{"headers":{"X-RateLimit-Remaining":"0",
                     "X-RateLimit-Reset":"1768471230000"}}}})") == 30'000);
}

}  // namespace
}  // namespace fm
