// RateLimiter: whether a call may go to a provider now, and if not why and until when (P-30).
//
// Four things hold a call up, whichever is the longest:
//
//   caps      what the person allows of the whole provider, in any minute and at once
//   pause     the provider asked that this model be left alone for a time
//   at once   after a refusal half as many calls of the model, one more with each that succeeds
//   buckets   what the provider's headers tell of the model's limits: what began since they were
//             written is taken off, and they fill again at the rate that the reset implies
//
// Pure: steady time is passed in. Not a queue; that is ProviderQueue.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

#include "base/clock.h"
#include "model/model.h"
#include "model/provider/provider.h"

namespace fm {

class RateLimiter {
 public:
  RateLimiter(std::string name, RateCaps caps) : name_(std::move(name)), caps_(caps) {}

  struct Block {
    Millis wait{0};       // until it is worth asking again; zero: until another call ends
    Millis each{0};       // about how much longer for each call that goes before
    bool is_all = false;  // calls of other models have to wait too
    std::string why;      // "openai allows 60 requests at a time and they are used up"
  };
  // A call that was begun, to be given back with its end.
  struct Ticket {
    std::string model;
    std::int64_t tokens = 0;
    std::int64_t number = 0;          // of all calls
    std::int64_t requests_begun = 0;  // of the model, this one included
    std::int64_t tokens_begun = 0;
    Millis at{0};
  };

  // `tokens` is what the call will probably take. One that is larger than a whole limit goes when
  // nothing has been taken of it.
  std::optional<Block> blocked(const std::string& model, std::int64_t tokens, Millis now);

  // Limits that were learned earlier, of which nothing is known to be taken. What the provider has
  // said in this process stays.
  void know(const std::string& model, const RateBuckets& limits, Millis now);

  Ticket begin(const std::string& model, std::int64_t tokens, Millis now);

  // What came of it is learned. `jitter` is added to a pause.
  void end(const Ticket& ticket, const ModelOutcome& outcome, Millis now, Millis jitter);

  int under_way() const { return under_way_; }

 private:
  struct Bucket {
    double limit = 0;
    double left = 0;  // at `at`; below zero when more began than there was
    double rate = 0;  // filled in a millisecond
    Millis at{0};
    Millis written{0};  // when the newest headers were that this is from

    double available(Millis now) const;
    Millis until(double need, Millis now) const;
  };
  struct Begun {
    Millis at{0};
    std::int64_t tokens = 0;
  };
  struct ModelState {
    std::map<RateUnit, Bucket> buckets;
    std::map<std::int64_t, Begun> under_way;  // by Ticket::requests_begun
    std::int64_t requests_begun = 0;
    std::int64_t tokens_begun = 0;
    Millis paused_until{0};
    std::optional<int> bears;        // calls at once
    int bears_all = 0;               // from there on it is no longer counted
    std::int64_t refused_until = 0;  // calls begun up to here say nothing about `bears`
  };

  std::optional<Block> blocked_by_caps(std::int64_t tokens, Millis now);
  std::optional<Block> blocked_by_model(const ModelState& state, std::int64_t tokens,
                                        Millis now) const;
  void forget(Millis now);
  void correct(const Ticket& ticket, const Usage& usage, Millis now);
  void learn_buckets(ModelState& state, const Ticket& ticket, const RateBuckets& told,
                     Millis written, Millis now);
  void learn_refusal(ModelState& state, const Ticket& ticket, const ModelError& error, int at_once,
                     Millis now, Millis jitter);

  std::string name_;
  RateCaps caps_;
  std::map<std::string, ModelState> models_;
  std::deque<Begun> last_minute_;  // only while there are caps on it
  std::int64_t tokens_last_minute_ = 0;
  std::int64_t begun_ = 0;
  int under_way_ = 0;
};

}  // namespace fm
