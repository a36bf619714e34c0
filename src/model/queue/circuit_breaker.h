// CircuitBreaker: stops calling a provider that is down, so that nobody waits for it (P-33).
//
//   state      event                          then
//   closed     call succeeds                  closed, failures forgotten
//   closed     call fails                     closed; at the fifth in a row: open, for 15 s
//   open       asked before the time is up    refused
//   open       asked after it                 half open: that call is the probe
//   half open  asked                          refused while the probe is out
//   half open  probe succeeds                 closed
//   half open  probe fails                    open, for twice as long (5 min at most)
//   half open  probe is given up              open, but the next one asked is the probe
//   any        a call from before the change  ignored: it tells of the past
//
// Only failures of the server count, never those of the request. Pure: time is passed in.
#pragma once

#include <cstdint>
#include <optional>

#include "base/clock.h"
#include "model/model.h"

namespace fm {

enum class BreakerState { kClosed, kOpen, kHalfOpen };
enum class CallEnd { kSuccess, kFailure, kGivenUp };

// What the end of a call says about its server; a refused request is an answer like any other.
CallEnd call_end(const ModelOutcome& outcome);

class CircuitBreaker {
 public:
  // A call that was let through, to be given back with its end.
  struct Token {
    std::uint64_t epoch = 0;
    bool probe = false;
  };

  // Lets a call through, or not: before closed_for() is over, and while the probe is out.
  std::optional<Token> ask(Millis now);
  void end(Token token, CallEnd end, Millis now);

  BreakerState state() const { return state_; }
  Millis closed_for(Millis now) const;  // until the next probe may go

 private:
  void open(Millis now, Millis wait);

  BreakerState state_ = BreakerState::kClosed;
  int failures_ = 0;         // in a row
  Millis until_{0};          // of kOpen
  Millis wait_{0};           // how long it was opened for last
  std::uint64_t epoch_ = 0;  // rises with each change of state
};

}  // namespace fm
