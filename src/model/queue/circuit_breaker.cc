#include "model/queue/circuit_breaker.h"

#include <algorithm>

namespace fm {
namespace {

constexpr int kFailuresInARow = 5;
constexpr Millis kFirstWait{15'000};
constexpr Millis kLongestWait{300'000};

}  // namespace

CallEnd call_end(const ModelOutcome& outcome) {
  if (outcome) return CallEnd::kSuccess;
  switch (outcome.error().kind) {
    case ModelErrorKind::kServer:
    case ModelErrorKind::kNetwork:
    case ModelErrorKind::kTimeout:
    case ModelErrorKind::kOverloaded:
      return CallEnd::kFailure;
    case ModelErrorKind::kCancelled:
      return CallEnd::kGivenUp;
    default:
      return CallEnd::kSuccess;  // the server is there and says no
  }
}

std::optional<CircuitBreaker::Token> CircuitBreaker::ask(Millis now) {
  if (state_ == BreakerState::kClosed) return Token{epoch_, false};
  if (state_ == BreakerState::kHalfOpen || now < until_) return std::nullopt;
  state_ = BreakerState::kHalfOpen;
  return Token{++epoch_, true};
}

void CircuitBreaker::end(Token token, CallEnd end, Millis now) {
  if (token.epoch != epoch_) return;
  if (token.probe) {
    if (end == CallEnd::kSuccess) {
      state_ = BreakerState::kClosed;
      failures_ = 0;
      wait_ = Millis(0);
      ++epoch_;
    } else if (end == CallEnd::kFailure) {
      open(now, std::min(wait_ * 2, kLongestWait));
    } else {
      open(now, wait_);
      until_ = now;
    }
    return;
  }
  if (end == CallEnd::kSuccess) failures_ = 0;
  if (end == CallEnd::kFailure && ++failures_ >= kFailuresInARow) open(now, kFirstWait);
}

void CircuitBreaker::open(Millis now, Millis wait) {
  state_ = BreakerState::kOpen;
  wait_ = wait;
  until_ = now + wait;
  ++epoch_;
}

Millis CircuitBreaker::closed_for(Millis now) const {
  return state_ == BreakerState::kOpen ? std::max(until_ - now, Millis(0)) : Millis(0);
}

}  // namespace fm
