#include "cli/terminal/line_history.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <utility>

#include "base/json.h"
#include "base/text.h"

namespace fm::cli {
namespace {

constexpr mode_t kMine = 0600;
constexpr std::size_t kMostRead = std::size_t{16} << 20;  // of a file that somebody else has filled

std::string read_file(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return {};
  std::string text;
  std::array<char, 65536> bytes{};
  ssize_t count = 0;
  while (text.size() < kMostRead && (count = ::read(fd, bytes.data(), bytes.size())) > 0)
    text.append(bytes.data(), static_cast<std::size_t>(count));
  ::close(fd);
  return text;
}

// Whole or not at all would need a temporary file; a torn last line is passed over when reading.
bool write_file(const std::string& path, int flags, std::string_view text) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | flags, kMine);
  if (fd < 0) return false;
  ::fchmod(fd, kMine);
  while (!text.empty()) {
    const ssize_t count = ::write(fd, text.data(), text.size());
    if (count <= 0) break;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  ::close(fd);
  return text.empty();
}

std::string as_line(const std::string& text) { return canonical(Json(text)) + "\n"; }

}  // namespace

LineHistory::LineHistory(std::string path, Redactor redactor)
    : path_(std::move(path)), redactor_(std::move(redactor)) {
  if (!path_.empty()) load();
}

void LineHistory::load() {
  const std::string text = read_file(path_);
  for (const std::string_view row : split_lines(text)) {
    const auto line = parse_json(row);
    if (line && line->is_string()) lines_.emplace_back(std::string_view(line->as_string()));
  }
  if (lines_.size() > kMost) rewrite();
}

void LineHistory::add(std::string_view line) {
  if (trim(line).empty() || line.starts_with(' ') || line.size() > kLongest) return;
  std::string kept = redactor_.redact(line);
  if (!lines_.empty() && lines_.back() == kept) return;
  lines_.push_back(std::move(kept));
  if (path_.empty()) return;
  if (lines_.size() > kMost + kMost / 4) return rewrite();
  append(lines_.back());
}

void LineHistory::append(const std::string& line) { write_file(path_, O_APPEND, as_line(line)); }

// The newest ones into a new file, which then takes the old one's place.
void LineHistory::rewrite() {
  if (lines_.size() > kMost)
    lines_.erase(lines_.begin(), lines_.end() - static_cast<std::ptrdiff_t>(kMost));
  std::string text;
  for (const std::string& line : lines_) text += as_line(line);
  const std::string other = path_ + ".new";
  ::unlink(other.c_str());
  if (write_file(other, O_EXCL, text)) ::rename(other.c_str(), path_.c_str());
}

}  // namespace fm::cli
