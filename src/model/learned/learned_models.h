// LearnedModels: what was found out about models by asking them, by host and model (P-25, P-30).
//
// How much a model holds, how our guess of its tokens is off, which fields it refuses, how long a
// request it has answered, what its provider allows. It saves calls that would fail, and nothing
// else rests on it: what is older than a week is forgotten, and without it all of it is learned
// anew. It holds no words of people, no keys. Values; the file is learned_file.h. On the loop.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "model/failure/refused_fields.h"
#include "model/model.h"

namespace fm {

struct LearnedModel {
  std::int64_t context_tokens = 0;  // as a refusal told; 0: it did not
  std::int64_t scale_percent = 0;   // of our guess (team/spending/token_scale.h); 0: not known
  std::int64_t answered_bytes = 0;  // of the longest request that was answered
  RefusedFields refused = {};
  RateBuckets limits = {};  // only unit and limit

  bool operator==(const LearnedModel&) const = default;
};

class LearnedModels {
 public:
  static constexpr Millis kKept = std::chrono::hours(24 * 7);

  explicit LearnedModels(const Clock& clock) : clock_(clock) {}  // which outlives it

  LearnedModel find(const std::string& host, std::string_view model) const;

  // `change` is given what is known and may change it.
  void learn(const std::string& host, std::string_view model,
             const std::function<void(LearnedModel&)>& change);

  // Called after something new was learned.
  std::function<void()> on_news = {};

  // All of it as JSON, and back. What cannot be read, or is too old, is left out.
  std::string text() const;
  void read(std::string_view text);

 private:
  struct Entry {
    LearnedModel model;
    UtcMs at;  // when it was last learned or held
  };
  using Key = std::pair<std::string, std::string>;  // host, model
  bool is_old(const Entry& entry) const;

  const Clock& clock_;
  std::map<Key, Entry> entries_;
};

}  // namespace fm
