// What is kept of a turn when it ends: its record and its words, as events (P-23).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/flow/effect.h"
#include "model/catalog/call_models.h"
#include "team/looks/looked_at.h"
#include "team/spending/spending.h"
#include "team/turn/turn_request.h"

namespace fm {

// What a turn really took, of all its calls, models and attempts together.
struct TurnUse {
  Usage usage;
  std::optional<MicroUsd> cost;  // nothing: no price is known of a model that was used
  Millis took{0};
  Millis first_token{0};
  int attempts = 0;
  bool guessed = false;  // the usage, in part: a provider told none
  int calls = 1;         // of models; more where tools were called in between
  std::vector<Look> looked = {};

  TurnUse& operator+=(const TurnUse& next);
  Spent spent() const;
};

NewEvent by_agent(std::string kind, const std::string& agent, JsonObject body);

// `model` is in it only when another one spoke than was asked first.
NewEvent turn_finished(const std::string& turn, const TurnRequest& request,
                       const CallReport& report, const TurnUse& use,
                       const std::vector<std::string>& repairs, const std::string& prompt_hash);

// A turn that was announced and asks nobody, because something has to be seen to first: it is no
// failure and no turn, and will be announced again.
NewEvent turn_held(const std::string& turn, const std::string& agent, const Error& why);

// Also what the failed attempts cost, where they cost anything.
NewEvent turn_failed(const std::string& turn, const std::string& agent, const Error& error,
                     const TurnUse& use = {});

// What went before the answer: each model that failed and who spoke in its place (P-32).
std::vector<NewEvent> fallback_warnings(const std::string& agent, const CallReport& report);

}  // namespace fm
