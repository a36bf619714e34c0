// The words by which a person steers a discussion between turns (I-13).
//
// Only a message that is such a word and nothing else steers, so that talk about pausing or
// stopping something else is never taken for a command. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/flow/flow.h"

namespace fm {

enum class Steering { kPause, kContinue, kSkipTurn, kSkipRound, kMoreRound, kStop };

std::optional<Steering> read_steering(std::string_view text);

GateOption option_of(Steering steering);  // as a gate offers it
std::optional<Steering> steering_from(std::string_view option_id);

}  // namespace fm
