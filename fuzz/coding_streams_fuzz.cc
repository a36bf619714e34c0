// Any bytes as what a coding agent says: nothing crashes, however they are cut the events are the
// same, all texts can be shown, and nothing succeeds without a last event (S-21).
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "coding/stream/coding_stream.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

struct Heard {
  std::vector<fm::CodingEvent> events;
  fm::CodingEnd end;
};

Heard hear(fm::StreamFamily family, std::string_view text, std::size_t piece) {
  fm::CodingStream stream(family);
  Heard heard;
  const auto take = [&](const std::vector<fm::CodingEvent>& more) {
    heard.events.insert(heard.events.end(), more.begin(), more.end());
  };
  for (std::size_t at = 0; at < text.size(); at += piece) take(stream.feed(text.substr(at, piece)));
  take(stream.finish());
  heard.end = stream.end(true);
  return heard;
}

void check_text(std::string_view text) {
  require(fm::is_utf8(text));
  require(fm::clean(text).removed == 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  constexpr int kFamilies = 7;
  const auto family = static_cast<fm::StreamFamily>(data[0] % kFamilies);
  const std::size_t piece = 1 + data[1] % 16;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  const Heard whole = hear(family, text, text.size() + 1);
  const Heard cut = hear(family, text, piece);
  require(whole.events == cut.events);
  require(whole.end == cut.end);
  for (const fm::CodingEvent& event : whole.events) {
    check_text(event.text);
    check_text(event.name);
    check_text(event.id);
  }
  check_text(whole.end.said);
  check_text(whole.end.error);
  require(!whole.end.session.starts_with('-'));
  require(!whole.end.ok || (whole.end.has_ended && whole.end.error.empty()));
  return 0;
}
