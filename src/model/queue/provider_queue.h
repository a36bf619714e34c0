// ProviderQueue: the line before one provider and key; every call of the process to it stands here
// (P-30).
//
// Rooms take turns, whatever many calls each has; within a room first come first served, but a call
// that was here before (a retry, a parked turn) stands in front. A call that its own model's limit
// holds up lets calls of other models pass; within a model nobody passes, so that small calls
// cannot keep a large one waiting for ever. While a call waits its listener hears why and for how
// long. A provider that is down is probed by one call and spared by the others
// (model/queue/circuit_breaker.h). Whose turn it is says model/queue/fair_queue.h, whether a call
// may go model/queue/rate_limiter.h; here is only the waiting, with one timer. On the loop.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/flow/task.h"
#include "loop/loop.h"
#include "model/model.h"
#include "model/queue/circuit_breaker.h"
#include "model/queue/fair_queue.h"
#include "model/queue/rate_limiter.h"

namespace fm {

struct QueueRequest {
  std::string room;
  std::string model;
  std::int64_t tokens = 0;   // that the call will probably take
  Millis patience{300'000};  // after which it is turned away
  bool was_here = false;     // it stands in front of its room
  bool may_leave = false;    // another model is named: rather that one than a long wait
};

// Why a call may not go.
struct QueueRefusal {
  enum class Why { kCancelled, kTooLong, kDown };
  Why why = Why::kTooLong;
  Millis wait{0};     // when it may be worth coming again; zero: not known
  std::string words;  // for the person
};

class QueueListener {
 public:
  virtual ~QueueListener() = default;
  // At first, and when it changes by much; at most once a second. `expected` is zero when nobody
  // knows: until other calls end.
  virtual void waits_in_queue(Millis expected, const std::string& words) = 0;
};

class ProviderQueue {
 public:
  // The loop outlives the line; the line outlives its calls. `seed` is for the jitter by which
  // processes come back apart after a pause.
  ProviderQueue(Loop& loop, std::string name, RateCaps caps, std::uint64_t seed = 1);
  ~ProviderQueue();
  ProviderQueue(const ProviderQueue&) = delete;

  // A call that is under way. Destroyed without leave() it counts as given up.
  class Pass {
   public:
    Pass(Pass&& other) noexcept;
    Pass& operator=(Pass&& other) noexcept;
    ~Pass();

    // What came of it: limits, pauses and failures are learned.
    void leave(const ModelOutcome& outcome);

   private:
    friend class ProviderQueue;
    struct State;
    explicit Pass(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
  };

  // Waits until it is this call's turn. The listener outlives the task.
  Task<std::expected<Pass, QueueRefusal>> enter(QueueRequest wish, QueueListener& listener,
                                                CancelToken cancel);

  // Limits that were learned earlier; what the provider says itself replaces them.
  void know(const std::string& model, const RateBuckets& limits);

  std::size_t waiting() const { return calls_.size(); }
  int under_way() const { return limiter_.under_way(); }
  BreakerState state() const { return breaker_.state(); }

 private:
  struct Waiting;
  struct Notice;
  using Call = std::shared_ptr<Waiting>;
  // The next call of a model, and why it may not go.
  struct Head {
    Call call;
    std::optional<RateLimiter::Block> block;
  };

  void add(const Call& call);
  void remove(const Call& call);  // harmless for one that does not wait
  bool forget(const Call& call);
  void wake();
  void move_on();
  std::vector<Head> heads(Millis now);
  std::optional<RateLimiter::Block> down(Millis now) const;
  void let_through(const Call& call, Millis now);
  void turn_away(const Call& call, QueueRefusal away);
  void tell(const std::vector<Head>& heads, Millis now);
  void set_timer(const std::vector<Head>& heads, Millis now);
  void ended(const Pass::State& pass, const ModelOutcome& outcome);

  Loop& loop_;
  std::string name_;
  RateLimiter limiter_;
  CircuitBreaker breaker_;
  FairQueue queue_;
  std::map<FairQueue::Id, Call> calls_;                     // all who wait
  std::set<std::pair<Millis, FairQueue::Id>> by_deadline_;  // all who wait
  FairQueue::Id last_id_ = 0;
  bool has_new_ = false;   // somebody came who was not told yet
  bool has_news_ = false;  // something changed that those who wait have not heard of
  Millis heard_{-1'000};   // when all of them heard last
  bool is_awake_ = false;  // move_on() is posted
  std::unique_ptr<Timer> timer_;
  std::mt19937 random_;
  std::string last_failure_;  // the words of what opened the breaker
  std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

}  // namespace fm
