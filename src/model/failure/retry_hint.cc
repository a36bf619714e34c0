#include "model/failure/retry_hint.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <string>

#include "base/text.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

constexpr double kLongest = 366.0 * 86'400'000;  // in ms; nobody means a longer one

std::optional<Millis> sensible(double ms) {
  if (!(ms >= 0 && ms <= kLongest)) return std::nullopt;  // NaN fails both
  return Millis(static_cast<std::int64_t>(std::llround(ms)));
}

// A number at the left of `text`, taken off; digits and one point only ("1e9" is 1).
std::optional<double> take_number(std::string_view& text) {
  double value = 0;
  const auto [end, failure] =
      std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (failure != std::errc() || !(text.front() == '.' || is_ascii_digit(text.front())))
    return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

struct Unit {
  std::string_view name;
  double ms;
};
// Longer names first: "ms" before "m", "min" before "m".
constexpr std::array kUnits{
    Unit{"milliseconds", 1}, Unit{"millisecond", 1}, Unit{"seconds", 1e3}, Unit{"second", 1e3},
    Unit{"minutes", 6e4},    Unit{"minute", 6e4},    Unit{"hours", 36e5},  Unit{"hour", 36e5},
    Unit{"days", 864e5},     Unit{"day", 864e5},     Unit{"secs", 1e3},    Unit{"sec", 1e3},
    Unit{"mins", 6e4},       Unit{"min", 6e4},       Unit{"ms", 1},        Unit{"s", 1e3},
    Unit{"m", 6e4},          Unit{"h", 36e5},        Unit{"d", 864e5}};

const Unit* take_unit(std::string_view& text) {
  for (const Unit& unit : kUnits) {
    if (!text.starts_with(unit.name)) continue;
    const std::string_view rest = text.substr(unit.name.size());
    if (!rest.empty() && is_ascii_letter(rest.front())) continue;
    text = rest;
    return &unit;
  }
  return nullptr;
}

// "1m2.5s", "12 seconds" at the left of `text`; a number without a unit only if nothing precedes
// it.
std::optional<Millis> take_span(std::string_view& text) {
  double ms = 0;
  bool any = false;
  for (std::string_view rest = text;;) {
    const auto number = take_number(rest);
    if (!number) break;
    const std::string_view after_number = rest;
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    const Unit* unit = take_unit(rest);
    if (unit == nullptr) {
      if (any) break;
      text = after_number;
      return sensible(*number * 1000);
    }
    ms += *number * unit->ms;
    any = true;
    text = rest;
  }
  if (!any) return std::nullopt;
  return sensible(ms);
}

std::optional<Millis> from_header_ms(const HttpHeaders& headers) {
  const auto text = header(headers, "retry-after-ms");
  if (!text) return std::nullopt;
  std::string_view rest = trim(*text);
  const auto number = rest.empty() ? std::nullopt : take_number(rest);
  if (!number || !rest.empty()) return std::nullopt;
  return sensible(*number);
}

std::optional<Millis> from_retry_after(std::string_view text, UtcMs now) {
  if (const auto span = parse_span(text)) return span;
  if (const auto date = parse_http_date(text)) return std::max(*date - now, Millis(0));
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
      if (const auto span = sensible(in_ms ? number : number * 1000)) return span;
    }
  }
  for (const auto& [key, value] : *object)
    if (const auto found = from_body(value, depth + 1)) return found;
  return std::nullopt;
}

// A reset is a duration, or a moment as seconds or milliseconds since 1970, or RFC 3339.
std::optional<Millis> until_reset(std::string_view text, UtcMs now) {
  constexpr double kMomentInSeconds = 1e9;
  constexpr double kMomentInMs = 1e12;
  text = trim(text);
  std::string_view rest = text;
  const auto number = rest.empty() ? std::nullopt : take_number(rest);
  if (number && rest.empty() && *number >= kMomentInSeconds) {
    const double moment = *number >= kMomentInMs ? *number : *number * 1000;
    return sensible(std::max(moment - static_cast<double>(now.value), 0.0));
  }
  if (const auto at = from_rfc3339(text)) return std::max(*at - now, Millis(0));
  return parse_span(text);
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
    const auto wait = reset ? until_reset(*reset, now) : std::nullopt;
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

std::optional<Millis> parse_span(std::string_view text) {
  text = trim(text);
  if (text.empty()) return std::nullopt;
  const auto span = take_span(text);
  if (!span || !trim(text).empty()) return std::nullopt;
  return span;
}

std::optional<UtcMs> parse_http_date(std::string_view text) {
  // "Thu, 15 Jan 2026 10:01:30 GMT"; the weekday is not checked.
  constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
  text = trim(text);
  if (text.size() != 29 || text.substr(3, 2) != ", " || text.substr(25) != " GMT")
    return std::nullopt;
  const auto number = [&](std::size_t at, std::size_t size) {
    int value = -1;
    const char* end = text.data() + at + size;
    const auto read = std::from_chars(text.data() + at, end, value);
    return read.ptr == end ? value : -1;
  };
  const std::size_t month = kMonths.find(text.substr(8, 3));
  const std::chrono::year_month_day date{
      std::chrono::year(number(12, 4)),
      std::chrono::month(month % 3 == 0 ? static_cast<unsigned>(month / 3) + 1 : 0),
      std::chrono::day(static_cast<unsigned>(std::max(number(5, 2), 0)))};
  const int hour = number(17, 2);
  const int minute = number(20, 2);
  const int second = number(23, 2);
  if (!date.ok() || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60)
    return std::nullopt;
  const auto moment = std::chrono::sys_days(date) + std::chrono::hours(hour) +
                      std::chrono::minutes(minute) + std::chrono::seconds(second);
  return UtcMs{Millis(moment.time_since_epoch()).count()};
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
    if (const auto wait = from_retry_after(*text, now)) return wait;
  if (const auto wait = from_body(body)) return wait;
  if (const auto wait = wait_in_words(message)) return wait;
  if (const auto wait = from_buckets(headers, now)) return wait;
  return from_buckets(headers_in(body), now);
}

}  // namespace fm
