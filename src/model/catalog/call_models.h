// One answer from the models that are named for it, in their order (P-30, P-32, P-33).
//
// Each model is asked with its retries and waits its turn in its provider's line. When it finally
// fails the next one is asked, unless the failure would be the same there: a prompt that is too
// long is for the caller to shorten. The person is told of all of it: the sink hears of attempts,
// waits and changes of model, and the report says what was used of each. On the loop.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/model.h"
#include "model/queue/provider_queue.h"
#include "model/queue/retry.h"

namespace fm {

struct CallTarget {
  std::string name;  // "provider:model"
  std::shared_ptr<Model> model;
  ProviderQueue* line = nullptr;  // null: nothing to wait for
  std::int64_t tokens = 0;        // that the call will probably take of its limits
  bool was_here = false;          // it was parked, and stands in front of its room's other calls
};

struct ModelUse {
  std::string model;
  Usage usage;  // of all attempts, as far as known
  int attempts = 0;
};

struct ModelFailure {
  std::string model;
  ModelError error;
  int attempts = 0;
};

struct CallReport {
  ModelOutcome outcome = std::unexpected(ModelError{});  // of the last model that was asked
  std::string model;                                     // its name
  std::vector<ModelUse> uses;                            // of each that was asked
  std::vector<ModelFailure> failures;                    // of those that failed, in order
};

// Whether a failure is likely to pass: a limit, an overload, trouble with the server or the
// connection. A turn that ends so is parked, not lost.
bool passes_with_time(ModelErrorKind kind);

// `targets` is not empty; loop, sink and lines outlive the task.
Task<CallReport> call_models(Loop& loop, std::vector<CallTarget> targets, ModelRequest request,
                             AttemptSink& sink, CancelToken cancel, RetryPolicy policy,
                             std::uint64_t seed);

}  // namespace fm
