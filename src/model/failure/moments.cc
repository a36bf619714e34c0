#include "model/failure/moments.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <string>

#include "base/text.h"
#include "model/failure/take_span.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

// Number of digits alone; -1: it is none.
int number_in(std::string_view text) {
  int value = -1;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
  return is_whole && !text.empty() && is_ascii_digit(text.front()) ? value : -1;
}

// The month that the word begins with, in three letters; 0: none.
unsigned month_in(std::string_view word) {
  constexpr std::string_view kMonths = "janfebmaraprmayjunjulaugsepoctnovdec";
  const std::string lower = ascii_lower(word.substr(0, 3));
  const auto at = lower.size() == 3 ? kMonths.find(lower) : kMonths.npos;
  return at == kMonths.npos || at % 3 != 0 ? 0 : static_cast<unsigned>(at / 3) + 1;
}

bool is_weekday(std::string_view word) {
  constexpr std::string_view kDays = "montuewedthufrisatsun";
  const std::string lower = ascii_lower(word.substr(0, 3));
  const auto at = lower.size() == 3 ? kDays.find(lower) : kDays.npos;
  return at != kDays.npos && at % 3 == 0;
}

// Minutes east of Greenwich: "GMT", "+0000", "-08:00".
std::optional<int> zone_in(std::string_view word) {
  const std::string lower = ascii_lower(word);
  if (lower == "gmt" || lower == "utc" || lower == "ut" || lower == "z") return 0;
  if (word.empty() || (word[0] != '+' && word[0] != '-')) return std::nullopt;
  std::string digits(word.substr(1));
  std::erase(digits, ':');
  const int number = digits.size() == 4 ? number_in(digits) : -1;
  if (number < 0 || number / 100 > 14 || number % 100 > 59) return std::nullopt;
  const int minutes = number / 100 * 60 + number % 100;
  return word[0] == '-' ? -minutes : minutes;
}

struct Parts {
  int day = -1;
  unsigned month = 0;
  int year = -1;
  std::string_view time;
  int zone = 0;  // minutes

  // Whether the word has its place in a date.
  bool take(std::string_view word) {
    if (word.contains(':') && is_ascii_digit(word.front()) && time.empty()) {
      time = word;
      return true;
    }
    if (const auto minutes = zone_in(word)) {
      zone = *minutes;
      return true;
    }
    const int number = number_in(word);
    if (number < 0 && month == 0 && month_in(word) != 0) {
      month = month_in(word);
      return true;
    }
    if (number < 0) return is_weekday(word);
    if (day < 0 && word.size() <= 2) {
      day = number;
      return true;
    }
    if (year >= 0 || (word.size() != 4 && word.size() != 2)) return false;
    constexpr int kPivot = 70;  // two digits are of this century, or of the end of the last one
    year = word.size() == 4 ? number : number + (number < kPivot ? 2000 : 1900);
    return true;
  }

  std::optional<UtcMs> moment() const {
    const std::chrono::year_month_day date{
        std::chrono::year(year), std::chrono::month(month),
        std::chrono::day(static_cast<unsigned>(std::max(day, 0)))};
    if (year < 0 || time.size() != 8 || time[2] != ':' || time[5] != ':' || !date.ok())
      return std::nullopt;
    const int hour = number_in(time.substr(0, 2));
    const int minute = number_in(time.substr(3, 2));
    const int second = number_in(time.substr(6, 2));
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60)
      return std::nullopt;
    const auto at = std::chrono::sys_days(date) + std::chrono::hours(hour) +
                    std::chrono::minutes(minute - zone) + std::chrono::seconds(second);
    return UtcMs{Millis(at.time_since_epoch()).count()};
  }
};

// "Thu, 15 Jan 2026 10:01:30 GMT", "Thursday, 15-Jan-26 10:01:30 GMT", "Thu Jan 15 10:01:30 2026";
// the weekday is not checked.
std::optional<UtcMs> parse_http_date(std::string_view text) {
  Parts parts;
  while (!text.empty()) {
    const std::size_t begin = text.find_first_not_of(" ,");
    if (begin == text.npos) break;
    text.remove_prefix(begin);
    // A hyphen stands between the parts of a date, and before a zone.
    const bool is_sign = text[0] == '-' || text[0] == '+';
    const std::size_t length = std::min(text.find_first_of(is_sign ? " ," : " ,-", 1), text.size());
    if (!parts.take(text.substr(0, length))) return std::nullopt;
    text.remove_prefix(length);
    const bool is_date = parts.time.empty() && text.size() > 1 && text[0] == '-';
    if (is_date) text.remove_prefix(1);
  }
  return parts.moment();
}

// RFC 3339, or nearly: "2026-09-23 18:45:35", "2026-09-23T18:45:35.5", "... +00:00", "... UTC".
std::optional<UtcMs> parse_iso(std::string_view text) {
  constexpr std::size_t kSeconds = 19;  // up to there
  if (text.size() < kSeconds || text[4] != '-' || text[13] != ':') return std::nullopt;
  std::string date(text.substr(0, kSeconds));
  date[10] = 'T';
  std::string_view rest = text.substr(kSeconds);
  if (rest.starts_with('.')) {
    const std::size_t end = std::min(rest.find_first_not_of("0123456789", 1), rest.size());
    date += rest.substr(0, end);
    rest.remove_prefix(end);
  }
  rest = trim(rest);
  const auto zone = rest.empty() ? std::optional(0) : zone_in(rest);
  const auto at = from_rfc3339(date + "Z");
  if (!zone || !at) return std::nullopt;
  return *at + -Millis(std::chrono::minutes(*zone));
}

std::optional<UtcMs> parse_epoch(std::string_view text) {
  constexpr double kFirstSecond = 1e9;  // from 2001 on; smaller numbers are spans
  constexpr double kFirstMs = 1e12;
  constexpr double kLastMs = 1e14;
  const auto number = text.empty() ? std::nullopt : take_number(text);
  if (!number || !text.empty() || *number < kFirstSecond) return std::nullopt;
  const double ms = *number >= kFirstMs ? *number : *number * 1000;
  return ms <= kLastMs ? std::optional(UtcMs{static_cast<std::int64_t>(ms)}) : std::nullopt;
}

}  // namespace

std::optional<UtcMs> parse_moment(std::string_view text) {
  text = trim(text.substr(text.rfind('|') + 1));
  if (const auto at = parse_epoch(text)) return at;
  if (const auto at = parse_iso(text)) return at;
  return parse_http_date(text);
}

std::optional<UtcMs> moment_at(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  const auto is_in_word = [](char c) {
    return is_ascii_digit(c) || is_ascii_letter(c) || c == ':';
  };
  std::optional<UtcMs> found;
  for (std::size_t end = 1; end <= std::min(text.size(), kLongest); ++end) {
    if (!is_in_word(text[end - 1]) || (end < text.size() && is_in_word(text[end]))) continue;
    if (const auto at = parse_moment(text.substr(0, end))) found = at;
  }
  return found;
}

std::optional<Millis> parse_span(std::string_view text) {
  text = trim(text);
  const std::string iso = ascii_lower(text.substr(0, 2)) == "pt" ? ascii_lower(text.substr(2)) : "";
  if (!iso.empty()) text = iso;
  if (text.empty()) return std::nullopt;
  const auto span = take_span(text);
  if (!span || !trim(text).empty()) return std::nullopt;
  return span;
}

std::optional<Millis> wait_until(std::string_view text, UtcMs now) {
  if (const auto at = parse_moment(text))
    return sensible_span(static_cast<double>(std::max(*at - now, Millis(0)).count()));
  return parse_span(text);
}

}  // namespace fm
