#include "cli/terminal/first_line.h"

#include <optional>
#include <utility>

#include "app/message_limits.h"

namespace fm::cli {

Result<void> FirstLine::read(Loop& loop) {
  for (;;) {
    std::optional<std::optional<Result<std::string>>> got;
    lines_.want([&](std::optional<Result<std::string>> line) {
      got = std::move(line);
      loop.stop();
    });
    while (!got) loop.run();
    if (!*got) return read_.empty() ? check_message("") : std::unexpected(read_.back().error());
    Result<std::string>& line = **got;
    if (line && is_blank(*line)) continue;
    read_.push_back(std::move(line));
    if (read_.back()) return {};
  }
}

void FirstLine::want(Got got) {
  if (read_.empty()) return lines_.want(std::move(got));
  Result<std::string> line = std::move(read_.front());
  read_.pop_front();
  got(std::move(line));
}

}  // namespace fm::cli
