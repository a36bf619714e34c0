// Calling a model again when that may help (P-33).
//
// Again: rate limit, overload, server error, timeout, network and cut streams; what could not be
// read once more only. Never: key, permission, quota, billing, invalid request, content refusal,
// unknown model, too long. Waits grow exponentially with full jitter; the provider's own hint is
// honoured, and when it asks for more time than there is, retrying ends at once so that a fallback
// can take over. Retrying after text was streamed is right: that text was a preview, and the sink
// hears of each new attempt.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"
#include "engine/flow/task.h"
#include "loop/loop.h"
#include "model/model.h"

namespace fm {

struct RetryPolicy {
  int attempts = 5;             // in all
  Millis first_wait{1'000};     // the longest first wait; doubles each time
  Millis longest_wait{30'000};  // of our own; a provider's hint may be longer
  Millis total{300'000};        // no attempt begins later than this after the first
};

// What the person is told while it waits.
struct RetryNotice {
  int attempt = 0;  // the one that follows
  Millis wait{0};
  ModelErrorKind kind = ModelErrorKind::kNetwork;
  std::string words;  // "Waits 12 s because the provider asks us to slow down."
};

class AttemptSink : public ModelSink {
 public:
  virtual void begin_attempt(int attempt) = 0;  // 1, 2, ...: what was streamed before is void
  virtual void waits(const RetryNotice& notice) = 0;
  // The model asked so far has finally failed; another one is asked from here on (P-32).
  virtual void changes_model(const std::string&, const ModelError&) {}
};

// An answer that was refused, filtered, or used its limit up before the first word is an error
// here, with the provider's words and what had been said; it is never asked for again (P-22).
struct RetriedOutcome {
  ModelOutcome outcome;
  int attempts = 0;
  Usage usage;  // of all attempts together as they are billed, as far as known
};

// An answer without a word that can be seen, and without a call where none was asked for.
bool is_empty_answer(const ModelOutcome& outcome, const ModelRequest& request);

// What an outcome is worth: an answer that is none becomes the error that it means.
ModelOutcome judged(ModelOutcome outcome, const ModelRequest& request);

// How long to wait before the attempt after `attempt`; nothing: do not try again. `random` is any
// number.
std::optional<Millis> retry_wait(const RetryPolicy& policy, const ModelError& error, int attempt,
                                 Millis elapsed, std::uint64_t random);

// Before each attempt the call waits its turn in its provider's line.
struct RetryWay {
  ProviderQueue* line = nullptr;  // null: nothing to wait for
  std::int64_t tokens = 0;        // that an attempt will probably take of the limits
  bool was_here = false;          // a parked turn that comes again keeps its place in its room
  bool may_leave = false;         // another model is named: rather that one than a long wait
};

// Model, sink, line and loop outlive the task. Cancelled: returns kCancelled at once, while waiting
// too.
Task<RetriedOutcome> call_with_retries(Loop& loop, Model& model, ModelRequest request,
                                       AttemptSink& sink, CancelToken cancel, RetryPolicy policy,
                                       std::uint64_t seed, RetryWay way = {});

}  // namespace fm
