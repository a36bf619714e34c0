#include "server/wire/messages.h"

#include <charconv>

namespace fm::server {

std::string event_message(std::int64_t watch, const Event& event) {
  return "e" + std::to_string(watch) + " " + encode(event);
}

std::optional<EventLine> read_event_message(std::string_view message) {
  if (!message.starts_with('e')) return std::nullopt;
  EventLine event;
  const char* end = message.data() + message.size();
  const auto [at, failed] = std::from_chars(message.data() + 1, end, event.watch);
  if (failed != std::errc() || at == end || *at != ' ') return std::nullopt;
  event.line = message.substr(static_cast<std::size_t>(at + 1 - message.data()));
  return event;
}

}  // namespace fm::server
