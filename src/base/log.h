// The program's own log, for those who run it: one JSON object a line, with time, level, event and
// fields. What happens in a room is not here but in the journal.
//
// A Log is made in main and passed by reference; any thread may write to it. Writing never waits:
// if nobody reads the lines, they are dropped, counted, and the count is said as "log.dropped".
// Nothing in it survives a crash but what the writer's thread has already written.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/clock.h"

namespace fm {

enum class LogLevel { kDebug, kInfo, kWarn, kError };

std::string_view to_text(LogLevel level);  // debug, info, warn, error

// A key with a value. Lives only as long as the call it is an argument of.
struct LogField {
  template <std::integral Number>
  LogField(std::string_view name, Number number) : key(name), value(as_value(number)) {}
  LogField(std::string_view name, std::string_view text) : key(name), value(text) {}
  LogField(std::string_view name, const char* text) : key(name), value(std::string_view(text)) {}
  LogField(std::string_view name, const std::string& text)
      : key(name), value(std::string_view(text)) {}
  LogField(std::string_view name, Millis span)
      : key(name), value(static_cast<std::int64_t>(span.count())) {}

  std::string_view key;
  std::variant<bool, std::int64_t, std::uint64_t, std::string_view> value;

 private:
  template <class Number>
  static decltype(value) as_value(Number number) {
    if constexpr (std::same_as<Number, bool>) {
      return number;
    } else if constexpr (std::signed_integral<Number>) {
      return std::int64_t{number};
    } else {
      return std::uint64_t{number};
    }
  }
};

using LogFields = std::initializer_list<LogField>;

class Log {
 public:
  virtual ~Log() = default;

  // `event` is a stable name such as "journal.opened"; words for people go into a field. Texts over
  // 4 KiB are cut. Example: log.warn("model.retry", {{"model", model}, {"attempt", 2}});
  void debug(std::string_view event, LogFields fields = {});
  void info(std::string_view event, LogFields fields = {});
  void warn(std::string_view event, LogFields fields = {});
  void error(std::string_view event, LogFields fields = {});
  void write(LogLevel level, std::string_view event, LogFields fields);

  bool is_on(LogLevel level) const { return level >= lowest_; }

 protected:
  Log(const Clock& clock, LogLevel lowest) : clock_(clock), lowest_(lowest) {}
  std::string line(LogLevel level, std::string_view event, LogFields fields) const;

 private:
  virtual void put(std::string line) = 0;  // with its \n; may be called from any thread

  const Clock& clock_;
  LogLevel lowest_;
};

struct LogOptions {
  LogLevel lowest = LogLevel::kInfo;
  std::size_t queue_bytes = std::size_t{1} << 20;
  Millis closing_limit{500};  // how long the destructor waits for a reader that does not read
};

// Writes to a duplicate of `fd` from a thread of its own. `clock` must outlive it.
std::unique_ptr<Log> make_fd_log(int fd, const Clock& clock, LogOptions options = {});

// Keeps the lines, for tests. Time is that of a FakeClock that stands still.
class MemoryLog final : public Log {
 public:
  explicit MemoryLog(LogLevel lowest = LogLevel::kDebug) : Log(still_clock(), lowest) {}
  std::vector<std::string> lines() const;  // without their \n

 private:
  static const Clock& still_clock();
  void put(std::string line) override;

  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
};

// Keeps nothing.
std::unique_ptr<Log> make_null_log();

}  // namespace fm
