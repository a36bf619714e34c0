#include "engine/log/event_body.h"

#include <algorithm>
#include <cstdint>

namespace fm::body {

const Json* field(const Event& event, std::string_view key) { return find_at(event.body, key); }

std::string text(const Event& event, std::string_view key) { return std::string(event.text(key)); }

std::vector<std::string> texts(const Event& event, std::string_view key) {
  return texts_at(event.body, key);
}

std::map<std::string, std::string> text_map(const Event& event, std::string_view key) {
  return text_map_at(event.body, key);
}

bool flag(const Event& event, std::string_view key) { return bool_at(event.body, key); }

std::optional<int> integer(const Json* value) {
  constexpr std::int64_t kMost = 1'000'000;
  if (value == nullptr || !value->is_int64()) return std::nullopt;
  return static_cast<int>(std::clamp(value->get_int64(), -kMost, kMost));
}

int integer(const Event& event, std::string_view key, int fallback) {
  return integer(field(event, key)).value_or(fallback);
}

std::optional<Error> error(const Event& event) {
  const Json* value = field(event, "error");
  if (value == nullptr || !value->is_object()) return std::nullopt;
  return error_from_json(*value);
}

}  // namespace fm::body
