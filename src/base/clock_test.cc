#include "base/clock.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <ctime>
#include <string>

#include "base/test_seed.h"

namespace fm {
namespace {

constexpr UtcMs kMayDay{1'777'636'800'123};
constexpr UtcMs kLatest{253'402'300'799'999};

class TimeZone {
 public:
  explicit TimeZone(const char* name) {
    if (const char* before = std::getenv("TZ")) before_ = before;
    set(name);
  }
  ~TimeZone() { set(before_.empty() ? nullptr : before_.c_str()); }
  TimeZone(const TimeZone&) = delete;
  TimeZone& operator=(const TimeZone&) = delete;

 private:
  static void set(const char* name) {
    name == nullptr ? ::unsetenv("TZ") : ::setenv("TZ", name, 1);
    ::tzset();
  }
  std::string before_;
};

TEST_CASE("a time is written in RFC 3339 with milliseconds") {
  CHECK(to_rfc3339({0}) == "1970-01-01T00:00:00.000Z");
  CHECK(to_rfc3339(kMayDay) == "2026-05-01T12:00:00.123Z");
  CHECK(to_rfc3339(kLatest) == "9999-12-31T23:59:59.999Z");
}

TEST_CASE("a time outside the years 1970 to 9999 is written as the nearest inside") {
  CHECK(to_rfc3339({-1}) == "1970-01-01T00:00:00.000Z");
  CHECK(to_rfc3339({INT64_MIN}) == "1970-01-01T00:00:00.000Z");
  CHECK(to_rfc3339({INT64_MAX}) == "9999-12-31T23:59:59.999Z");
}

TEST_CASE("fraction, offset and small letters are read") {
  CHECK(from_rfc3339("2026-05-01T12:00:00.123Z") == kMayDay);
  CHECK(from_rfc3339("2026-05-01t12:00:00.1239999z") == kMayDay);
  CHECK(from_rfc3339("2026-05-01 14:00:00.123+02:00") == kMayDay);
  CHECK(from_rfc3339("2026-05-01T06:30:00.123-05:30") == kMayDay);
  CHECK(from_rfc3339("2026-05-01T12:00:00Z") == UtcMs{1'777'636'800'000});
  CHECK(from_rfc3339("2026-05-01T12:00:00.5Z") == UtcMs{1'777'636'800'500});
  CHECK(from_rfc3339("2024-02-29T00:00:00-00:00") == UtcMs{1'709'164'800'000});
}

TEST_CASE("what is no time, or none that can be kept, is refused") {
  for (const char* text : {"",
                           "2026",
                           "2026-05-01",
                           "2026-05-01T12:00Z",
                           "2026-05-01T12:00:00",
                           "2026-02-30T12:00:00Z",
                           "2025-02-29T12:00:00Z",
                           "2026-13-01T12:00:00Z",
                           "2026-00-01T12:00:00Z",
                           "2026-05-01T24:00:00Z",
                           "2026-05-01T12:60:00Z",
                           "2026-05-01T12:00:60Z",
                           "2026-05-01T12:00:00.Z",
                           "2026-05-01T12:00:00+2:00",
                           "2026-05-01T12:00:00+24:00",
                           "2026-05-01T12:00:00+02:60",
                           "2026-05-01T12:00:00+0200",
                           "2026-05-01T12:00:00Z ",
                           " 2026-05-01T12:00:00Z",
                           "-026-05-01T12:00:00Z",
                           "+2026-05-01T12:00:00Z",
                           "2026-05-01T12:00:00ZZ",
                           "1969-12-31T23:59:59Z",
                           "1970-01-01T00:00:00+00:01",
                           "9999-12-31T23:59:59-00:01",
                           "２026-05-01T12:00:00Z"}) {
    CAPTURE(text);
    const auto result = from_rfc3339(text);
    REQUIRE(!result);
    CHECK(result.error().code == "time_invalid");
  }
}

TEST_CASE("every time that is written is read back") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  TestRandom random(seed);
  for (int i = 0; i < 2000; ++i) {
    const UtcMs at{static_cast<std::int64_t>(random.bits() % (kLatest.value + 1))};
    REQUIRE(from_rfc3339(to_rfc3339(at)) == at);
  }
}

TEST_CASE("people see local time") {
  const TimeZone zone("TEST-2");
  CHECK(to_local_time(kMayDay) == "2026-05-01 14:00");
}

TEST_CASE("the fake clock stands still until it is moved") {
  FakeClock clock({1000});
  CHECK(clock.now() == UtcMs{1000});
  clock.advance(Millis(250));
  CHECK(clock.now() == UtcMs{1250});
  CHECK(clock.steady() == Millis(250));
}

TEST_CASE(
    "the system's clock is past the day this was written, and its steady one never goes back") {
  const SystemClock clock;
  CHECK(clock.now() > UtcMs{1'700'000'000'000});
  const Millis before = clock.steady();
  CHECK(clock.steady() >= before);
}

}  // namespace
}  // namespace fm
