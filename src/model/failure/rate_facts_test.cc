#include "model/failure/rate_facts.h"

#include <doctest/doctest.h>

#include <string>

namespace fm {
namespace {

constexpr UtcMs kNow{1'700'000'000'000};

std::string told(const HttpHeaders& headers) {
  constexpr std::string_view kUnits[] = {"requests", "tokens", "input", "output"};
  std::string out;
  for (const RateBucket& bucket : rate_buckets(headers, kNow)) {
    out += out.empty() ? "" : "; ";
    out += kUnits[static_cast<std::size_t>(bucket.unit)];
    if (bucket.limit) out += " of " + std::to_string(*bucket.limit);
    if (bucket.remaining) out += " left " + std::to_string(*bucket.remaining);
    if (bucket.reset) out += " in " + std::to_string(bucket.reset->count());
  }
  return out;
}

TEST_CASE("P-30 limits are learned from every form of header") {
  CHECK(told({{"x-ratelimit-limit-requests", "60"},
              {"x-ratelimit-remaining-requests", "59"},
              {"x-ratelimit-reset-requests", "1s"},
              {"x-ratelimit-limit-tokens", "150000"},
              {"x-ratelimit-remaining-tokens", "149984"},
              {"x-ratelimit-reset-tokens", "6m0.5s"}}) ==
        "requests of 60 left 59 in 1000; tokens of 150000 left 149984 in 360500");
  CHECK(told({{"anthropic-ratelimit-requests-limit", "50"},
              {"anthropic-ratelimit-requests-remaining", "0"},
              {"anthropic-ratelimit-requests-reset", "2023-11-14T22:13:50Z"},
              {"anthropic-ratelimit-input-tokens-remaining", "1000"},
              {"anthropic-ratelimit-output-tokens-limit", "8000"}}) ==
        "requests of 50 left 0 in 30000; input left 1000; output of 8000");
  CHECK(told({{"x-ratelimitbysize-limit-minute", "500000"},
              {"x-ratelimitbysize-remaining-minute", "499000"}}) == "tokens of 500000 left 499000");
  CHECK(told({{"x-ratelimit-limit", "20"},
              {"x-ratelimit-remaining", "3"},
              {"x-ratelimit-reset", "1700000012000"}}) == "requests of 20 left 3 in 12000");
  CHECK(told({{"ratelimit-limit", "100, 100;w=60"},
              {"ratelimit-remaining", "7"},
              {"ratelimit-reset", "30"}}) == "requests of 100 left 7 in 30000");
  CHECK(told({{"x-ratelimit-reset-requests", "1700000005"}}) == "requests in 5000");
}

TEST_CASE("P-30 limits are learned from the headers of the IETF draft, old and new") {
  CHECK(told({{"ratelimit", "limit=100, remaining=50, reset=5"}}) ==
        "requests of 100 left 50 in 5000");
  CHECK(told({{"ratelimit-policy", "\"burst\";q=100;w=60"}, {"ratelimit", "\"burst\";r=9;t=30"}}) ==
        "requests of 100 left 9 in 30000");
  CHECK(told({{"ratelimit-policy", "\"hour\";q=1000;w=3600, \"minute\";q=60;w=60"},
              {"ratelimit", "\"hour\";r=500;t=1800, \"minute\";r=2;t=20"}}) ==
        "requests of 60 left 2 in 20000");
  CHECK(told({{"ratelimit", ";;=,\"x\";r=;t=-4;r"}}).empty());
}

TEST_CASE("P-30 of several windows the one that binds counts, with its own reset") {
  const auto of_both = [](std::string of_day, std::string of_minute) {
    return told({{"x-ratelimit-limit-requests-day", "1000"},
                 {"x-ratelimit-limit-requests-minute", "30"},
                 {"x-ratelimit-remaining-requests-day", std::move(of_day)},
                 {"x-ratelimit-remaining-requests-minute", std::move(of_minute)},
                 {"x-ratelimit-reset-requests-day", "3600"},
                 {"x-ratelimit-reset-requests-minute", "20"}});
  };
  CHECK(of_both("2", "29") == "requests of 1000 left 2 in 3600000");
  CHECK(of_both("998", "0") == "requests of 30 left 0 in 20000");
  CHECK(of_both("0", "0") == "requests of 1000 left 0 in 3600000");
}

TEST_CASE("P-30 a reset of another limit is not taken for the one of requests") {
  CHECK(told({{"anthropic-ratelimit-requests-limit", "50"},
              {"anthropic-ratelimit-requests-remaining", "49"},
              {"anthropic-ratelimit-requests-reset", "2023-11-14T22:13:21Z"},
              {"anthropic-ratelimit-unified-5h-reset", "1700018000"},
              {"anthropic-ratelimit-unified-reset", "1700018000"}}) ==
        "requests of 50 left 49 in 1000");
}

TEST_CASE("of a header that is there twice the tighter figure counts") {
  CHECK(told({{"x-ratelimit-remaining-requests", "10"},
              {"x-ratelimit-remaining-requests", "3"},
              {"x-ratelimit-remaining-requests", "7"},
              {"x-ratelimit-reset-requests", "1s"},
              {"x-ratelimit-reset-requests", "2s"}}) == "requests left 3 in 2000");
}

TEST_CASE("what cannot be read is absent, and a reset in the past is now") {
  for (const std::string nonsense : {"", " ", "NaN", "-1", "soon", "inf", "1e400", "0x10", "--5",
                                     "99999999999999999999", "\xff\xfe"}) {
    CAPTURE(nonsense);
    CHECK(told({{"x-ratelimit-limit-requests", nonsense},
                {"x-ratelimit-remaining-requests", nonsense},
                {"x-ratelimit-reset-requests", nonsense},
                {"ratelimit", nonsense},
                {"ratelimit-policy", nonsense}})
              .empty());
  }
  CHECK(told({{"x-ratelimit-used", "4"}, {"x-ratelimit-resource", "core"}}).empty());
  CHECK(told({{"anthropic-ratelimit-tokens-reset", "2001-01-01T00:00:00Z"}}) == "tokens in 0");
  CHECK(told({{"x-ratelimit-reset", "99999999999999"}}).empty());
  CHECK(told({{"retry-after", "3"}}).empty());
}

}  // namespace
}  // namespace fm
