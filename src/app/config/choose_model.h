// Which model speaks where nobody named one (P-34).
//
// The first provider that works: of those whose key is set and those on this machine, in the order
// of the configuration, each is asked for its list of models. The rehearsal speaks only where
// nobody set a provider up: else a demo would be taken for an answer. What was chosen and why is
// said, and what did not work and why too. On the loop.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/flow/task.h"
#include "loop/loop.h"
#include "model/provider/provider.h"
#include "net/http_client.h"

namespace fm {

struct ChosenModel {
  std::string model;                          // "provider:model"
  std::string why;                            // one sentence
  std::vector<std::string> passed_over = {};  // a sentence each: what did not work
  // None of those that are set up works: `model` is then the one that would speak, for talk that
  // goes on with its own models; it may be empty.
  std::optional<Error> failure = {};
};

// Loop and client outlive the task.
Task<ChosenModel> choose_model(Loop& loop, HttpClient& client, std::vector<Provider> providers);

// What is said of the choice; nothing stopped.
Error notice_of(const ChosenModel& chosen);

}  // namespace fm
