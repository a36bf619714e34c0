// The words by which a person steers a discussion between turns (I-13).
//
// Only a message that is such a word and nothing else steers, so that talk about pausing or
// stopping something else is never taken for a command. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fm {

enum class Steering { kPause, kContinue, kSkipTurn, kSkipRound, kMoreRound, kStop };

std::optional<Steering> read_steering(std::string_view text);

std::string_view to_string(Steering steering);  // "one more round"
std::optional<Steering> steering_from(std::string_view option);

}  // namespace fm
