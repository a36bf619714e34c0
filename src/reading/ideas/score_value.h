// One score as a model writes it: 8, 8.5, "8,5", "8/10", "80%", "~7", "8 (strong)", "eight".
//
// Exact: decimal text to integer, no doubles. What does not say one number for certain (a range,
// "N/A", a sentence, true) is no score.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/json.h"

namespace fm {

struct ScoreValue {
  std::int64_t millionths = 0;
  std::int64_t out_of_millionths = 0;  // the scale's end, when it is written; else 0
};

std::optional<ScoreValue> read_score_text(std::string_view text);

// A number, a text, or an object around one of them ({"score": 8, "max": 10, "reason": ...}).
std::optional<ScoreValue> read_score(const Json& value);

// Whether a value says that there is a number which is none: NaN, Infinity.
bool is_not_finite(const Json& value);

// To a scale from 0 to `end`, in hundredths, half up. `out_of` is the scale's end, in units, where
// the score itself has none. Not clamped.
std::int64_t hundredths_on_scale(const ScoreValue& value, std::int64_t out_of, std::int64_t end);

}  // namespace fm
