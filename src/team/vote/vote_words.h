// What a sentence says as a vote: the small grammar behind vote.h. English; pure.
#pragma once

#include <optional>
#include <string_view>

#include "team/vote/vote.h"

namespace fm {

// What stands behind a label or in a field: "agree", "NO", "conditional - if ...", "+1", "👍".
std::optional<Stance> stance_of_phrase(std::string_view phrase);

// What a sentence of the agent's own says. No stance is also what is doubtful: a question, a
// remark, another's view, an "I would agree" without its condition.
struct SentenceVote {
  std::optional<Stance> stance;
  bool turns = false;  // begins with "but", "on balance": it outweighs what came before
};
SentenceVote stance_of_sentence(std::string_view sentence);

// A sentence that takes back part of an agreement before it: "However, ...", "Only if ...".
bool is_condition(std::string_view sentence);

}  // namespace fm
