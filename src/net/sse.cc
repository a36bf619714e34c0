#include "net/sse.h"

namespace fm {
namespace {

constexpr std::size_t kKeep = 64 << 10;  // a larger buffer is given back after its event

std::string_view without_space(std::string_view value) {
  return value.starts_with(' ') ? value.substr(1) : value;
}

}  // namespace

Result<void> SseReader::feed(std::string_view bytes, const OnEvent& on_event) {
  if (!too_long_) TRY(lines_.feed(bytes, [&](std::string_view text) { line(text, on_event); }));
  if (!too_long_) return {};
  return fail("stream_event_too_long", "The server sent one event of more than 8 MiB.",
              "A stream of events has short ones; this is a fault there.",
              "Check the base URL and what answers there.");
}

void SseReader::finish(const OnEvent& on_event) {
  const std::string rest = lines_.take_rest();
  if (!rest.empty()) line(rest, on_event);
  dispatch(SseKind::kUnfinished, on_event);
}

void SseReader::line(std::string_view text, const OnEvent& on_event) {
  if (too_long_) return;
  if (text.empty()) return dispatch(SseKind::kEvent, on_event);
  if (text.starts_with('{')) return on_event({SseKind::kBareJson, {}, text});

  const std::size_t colon = text.find(':');
  const std::string_view field = text.substr(0, colon);
  const std::string_view value =
      colon == std::string_view::npos ? std::string_view() : without_space(text.substr(colon + 1));
  if (field == "data") {
    add_data(value);
  } else if (field == "event") {
    type_ = value;
  } else if (field == "error") {
    on_event({SseKind::kErrorField, type_, value});
  }  // comments have an empty name; id, retry and unknown fields mean nothing here
}

void SseReader::add_data(std::string_view value) {
  if (value.starts_with("data:")) value = without_space(value.substr(5));
  if (value.starts_with(':')) return;
  if (data_.size() + value.size() > LineReader::kLimit) {
    too_long_ = true;
    has_data_ = false;
    return;
  }
  if (has_data_) data_ += '\n';
  data_ += value;
  has_data_ = true;
}

void SseReader::dispatch(SseKind kind, const OnEvent& on_event) {
  if (has_data_) on_event({.kind = kind, .type = type_, .data = data_});
  type_.clear();
  data_.clear();
  if (data_.capacity() > kKeep) data_.shrink_to_fit();
  has_data_ = false;
}

}  // namespace fm
