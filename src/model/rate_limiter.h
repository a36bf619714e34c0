// RateLimiter: whether a call may go to a provider now, and if not why and until when (P-30).
//
// It knows what the person allows (RateCaps, over the last minute), what the provider told in its
// headers for each model, pauses that the provider asked for, and how many calls at once it seems
// to bear: after a refusal without a time half as many, one more with each success. Pure: steady
// time is passed in. Not a queue; that is ProviderLine.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

#include "base/clock.h"
#include "model/model.h"
#include "model/provider.h"

namespace fm {

class RateLimiter {
 public:
  RateLimiter(std::string name, RateCaps caps) : name_(std::move(name)), caps_(caps) {}

  struct Block {
    Millis wait{0};   // until it is worth asking again; zero: until another call ends
    std::string why;  // "openai allows 60 requests a minute"
  };
  // `tokens` is what the call will probably take. One that is larger than a whole limit goes when
  // nothing else has been taken of it.
  std::optional<Block> blocked(const std::string& model, std::int64_t tokens, Millis now) const;

  void begin(const std::string& model, std::int64_t tokens, Millis now);

  // What came of a call that was begun with `tokens`. `jitter` is added to a pause.
  void end(const std::string& model, std::int64_t tokens, const ModelOutcome& outcome, Millis now,
           Millis jitter);

  int under_way() const { return under_way_; }

 private:
  // A limit of the provider: it fills evenly until it is full at its reset.
  struct Bucket {
    std::int64_t limit = 0;
    std::int64_t left = 0;  // at `told`, less what has begun since
    Millis told{0};
    Millis full{0};  // when it is full again

    std::int64_t available(Millis now) const;
    Millis until(std::int64_t need, Millis now) const;
  };
  struct ModelState {
    std::map<RateUnit, Bucket> buckets;
    Millis paused_until{0};
    std::optional<int> bears;  // calls at once
    int under_way = 0;
  };
  struct Begun {
    Millis at{0};
    std::int64_t tokens = 0;
  };

  void forget(Millis now) const;
  void learn(ModelState& state, const RateBuckets& told, Millis now);
  std::int64_t need(RateUnit unit, std::int64_t tokens) const;

  std::string name_;
  RateCaps caps_;
  std::map<std::string, ModelState> models_;
  mutable std::deque<Begun> last_minute_;
  mutable std::int64_t tokens_last_minute_ = 0;
  int under_way_ = 0;
};

}  // namespace fm
