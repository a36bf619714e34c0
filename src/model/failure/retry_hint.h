// How long a provider asks us to wait, in all the forms that they use (P-33).
//
// In this order: the header retry-after-ms; retry-after (seconds, with decimals too, or an HTTP
// date, where a past date is zero); the body (RetryInfo's retryDelay, "try again in 7.7s"); the
// reset header of the bucket that is empty. What cannot be read, or is negative, is absent: it is
// never taken as zero, because zero means "now".
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

// The parts, for their tests and for other readers. A duration is "7.66s", "250ms", "1m2.5s", "2h",
// or a bare number of seconds.
std::optional<Millis> parse_span(std::string_view text);
std::optional<UtcMs> parse_http_date(std::string_view text);
std::optional<Millis> wait_in_words(std::string_view message);

}  // namespace fm
