#include "coding/stream/coding_stream.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "coding/stream/event_text.h"

namespace fm {
namespace {

constexpr std::size_t kBesideKept = 4'000;  // bytes, the last ones

}  // namespace

void CodingStream::take_line(std::string_view line, std::vector<CodingEvent>& events) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  const std::string_view words = trim(line);
  if (words.empty()) return;
  if (reader_ != nullptr && words.starts_with('{')) {
    if (const auto value = parse_json(words); value && value->is_object())
      return reader_->take(value->get_object(), events);
  }
  const std::string text = event_text(line, kBesideKept);
  if (text.empty()) return;
  beside_ += text + "\n";
  if (beside_.size() > 2 * kBesideKept)
    beside_ = to_utf8(std::string_view(beside_).substr(beside_.size() - kBesideKept));
  // Without a form, words are all there is.
  if (reader_ == nullptr) events.push_back(text_event(text + "\n", true));
}

std::vector<CodingEvent> CodingStream::feed(std::string_view bytes) {
  std::vector<CodingEvent> events;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view part = bytes.substr(0, end);
    if (!too_long_) {
      const std::size_t room = kLongestLine - partial_.size();
      partial_ += part.substr(0, room);
      too_long_ = part.size() > room;
    }
    if (end == bytes.npos) break;
    if (too_long_) {
      if (reader_ != nullptr) reader_->take_cut(partial_);
    } else {
      take_line(partial_, events);
    }
    partial_.clear();
    too_long_ = false;
    bytes.remove_prefix(end + 1);
  }
  return events;
}

std::vector<CodingEvent> CodingStream::finish() { return feed("\n"); }

CodingEnd CodingStream::end(bool exit_ok) const {
  if (reader_ != nullptr) return reader_->end();
  CodingEnd end;
  end.has_ended = true;
  end.ok = exit_ok;
  end.said = std::string(trim(beside_));
  return end;
}

std::string CodingStream::session() const {
  return reader_ == nullptr ? std::string() : reader_->end().session;
}

}  // namespace fm
