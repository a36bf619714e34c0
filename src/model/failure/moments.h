// Moments as servers write them in headers, and how long it is until then (P-33). Pure.
#pragma once

#include <optional>
#include <string_view>

#include "base/clock.h"

namespace fm {

// The three date forms of HTTP, also with "UTC" or "+0000"; RFC 3339, also with a space and without
// a zone (then UTC); seconds or milliseconds since 1970. What stands before a '|' is passed over.
std::optional<UtcMs> parse_moment(std::string_view text);

// A moment at the beginning of words that go on: "2026-11-30 11:36:55 UTC. Please wait". The form
// with the most words counts.
std::optional<UtcMs> moment_at(std::string_view text);

// A duration is "7.66s", "250ms", "1m2.5s", "2h", "PT3S", or a bare number of seconds.
std::optional<Millis> parse_span(std::string_view text);

// Until a moment, not below zero, or a duration. Nothing beyond a year.
std::optional<Millis> wait_until(std::string_view text, UtcMs now);

}  // namespace fm
