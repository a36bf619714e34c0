#include "net/lines.h"

#include <algorithm>
#include <utility>

namespace fm {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kKeep = 64 << 10;  // a larger buffer is given back after its line

}  // namespace

void LineReader::end_line(std::string_view tail, const OnLine& on_line) {
  std::string_view line = tail;
  if (!partial_.empty()) {
    partial_ += tail;
    line = partial_;
  }
  if (std::exchange(at_start_, false) && line.starts_with(kByteOrderMark))
    line.remove_prefix(kByteOrderMark.size());
  on_line(line);
  partial_.clear();
  if (partial_.capacity() > kKeep) partial_.shrink_to_fit();
}

Result<void> LineReader::feed(std::string_view bytes, const OnLine& on_line) {
  while (!failed_ && !bytes.empty()) {
    if (std::exchange(after_cr_, false) && bytes.front() == '\n') {
      bytes.remove_prefix(1);
      continue;
    }
    const auto at = std::ranges::find_if(bytes, [](char c) { return c == '\n' || c == '\r'; });
    const auto end = static_cast<std::size_t>(at - bytes.begin());
    const std::string_view tail = bytes.substr(0, end);
    if (partial_.size() + tail.size() > limit_) {
      failed_ = true;
      std::string().swap(partial_);
    } else if (end == bytes.size()) {
      partial_ += tail;
      return {};
    } else {
      after_cr_ = bytes[end] == '\r';
      bytes.remove_prefix(end + 1);
      end_line(tail, on_line);
    }
  }
  if (!failed_) return {};
  return fail("stream_line_too_long",
              "The server sent a line of more than " + std::to_string(limit_ >> 10) + " KiB.",
              "A stream of events has short lines; this is something else, or a fault there.",
              "Check the base URL and what answers there.");
}

std::string LineReader::take_rest() {
  std::string rest;
  if (!partial_.empty()) end_line({}, [&](std::string_view line) { rest = line; });
  return rest;
}

}  // namespace fm
