// Spans of time within words (moments.h). Pure.
#pragma once

#include <optional>
#include <string_view>

#include "base/clock.h"

namespace fm {

// As a span, if anybody could mean it: not below zero, at most a year.
std::optional<Millis> sensible_span(double ms);

// A number at the left of `text`, taken off; digits and one point only ("1e9" is 1).
std::optional<double> take_number(std::string_view& text);

// "1m2.5s", "12 seconds" at the left of `text`, taken off; a number without a unit, in seconds,
// only if nothing precedes it.
std::optional<Millis> take_span(std::string_view& text);

}  // namespace fm
