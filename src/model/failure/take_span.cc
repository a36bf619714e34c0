#include "model/failure/take_span.h"

#include <array>
#include <charconv>
#include <cmath>

#include "reading/json/chars.h"

namespace fm {
namespace {

constexpr double kLongest = 366.0 * 86'400'000;  // in ms; nobody means a longer one

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

}  // namespace

std::optional<Millis> sensible_span(double ms) {
  if (!(ms >= 0 && ms <= kLongest)) return std::nullopt;  // NaN fails both
  return Millis(static_cast<std::int64_t>(std::llround(ms)));
}

std::optional<double> take_number(std::string_view& text) {
  double value = 0;
  const auto [end, failure] =
      std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (failure != std::errc() || !(text.front() == '.' || is_ascii_digit(text.front())))
    return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

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
      return sensible_span(*number * 1000);
    }
    ms += *number * unit->ms;
    any = true;
    text = rest;
  }
  if (!any) return std::nullopt;
  return sensible_span(ms);
}

}  // namespace fm
