// How an agent votes on a proposal (C-38), from whatever it answers.
//
// A vote is said: JSON with a "vote" or the like, a line with a label ("**Vote:** object - ..."), a
// ticked box, or a sentence of the agent's own ("I agree, but only if ..."). What others think,
// what is asked or quoted, and agreeing with a remark is none. Nothing certain, or two votes that
// differ: nothing, so that no approval is made up. English sentences; in other languages the words
// that mean yes and no in the vocabulary, where it is given. Offline, linear.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "people/language/vocabulary.h"
#include "reading/json/budget.h"

namespace fm {

enum class Stance { kAgree, kAgreeWithConditions, kObject };

std::string_view to_string(Stance stance);  // "agree", "agree_with_conditions", "object"
std::optional<Stance> stance_from(std::string_view name);

struct GivenVote {
  Stance stance = Stance::kAgree;
  std::string why;  // one line in the agent's words; may be empty
};

std::optional<GivenVote> read_vote(std::string_view text, const Vocabulary* vocabulary = nullptr,
                                   Steps* steps = nullptr);

}  // namespace fm
