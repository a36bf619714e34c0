// ProviderProbe: whether a provider answers just now, and which models it has (P-20).
//
// One small GET of its list of models: costs nothing, takes a few seconds at most. It is what
// `folkmoot models --check` shows and what chooses the model where none is named. Whether a model
// really speaks only a call can tell: one word is asked for. On the loop.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/flow/task.h"
#include "loop/loop.h"
#include "model/model.h"
#include "model/provider/provider.h"
#include "net/http_client.h"

namespace fm {

struct ProbeReport {
  std::vector<std::string> models;  // by the provider's own names
  std::optional<ModelError> error;  // why it does not work; nothing: it does
  Millis took{0};
};

// Loop and client outlive the task.
Task<ProbeReport> probe_provider(Loop& loop, HttpClient& client, Provider provider,
                                 Millis patience);

// Why the model gives no answer to a call; nothing: it does. Loop and client outlive the task.
Task<std::optional<ModelError>> try_model(Loop& loop, HttpClient& client, Provider provider,
                                          std::string model, Millis patience);

}  // namespace fm
