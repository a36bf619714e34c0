#include "cli/terminal/piped_lines.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "app/message_limits.h"

namespace fm::cli {

void PipedLines::want(Got got) {
  got_ = std::move(got);
  if (give()) return;
  watch_ = loop_.watch(fd_, FdEvents::kRead, [this](FdEvents) {
    read();
    give();
  });
}

// Hands over what was asked for when it is there. Whoever gets it may ask at once for more, or
// destroy this object.
bool PipedLines::give() {
  if (!got_) return true;
  const std::size_t end = text_.find('\n');
  too_long_ = too_long_ || std::min(end, text_.size()) > kMessageLimit;
  if (end == text_.npos && !over_) {
    if (too_long_) text_.clear();
    return false;
  }
  watch_.reset();
  std::exchange(got_, nullptr)(take(end));
  return true;
}

std::optional<Result<std::string>> PipedLines::take(std::size_t end) {
  const bool last = end == text_.npos;
  std::string line = text_.substr(0, end);
  text_.erase(0, last ? end : end + 1);
  if (std::exchange(too_long_, false)) return text_too_long("line", kMessageLimit);
  if (last && line.empty()) return std::nullopt;
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

void PipedLines::read() {
  std::array<char, 4096> bytes{};
  const ssize_t count = ::read(fd_, bytes.data(), bytes.size());
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count <= 0) over_ = true;
  if (count > 0) text_.append(bytes.data(), static_cast<std::size_t>(count));
}

}  // namespace fm::cli
