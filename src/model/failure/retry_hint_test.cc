#include "model/failure/retry_hint.h"

#include <doctest/doctest.h>

#include <cstdint>

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

TEST_CASE("HTTP dates") {
  CHECK(parse_http_date("Thu, 15 Jan 2026 10:01:30 GMT") == kNow + Millis(90'000));
  for (const char* nonsense :
       {"Someday, 99 Foo 2026", "Thu, 99 Jan 2026 10:01:30 GMT", "Thu, 15 Foo 2026 10:01:30 GMT",
        "Thu, 15 Jan 2026 25:01:30 GMT", "Thu, 15 anF 2026 10:01:30 GMT", "", "2026-01-15"})
    CHECK_MESSAGE(!parse_http_date(nonsense), nonsense);
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
