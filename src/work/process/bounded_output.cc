#include "work/process/bounded_output.h"

#include <algorithm>

#include "base/figures.h"
#include "base/utf8.h"

namespace fm {
namespace {

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// At most this much is given up so that a line, or else a character, stays whole.
constexpr std::size_t kShortLine = 4096;

std::string_view whole_beginning(std::string_view text) {
  const std::size_t line = text.rfind('\n');
  if (line != std::string_view::npos && text.size() - line <= kShortLine)
    return text.substr(0, line + 1);
  std::size_t last = text.size();
  while (last > 0 && text.size() - last < 3 && continues(text[last - 1])) --last;
  // What begins here is whole, or no character at all, or cut.
  if (last == 0) return text;
  const Decoded decoded = decode_utf8(text.substr(last - 1));
  return decoded.valid || decoded.length < text.size() - last + 1 ? text : text.substr(0, last - 1);
}

std::string_view whole_ending(std::string_view text) {
  const std::size_t line = text.find('\n');
  if (line < kShortLine && line + 1 < text.size()) return text.substr(line + 1);
  std::size_t first = 0;
  while (first < text.size() && first < 3 && continues(text[first])) ++first;
  return text.substr(first);
}

std::int64_t newlines(std::string_view text) { return std::ranges::count(text, '\n'); }

}  // namespace

void BoundedOutput::add(std::string_view bytes) {
  bytes_ += static_cast<std::int64_t>(bytes.size());
  const std::size_t fits = std::min(bytes.size(), half_ - head_.size());
  head_ += bytes.substr(0, fits);
  bytes.remove_prefix(fits);
  if (bytes.size() > half_) {  // all that was there is left out, and the beginning of this
    lines_left_out_ += newlines(tail_) + newlines(bytes.substr(0, bytes.size() - half_));
    tail_ = bytes.substr(bytes.size() - half_);
    return;
  }
  tail_ += bytes;
  if (tail_.size() > 2 * half_) {
    const std::size_t over = tail_.size() - half_;
    lines_left_out_ += newlines(std::string_view(tail_).substr(0, over));
    tail_.erase(0, over);
  }
}

bool BoundedOutput::is_cut() const {
  return bytes_ > static_cast<std::int64_t>(head_.size() + half_);
}

std::string BoundedOutput::text() const {
  if (!is_cut()) return head_ + tail_;
  const std::string_view all_tail = tail_;
  const std::string_view tail = all_tail.substr(all_tail.size() - half_);
  const std::string_view first = whole_beginning(head_);
  const std::string_view last = whole_ending(tail);
  const std::int64_t out = bytes_ - static_cast<std::int64_t>(first.size() + last.size());
  const std::int64_t lines =
      lines_left_out_ + newlines(head_) - newlines(first) + newlines(all_tail) - newlines(last);
  std::string text(first);
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  text += "[... " + thousands(out) + " bytes left out here";
  if (lines > 0) text += ", " + thousands(lines) + (lines == 1 ? " line" : " lines");
  text += " ...]\n";
  text += last;
  return text;
}

}  // namespace fm
