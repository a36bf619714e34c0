// What a turn is made ready with, before it speaks: private to the performer's three sources.
//
// turn.cc prepares: cast, models, prompt, budgets, while the room's view is there. turn_calls.cc
// asks the models, turn_speaking.cc makes of it what is kept; both take time.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "team/looks/folder_looks.h"
#include "team/turn/turn.h"
#include "team/turn/turn_prompt.h"
#include "team/turn/turn_reading.h"

namespace fm {

inline constexpr std::int64_t kUsualAnswer = 1'200;  // tokens, until a room has shown its own

struct TurnPerformer::PinnedTeam {
  explicit PinnedTeam(TeamSnapshot given) : snapshot(std::move(given)) {}
  TeamSnapshot snapshot;
  mutable std::map<std::string, std::shared_ptr<Model>> rehearsals;  // by full name
};

// The models that can be asked, in order, and why others that were named cannot.
struct TurnPerformer::Chain {
  std::vector<CallTarget> targets;
  std::vector<Error> missing;
};

struct TurnPerformer::Prepared {
  EffectCall call;
  TurnRequest turn;
  TurnPrompt prompt;
  Chain chain;
  std::vector<BudgetState> budgets;
  std::int64_t usual_answer = kUsualAnswer;  // tokens
  std::vector<Error> notices;                // that the room has not been told yet
  std::shared_ptr<const PinnedTeam> snapshot;
  std::shared_ptr<const TurnKnown> known;  // for reading
  // Null where the request has tools: this turn has no need of them, and is told so.
  std::unique_ptr<LookTurn> looks;
};

// What came of a turn's calls, all together.
struct TurnPerformer::Said {
  CallReport report;  // how the last one ended, what was used of each model, and what failed
  TurnUse use;
  int calls = 0;
  std::optional<BudgetMark> mark;  // a budget stands against the next call
};

const CallTarget& target_of(const std::vector<CallTarget>& targets, const std::string& name);

}  // namespace fm
