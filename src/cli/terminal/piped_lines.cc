#include "cli/terminal/piped_lines.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

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
  const bool whole = end != text_.npos || text_.size() >= kLongest || over_;
  if (!whole) return false;
  watch_.reset();
  std::optional<std::string> line;
  if (end != text_.npos) {
    line = text_.substr(0, end);
    text_.erase(0, end + 1);
  } else if (!text_.empty()) {
    line = std::exchange(text_, {});
  }
  if (line && line->ends_with('\r')) line->pop_back();
  std::exchange(got_, nullptr)(std::move(line));
  return true;
}

void PipedLines::read() {
  std::array<char, 4096> bytes{};
  const ssize_t count = ::read(fd_, bytes.data(), bytes.size());
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count <= 0) over_ = true;
  if (count > 0) text_.append(bytes.data(), static_cast<std::size_t>(count));
}

}  // namespace fm::cli
