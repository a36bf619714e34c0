// TurnRequest: what a flow asks of an agent, as the identity of an effect (P-53, design idea 3).
//
// Small and stable: the prompt itself is rendered by the performer (team/turn.h) from the pinned
// cards and the log up to the effect's cursor. A turn's outcome holds {message, reading?, empty?,
// too_long?}; its words are in the message.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/effect.h"

namespace fm {

// What is read out of the answer, tolerantly, and kept in the turn's outcome.
enum class TurnReads { kNothing, kIdeas, kScores, kChoice, kPage };

struct TurnRequest {
  std::string agent;
  std::string task;   // of the prompts file
  int round = 0;      // 0: outside the rounds
  std::string model;  // "provider:model"
  std::string to = "team";
  std::string kind;                           // of the message (I-12)
  std::map<std::string, std::string> values;  // for the task's text
  TurnReads reads = TurnReads::kNothing;
  std::string task_before;  // for a repair: what is done again

  EffectRequest effect() const;
};

TurnRequest turn_request(const JsonObject& request);

}  // namespace fm
