// ProviderLine: the line before one provider and key; every call of the process to it stands here
// (P-30).
//
// Rooms take turns, whatever many calls each has; within a room first come first served, but a call
// that was here before (a retry, a parked turn) stands in front. A call that its own model's limit
// holds up lets others pass. While a call waits its listener hears why and for how long. A provider
// that is down is probed by one call and spared by the others (model/circuit_breaker.h). On the
// loop.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <expected>
#include <list>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/task.h"
#include "loop/loop.h"
#include "model/circuit_breaker.h"
#include "model/model.h"
#include "model/rate_limiter.h"

namespace fm {

struct LineWish {
  std::string room;
  std::string model;
  std::int64_t tokens = 0;   // that the call will probably take
  Millis patience{300'000};  // after which it is turned away
  bool was_here = false;     // it stands in front of its room
  bool may_leave = false;    // another model is named: rather that one than a long wait
};

// Why a call may not go.
struct TurnedAway {
  enum class Why { kCancelled, kTooLong, kDown };
  Why why = Why::kTooLong;
  Millis wait{0};     // when it may be worth coming again
  std::string words;  // for the person
};

class LineListener {
 public:
  virtual ~LineListener() = default;
  virtual void stands_in_line(Millis expected, const std::string& words) = 0;
};

class ProviderLine {
 public:
  // The loop outlives the line; the line outlives its calls. `seed` spreads those that were paused.
  ProviderLine(Loop& loop, std::string name, RateCaps caps, std::uint64_t seed = 1);
  ~ProviderLine();
  ProviderLine(const ProviderLine&) = delete;

  // A call that is under way. Destroyed without leave() it counts as given up.
  class Pass {
   public:
    Pass(Pass&& other) noexcept;
    Pass& operator=(Pass&&) = delete;
    ~Pass();

    // What came of it: limits, pauses and failures are learned.
    void leave(const ModelOutcome& outcome);

   private:
    friend class ProviderLine;
    struct State;
    explicit Pass(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
  };

  // Waits until it is this call's turn. The listener outlives the task.
  Task<std::expected<Pass, TurnedAway>> enter(LineWish wish, LineListener& listener,
                                              CancelToken cancel);

  std::size_t waiting() const;
  int under_way() const { return limiter_.under_way(); }
  BreakerState state() const { return breaker_.state(); }

 private:
  struct Waiting;
  struct Room {
    std::string name;
    std::deque<std::shared_ptr<Waiting>> calls;
  };

  void add(const std::shared_ptr<Waiting>& call);
  void remove(const std::shared_ptr<Waiting>& call);
  void move_on();
  bool let_one_through();
  void turn_away(const std::shared_ptr<Waiting>& call, TurnedAway away);
  void tell_and_wait();
  void ended(const Pass::State& pass, const ModelOutcome& outcome);
  std::size_t rooms_before(const Room& room) const;

  Loop& loop_;
  std::string name_;
  RateLimiter limiter_;
  CircuitBreaker breaker_;
  std::list<Room> rooms_;  // that wait, the next one first
  std::unique_ptr<Timer> timer_;
  std::mt19937 random_;
  std::string last_failure_;  // the words of what opened the breaker
  std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

}  // namespace fm
