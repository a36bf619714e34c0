#include "base/clock.h"

#include <fmt/core.h>

#include <algorithm>
#include <ctime>
#include <optional>

namespace fm {
namespace {

using std::chrono::days;
using std::chrono::sys_days;
using SysMs = std::chrono::sys_time<Millis>;

constexpr SysMs kEarliest{Millis(0)};
constexpr SysMs kLatest = sys_days(std::chrono::year(10000) / 1 / 1) - Millis(1);

// Reads a text from left to right. Once something is missing, every later read fails too.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  int digits(std::size_t count) {
    int number = 0;
    for (; count > 0; --count) number = number * 10 + digit();
    return number;
  }

  // One of `characters`, or 0.
  char one_of(std::string_view characters) {
    if (rest_.empty() || !characters.contains(rest_.front())) {
      good_ = false;
      return 0;
    }
    const char found = rest_.front();
    rest_.remove_prefix(1);
    return found;
  }

  // ".123456" as milliseconds, cut; zero when no fraction is there.
  int fraction() {
    if (!rest_.starts_with('.')) return 0;
    rest_.remove_prefix(1);
    int number = digit() * 100;
    for (int unit = 10; good_ && !rest_.empty() && is_digit(rest_.front()); unit /= 10) {
      number += digit() * unit;
    }
    return number;
  }

  bool good() const { return good_; }
  bool at_end() const { return good_ && rest_.empty(); }

 private:
  static bool is_digit(char character) { return character >= '0' && character <= '9'; }
  int digit() {
    const char found = one_of("0123456789");
    return good_ ? found - '0' : 0;
  }

  std::string_view rest_;
  bool good_ = true;
};

std::optional<sys_days> scan_date(Scanner& scanner) {
  const std::chrono::year year(scanner.digits(4));
  scanner.one_of("-");
  const std::chrono::month month(static_cast<unsigned>(scanner.digits(2)));
  scanner.one_of("-");
  const std::chrono::day day(static_cast<unsigned>(scanner.digits(2)));
  const std::chrono::year_month_day date(year, month, day);
  if (!scanner.good() || !date.ok()) return std::nullopt;
  return sys_days(date);
}

// A leap second (":60") is refused: UtcMs has no place for it.
std::optional<Millis> scan_time_of_day(Scanner& scanner) {
  const std::chrono::hours hours(scanner.digits(2));
  scanner.one_of(":");
  const std::chrono::minutes minutes(scanner.digits(2));
  scanner.one_of(":");
  const std::chrono::seconds seconds(scanner.digits(2));
  const Millis fraction(scanner.fraction());
  const bool in_range = hours.count() < 24 && minutes.count() < 60 && seconds.count() < 60;
  if (!scanner.good() || !in_range) return std::nullopt;
  return hours + minutes + seconds + fraction;
}

std::optional<Millis> scan_offset(Scanner& scanner) {
  const char sign = scanner.one_of("Zz+-");
  if (sign == 'Z' || sign == 'z') return Millis(0);
  const std::chrono::hours hours(scanner.digits(2));
  scanner.one_of(":");
  const std::chrono::minutes minutes(scanner.digits(2));
  if (!scanner.good() || hours.count() > 23 || minutes.count() > 59) return std::nullopt;
  return sign == '-' ? -(hours + minutes) : hours + minutes;
}

std::optional<SysMs> scan_rfc3339(std::string_view text) {
  Scanner scanner(text);
  const auto date = scan_date(scanner);
  scanner.one_of("Tt ");
  const auto time = scan_time_of_day(scanner);
  const auto offset = scan_offset(scanner);
  if (!date || !time || !offset || !scanner.at_end()) return std::nullopt;
  const SysMs at = *date + *time - *offset;
  if (at < kEarliest || at > kLatest) return std::nullopt;
  return at;
}

Millis read_clock(clockid_t id) {
  timespec time{};
  FM_CHECK_FATAL(::clock_gettime(id, &time) == 0, "a clock that Linux always has");
  return std::chrono::floor<Millis>(std::chrono::seconds(time.tv_sec) +
                                    std::chrono::nanoseconds(time.tv_nsec));
}

}  // namespace

std::string to_rfc3339(UtcMs at) {
  const SysMs time = std::clamp(SysMs(Millis(at.value)), kEarliest, kLatest);
  const auto midnight = std::chrono::floor<days>(time);
  const std::chrono::year_month_day date(midnight);
  const std::chrono::hh_mm_ss<Millis> of_day(time - midnight);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     of_day.hours().count(), of_day.minutes().count(), of_day.seconds().count(),
                     of_day.subseconds().count());
}

Result<UtcMs> from_rfc3339(std::string_view text) {
  const auto at = scan_rfc3339(text);
  if (!at) {
    return fail("time_invalid", "The text is not a time that can be read.",
                "A time is written as in RFC 3339, in the years 1970 to 9999.",
                "Write it like 2026-05-01T12:00:00Z or 2026-05-01T14:00:00+02:00.");
  }
  return UtcMs{at->time_since_epoch().count()};
}

std::string to_local_time(UtcMs at) {
  const SysMs time = std::clamp(SysMs(Millis(at.value)), kEarliest, kLatest);
  const std::time_t seconds =
      std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count();
  std::tm parts{};
  ::localtime_r(&seconds, &parts);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min);
}

UtcMs SystemClock::now() const { return {read_clock(CLOCK_REALTIME).count()}; }

Millis SystemClock::steady() const { return read_clock(CLOCK_BOOTTIME); }

}  // namespace fm
