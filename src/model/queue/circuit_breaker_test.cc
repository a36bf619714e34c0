#include "model/queue/circuit_breaker.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

using std::chrono::seconds;

struct Fixture {
  CircuitBreaker breaker;
  Millis now{1'000};

  void call(CallEnd end) {
    const auto token = breaker.ask(now);
    REQUIRE(token.has_value());
    breaker.end(*token, end, now);
  }
  void break_it() {
    for (int i = 0; i < 5; ++i) call(CallEnd::kFailure);
    REQUIRE(breaker.state() == BreakerState::kOpen);
  }
};

TEST_CASE_FIXTURE(Fixture, "P-33 five failures in a row open it, four and a success do not") {
  for (int i = 0; i < 4; ++i) call(CallEnd::kFailure);
  call(CallEnd::kSuccess);
  for (int i = 0; i < 4; ++i) call(CallEnd::kFailure);
  call(CallEnd::kGivenUp);
  CHECK(breaker.state() == BreakerState::kClosed);
  call(CallEnd::kFailure);
  CHECK(breaker.state() == BreakerState::kOpen);
  CHECK(breaker.closed_for(now) == seconds(15));
}

TEST_CASE_FIXTURE(Fixture, "P-33 when the time is up one call probes, and the others wait for it") {
  break_it();
  now += seconds(14);
  CHECK(!breaker.ask(now));
  now += seconds(1);
  const auto probe = breaker.ask(now);
  REQUIRE(probe.has_value());
  CHECK(probe->probe);
  CHECK(!breaker.ask(now));
  CHECK(breaker.state() == BreakerState::kHalfOpen);
  breaker.end(*probe, CallEnd::kSuccess, now);
  CHECK(breaker.ask(now).has_value());
  CHECK(breaker.closed_for(now) == Millis(0));
}

TEST_CASE_FIXTURE(Fixture, "P-33 each failed probe doubles the wait, to five minutes") {
  break_it();
  for (const int wait : {15, 30, 60, 120, 240, 300, 300}) {
    CHECK(breaker.closed_for(now) == seconds(wait));
    now += seconds(wait);
    call(CallEnd::kFailure);
  }
}

TEST_CASE_FIXTURE(Fixture, "a probe that is given up makes room for the next") {
  break_it();
  now += seconds(15);
  call(CallEnd::kGivenUp);
  CHECK(breaker.ask(now).has_value());
}

TEST_CASE_FIXTURE(Fixture, "what began before the change tells nothing about now") {
  const auto early = breaker.ask(now);
  const auto late = breaker.ask(now);
  break_it();
  breaker.end(*early, CallEnd::kSuccess, now);
  CHECK(breaker.state() == BreakerState::kOpen);
  now += seconds(15);
  call(CallEnd::kSuccess);
  breaker.end(*late, CallEnd::kFailure, now);
  for (int i = 0; i < 4; ++i) call(CallEnd::kFailure);
  CHECK(breaker.state() == BreakerState::kClosed);  // the late one was not counted
}

TEST_CASE("only what the server does badly counts") {
  const auto failed = [](ModelErrorKind kind) {
    return call_end(std::unexpected(ModelError{.kind = kind}));
  };
  CHECK(call_end(ModelReply()) == CallEnd::kSuccess);
  CHECK(failed(ModelErrorKind::kNetwork) == CallEnd::kFailure);
  CHECK(failed(ModelErrorKind::kOverloaded) == CallEnd::kFailure);
  CHECK(failed(ModelErrorKind::kAuth) == CallEnd::kSuccess);
  CHECK(failed(ModelErrorKind::kRateLimit) == CallEnd::kSuccess);
  CHECK(failed(ModelErrorKind::kCancelled) == CallEnd::kGivenUp);
}

}  // namespace
}  // namespace fm
