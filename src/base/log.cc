#include "base/log.h"

#include "base/json.h"
#include "base/log_writer.h"
#include "base/text.h"

namespace fm {
namespace {

constexpr std::size_t kLongestText = 4096;

void append_text(std::string& out, std::string_view text) {
  if (text.size() <= kLongestText) return append_json_string(out, text);
  append_json_string(out, std::string(cut_bytes(text, kLongestText)) + "…");
}

void append_value(std::string& out, const LogField& field) {
  if (const auto* text = std::get_if<std::string_view>(&field.value)) {
    append_text(out, *text);
  } else if (const bool* yes = std::get_if<bool>(&field.value)) {
    out += *yes ? "true" : "false";
  } else if (const auto* number = std::get_if<std::int64_t>(&field.value)) {
    out += std::to_string(*number);
  } else {
    out += std::to_string(std::get<std::uint64_t>(field.value));
  }
}

class FdLog final : public Log {
 public:
  FdLog(int fd, const Clock& clock, const LogOptions& options)
      : Log(clock, options.lowest),
        closing_limit_(options.closing_limit),
        writer_(fd, options.queue_bytes) {}
  ~FdLog() override { writer_.close(dropped_line(), closing_limit_); }
  FdLog(const FdLog&) = delete;
  FdLog& operator=(const FdLog&) = delete;

 private:
  // Once lines were dropped, the next one is only taken together with the word of it.
  void put(std::string line) override {
    const std::lock_guard lock(mutex_);
    if (writer_.put(dropped_line() + line)) {
      dropped_ = 0;
    } else {
      ++dropped_;
    }
  }

  std::string dropped_line() const {
    if (dropped_ == 0) return {};
    return line(LogLevel::kWarn, "log.dropped", {{"lines", dropped_}});
  }

  const Millis closing_limit_;
  std::mutex mutex_;
  std::uint64_t dropped_ = 0;
  LogWriter writer_;
};

class NullLog final : public Log {
 public:
  explicit NullLog(std::unique_ptr<FakeClock> clock)
      : Log(*clock, LogLevel::kError), clock_(std::move(clock)) {}

 private:
  void put(std::string) override {}
  std::unique_ptr<FakeClock> clock_;
};

}  // namespace

std::string_view to_text(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return "debug";
    case LogLevel::kInfo:
      return "info";
    case LogLevel::kWarn:
      return "warn";
    case LogLevel::kError:
      return "error";
  }
  return "error";
}

void Log::debug(std::string_view event, LogFields fields) {
  write(LogLevel::kDebug, event, fields);
}

void Log::info(std::string_view event, LogFields fields) { write(LogLevel::kInfo, event, fields); }

void Log::warn(std::string_view event, LogFields fields) { write(LogLevel::kWarn, event, fields); }

void Log::error(std::string_view event, LogFields fields) {
  write(LogLevel::kError, event, fields);
}

void Log::write(LogLevel level, std::string_view event, LogFields fields) {
  if (is_on(level)) put(line(level, event, fields));
}

std::string Log::line(LogLevel level, std::string_view event, LogFields fields) const {
  std::string out = R"({"at":")" + to_rfc3339(clock_.now()) + R"(","level":")";
  out += to_text(level);
  out += R"(","event":)";
  append_text(out, event);
  for (const LogField& field : fields) {
    out += ',';
    append_text(out, field.key);
    out += ':';
    append_value(out, field);
  }
  out += "}\n";
  return out;
}

std::unique_ptr<Log> make_fd_log(int fd, const Clock& clock, LogOptions options) {
  return std::make_unique<FdLog>(fd, clock, options);
}

std::vector<std::string> MemoryLog::lines() const {
  const std::lock_guard lock(mutex_);
  return lines_;
}

const Clock& MemoryLog::still_clock() {
  static const FakeClock kClock;
  return kClock;
}

void MemoryLog::put(std::string line) {
  line.pop_back();
  const std::lock_guard lock(mutex_);
  lines_.push_back(std::move(line));
}

std::unique_ptr<Log> make_null_log() {
  return std::make_unique<NullLog>(std::make_unique<FakeClock>());
}

}  // namespace fm
