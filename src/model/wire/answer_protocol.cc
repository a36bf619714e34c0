#include "model/wire/answer_protocol.h"

#include <utility>

namespace fm {

ModelError answer_failure(ModelErrorKind kind, std::string message) {
  ModelError error;
  error.kind = kind;
  error.message = std::move(message);
  return error;
}

void update_count(std::int64_t& count, const Json& object, std::string_view key) {
  constexpr std::int64_t kMost = std::int64_t{1} << 50;  // sums of such stay numbers
  const std::int64_t now = int_at(object, key, count);
  if (now > 0 && now <= kMost) count = now;
}

std::string joined_text(const Json& value) {
  if (const auto* text = value.if_string()) return std::string(*text);
  if (value.is_object()) return std::string(text_at(value, "text"));
  std::string joined;
  if (const auto* list = value.if_array())
    for (const Json& part : *list) joined += joined_text(part);
  return joined;
}

}  // namespace fm
