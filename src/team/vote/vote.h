// How an agent votes on a proposal (C-38), from the form that it was asked for.
//
// JSON with a "vote", a line with a label ("**Vote:** object - ..."), or a first line that opens
// with the vote ("I agree, provided that ..."). Prose that votes in other ways is not guessed at:
// the model is asked once more. Two votes that differ, and one that is taken back below, are none,
// so that no approval is made up. Offline, linear.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "reading/json/budget.h"

namespace fm {

enum class Stance { kAgree, kAgreeWithConditions, kObject };

std::string_view to_string(Stance stance);  // "agree", "agree_with_conditions", "object"
std::optional<Stance> stance_from(std::string_view name);

struct GivenVote {
  Stance stance = Stance::kAgree;
  std::string why;  // one line in the agent's words; may be empty
};

std::optional<GivenVote> read_vote(std::string_view text, Steps* steps = nullptr);

}  // namespace fm
