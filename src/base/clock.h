// Time: UTC in milliseconds for what is stored, a steady clock for what is measured.
//
// Nothing in the program reads a clock but through Clock, so that tests decide what time it is.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace fm {

using Millis = std::chrono::milliseconds;

// Milliseconds since 1970 in UTC (E-5).
struct UtcMs {
  std::int64_t value = 0;

  auto operator<=>(const UtcMs&) const = default;
  friend UtcMs operator+(UtcMs at, Millis span) { return {at.value + span.count()}; }
  friend Millis operator-(UtcMs a, UtcMs b) { return Millis(a.value - b.value); }
};

std::string to_rfc3339(UtcMs at);                   // 2026-05-01T12:00:00.123Z
Result<UtcMs> from_rfc3339(std::string_view text);  // errors: time_invalid
std::string to_local_time(UtcMs at);                // for people: 2026-05-01 14:00

class Clock {
 public:
  virtual ~Clock() = default;
  virtual UtcMs now() const = 0;      // may step when the wall clock is set
  virtual Millis steady() const = 0;  // never steps back; counts while the machine sleeps
};

class SystemClock final : public Clock {
 public:
  UtcMs now() const override;
  Millis steady() const override;
};

// A clock that stands still until a test moves it.
class FakeClock final : public Clock {
 public:
  explicit FakeClock(UtcMs start = {1'700'000'000'000}) : now_(start) {}
  UtcMs now() const override { return now_; }
  Millis steady() const override { return steady_; }
  void advance(Millis span) {
    now_ = now_ + span;
    steady_ += span;
  }

 private:
  UtcMs now_;
  Millis steady_{0};
};

}  // namespace fm
