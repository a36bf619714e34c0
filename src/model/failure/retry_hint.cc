#include "model/failure/retry_hint.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"
#include "model/failure/moments.h"
#include "model/failure/take_span.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

// "1250", "1250.5" or "1250ms", whatever the header is called: retry-after-ms,
// x-ms-retry-after-ms, retry-after-milliseconds.
std::optional<Millis> from_header_ms(const HttpHeaders& headers) {
  for (const auto& [name, value] : headers) {
    const bool is_ms = name.ends_with("-ms") || name.ends_with("-milliseconds");
    if (!is_ms || !name.contains("retry-after")) continue;
    if (const auto wait = ms_in(value)) return wait;
  }
  return std::nullopt;
}

constexpr std::array<std::string_view, 5> kKeysInSeconds{
    "retrydelay", "retryafter", "retryafterseconds", "resetsinseconds", "resetinseconds"};

// {"retryDelay": "7.7s"} anywhere; {"retry_after": 3}, {"retry_after_ms": 300} likewise. Also
// inside a text that is JSON itself.
std::optional<Millis> from_body(const Json& body, int depth = 0) {
  if (depth > 6) return std::nullopt;
  if (const auto* text = body.if_string(); text != nullptr && text->starts_with('{'))
    if (const auto nested = parse_json(*text)) return from_body(*nested, depth + 1);
  if (const auto* list = body.if_array()) {
    for (const Json& entry : *list)
      if (const auto found = from_body(entry, depth + 1)) return found;
  }
  const auto* object = body.if_object();
  if (object == nullptr) return std::nullopt;
  for (const auto& [key, value] : *object) {
    const std::string name = squash(key);
    const bool in_ms = name == "retryafterms";
    if (!in_ms && std::ranges::find(kKeysInSeconds, name) == kKeysInSeconds.end()) continue;
    if (const auto* words = value.if_string()) {
      if (const auto span = parse_span(*words)) return in_ms ? *span / 1000 : *span;
    } else if (value.is_number()) {
      const double number = value.to_number<double>();
      if (const auto span = sensible_span(in_ms ? number : number * 1000)) return span;
    }
  }
  for (const auto& [key, value] : *object)
    if (const auto found = from_body(value, depth + 1)) return found;
  return std::nullopt;
}

// The longest wait among the buckets that are at zero: x-ratelimit-remaining[-WHAT] and
// x-ratelimit-reset[-WHAT].
std::optional<Millis> from_buckets(const HttpHeaders& headers, UtcMs now) {
  constexpr std::string_view kRemaining = "-remaining";
  std::optional<Millis> longest;
  for (const auto& [name, value] : headers) {
    const std::size_t at = name.find(kRemaining);
    if (name.find("ratelimit") == std::string::npos || at == std::string::npos) continue;
    if (trim(value) != "0") continue;
    const std::string what = name.substr(at + kRemaining.size());
    std::string prefix = name.substr(0, at);
    auto reset = header(headers, prefix + "-reset" + what);
    if (!reset) reset = header(headers, prefix + what + "-reset");
    auto wait = reset ? wait_until(*reset, now) : std::nullopt;
    if (const auto in_ms = header(headers, prefix + "-reset" + what + "-ms"); !wait && in_ms)
      wait = ms_in(*in_ms);
    if (wait && (!longest || *wait > *longest)) longest = wait;
  }
  return longest;
}

// OpenRouter repeats its headers inside the body: error.metadata.headers.
HttpHeaders headers_in(const Json& body) {
  HttpHeaders headers;
  const Json* at = &body;
  for (std::string_view step : {"error", "metadata", "headers"}) {
    at = find_at(*at, step);
    if (at == nullptr) return headers;
  }
  if (const auto* object = at->if_object())
    for (const auto& [name, value] : *object)
      if (const auto* text = value.if_string())
        headers.push_back({ascii_lower(std::string_view(name)), std::string(*text)});
  return headers;
}

}  // namespace

std::optional<Millis> ms_in(std::string_view text) {
  std::string_view rest = trim(text);
  const auto number = rest.empty() ? std::nullopt : take_number(rest);
  if (!number || (!rest.empty() && trim(rest) != "ms")) return std::nullopt;
  return sensible_span(*number);
}

std::optional<Millis> wait_in_words(std::string_view message) {
  const std::string lower = ascii_lower(message);
  for (std::string_view lead :
       {"again in ", "retry in ", "retry after ", "again after ", "wait ",
        "retry_after: ", "retry-after: ", "reset in ", "resets in ", "reset after "}) {
    for (std::size_t at = lower.find(lead); at != std::string::npos;
         at = lower.find(lead, at + 1)) {
      std::string_view rest = std::string_view(lower).substr(at + lead.size());
      for (std::string_view filler : {"about ", "approximately ", "at least ", "for "})
        if (rest.starts_with(filler)) rest.remove_prefix(filler.size());
      if (const auto span = rest.empty() ? std::nullopt : take_span(rest)) return span;
    }
  }
  return std::nullopt;
}

std::optional<Millis> retry_hint(const HttpHeaders& headers, const Json& body,
                                 std::string_view message, UtcMs now) {
  if (const auto wait = from_header_ms(headers)) return wait;
  if (const auto text = header(headers, "retry-after"))
    if (const auto wait = wait_until(*text, now)) return wait;
  if (const auto wait = from_body(body)) return wait;
  if (const auto wait = wait_in_words(message)) return wait;
  if (const auto wait = from_buckets(headers, now)) return wait;
  return from_buckets(headers_in(body), now);
}

}  // namespace fm
