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

constexpr std::array<std::string_view, 4> kKeysOfMoments{"resetsat", "resetat", "retryat",
                                                         "retryafter"};

std::optional<UtcMs> moment_in(const Json& value) {
  if (const auto* text = value.if_string()) return parse_moment(*text);
  return value.is_int64() ? parse_moment(std::to_string(value.get_int64())) : std::nullopt;
}

// In words a moment that is over tells nothing: a clock is wrong, or a zone was not named.
std::optional<Millis> until(std::optional<UtcMs> at, UtcMs now) {
  if (!at || *at <= now) return std::nullopt;
  return sensible_span(static_cast<double>((*at - now).count()));
}

constexpr Millis kLongestWait{std::int64_t{366} * 86'400'000};

// "99999999999999999999", "1e9": a number beyond all that can be meant.
bool is_too_large(std::string_view text) {
  const std::size_t end = text.find_first_not_of("0123456789");
  if (end == text.npos) return text.size() > 8;
  const bool is_power = end > 0 && (text[end] == 'e' || text[end] == 'E');
  const std::string_view power = is_power ? text.substr(end + 1) : std::string_view();
  return !power.empty() && power.find_first_not_of("0123456789") == power.npos &&
         power.find_first_not_of('0') != power.npos;
}

// "2, 5": several headers that a proxy joined. A date has a comma too.
std::optional<Millis> from_header(std::string_view text, UtcMs now) {
  if (const auto wait = wait_until(text, now)) return wait;
  if (is_too_large(trim(text))) return kLongestWait;
  std::optional<Millis> longest;
  while (text.contains(',')) {
    const std::string_view part = text.substr(0, text.find(','));
    const std::string_view rest = text.substr(part.size() + 1);
    for (const std::string_view one : {part, rest.substr(0, rest.find(','))}) {
      const auto wait = parse_span(one);
      if (!wait) return std::nullopt;
      longest = std::max(longest.value_or(*wait), *wait);
    }
    text = rest;
  }
  return longest;
}

// {"retryDelay": "7.7s"} anywhere; {"retry_after": 3}, {"retry_after_ms": 300} likewise. Also
// inside a text that is JSON itself.
std::optional<Millis> from_body(const Json& body, UtcMs now, int depth = 0) {
  if (depth > 6) return std::nullopt;
  if (const auto* text = body.if_string(); text != nullptr && text->starts_with('{'))
    if (const auto nested = parse_json(*text)) return from_body(*nested, now, depth + 1);
  if (const auto* list = body.if_array()) {
    for (const Json& entry : *list)
      if (const auto found = from_body(entry, now, depth + 1)) return found;
  }
  const auto* object = body.if_object();
  if (object == nullptr) return std::nullopt;
  for (const auto& [key, value] : *object) {
    const std::string name = squash(key);
    if (std::ranges::find(kKeysOfMoments, name) != kKeysOfMoments.end())
      if (const auto wait = until(moment_in(value), now)) return wait;
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
    if (const auto found = from_body(value, now, depth + 1)) return found;
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

std::optional<Millis> span_in_words(std::string_view lower) {
  for (std::string_view lead :
       {"again in ", "retry in ", "retry after ", "again after ", "wait ",
        "retry_after: ", "retry-after: ", "reset in ", "resets in ", "reset after "}) {
    for (std::size_t at = lower.find(lead); at != lower.npos; at = lower.find(lead, at + 1)) {
      std::string_view rest = lower.substr(at + lead.size());
      for (std::string_view filler : {"about ", "approximately ", "at least ", "for "})
        if (rest.starts_with(filler)) rest.remove_prefix(filler.size());
      if (moment_at(rest)) continue;
      if (const auto span = rest.empty() ? std::nullopt : take_span(rest)) return span;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Millis> ms_in(std::string_view text) {
  std::string_view rest = trim(text);
  const auto number = rest.empty() ? std::nullopt : take_number(rest);
  if (!number || (!rest.empty() && trim(rest) != "ms")) return std::nullopt;
  return sensible_span(*number);
}

std::optional<Millis> wait_in_words(std::string_view message, UtcMs now) {
  constexpr std::size_t kTold = 4'096;  // bytes; nobody says it later
  const std::string lower = ascii_lower(message.substr(0, kTold));
  if (const auto wait = span_in_words(lower)) return wait;
  for (std::string_view lead :
       {"reset at ", "resets at ", "again at ", "again on ", "retry at ", "retry after ",
        "again after ", "resets on ", "reset on ", "available at ", "reset_at: ", "until ", "|"}) {
    for (std::size_t at = lower.find(lead); at != std::string::npos; at = lower.find(lead, at + 1))
      if (const auto wait = until(moment_at(std::string_view(lower).substr(at + lead.size())), now))
        return wait;
  }
  return std::nullopt;
}

std::optional<Millis> retry_hint(const HttpHeaders& headers, const Json& body,
                                 std::string_view message, UtcMs now) {
  if (const auto wait = from_header_ms(headers)) return wait;
  if (const auto text = header(headers, "retry-after"))
    if (const auto wait = from_header(*text, now)) return wait;
  if (const auto wait = from_body(body, now)) return wait;
  if (const auto wait = wait_in_words(message, now)) return wait;
  if (const auto wait = from_buckets(headers, now)) return wait;
  return from_buckets(headers_in(body), now);
}

}  // namespace fm
