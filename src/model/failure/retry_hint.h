// How long a provider asks us to wait, in all the forms that they use (P-33).
//
// In this order: a header in milliseconds (retry-after-ms); retry-after (seconds, with decimals
// too, or a moment (moments.h), where a past one is zero; of several the longest); the body
// (RetryInfo's retryDelay, "try again in 7.7s", "resets at 2026-11-30 11:36:55"); the reset header
// of the bucket that is empty. What cannot be read, or is negative, is absent: it is never taken as
// zero, because zero means "now". A number that is too large to be meant is the longest wait.
#pragma once

#include <optional>
#include <string_view>

#include "base/clock.h"
#include "base/json.h"
#include "net/http_client.h"

namespace fm {

// `body` is the error document (any value, null too), `message` the provider's words out of it.
std::optional<Millis> retry_hint(const HttpHeaders& headers, const Json& body,
                                 std::string_view message, UtcMs now);

// Of a header in milliseconds: "1250", "1250ms".
std::optional<Millis> ms_in(std::string_view text);

// A span or a moment to come. Zones that are not named are UTC.
std::optional<Millis> wait_in_words(std::string_view message, UtcMs now);

}  // namespace fm
