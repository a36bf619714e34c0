#include "model/wire/answer_protocol.h"

#include <utility>

namespace fm {

ModelError answer_failure(ModelErrorKind kind, std::string message) {
  ModelError error;
  error.kind = kind;
  error.message = std::move(message);
  return error;
}

namespace {

// No answer has more; larger numbers are nonsense, or negative ones that lost their sign.
constexpr std::int64_t kMostTokens = 1'000'000'000;

// A count as servers write it: a number, whole or not, or one in a string. 0: none that makes
// sense.
std::int64_t count_of(const Json& value) {
  double number = 0;
  if (const auto* whole = value.if_int64()) {
    return *whole > 0 && *whole <= kMostTokens ? *whole : 0;
  } else if (const auto* part = value.if_double()) {
    number = *part;
  } else if (const auto* text = value.if_string()) {
    const auto read = parse_json(*text);
    return read && read->is_number() ? count_of(*read) : 0;
  }
  return number >= 1 && number <= static_cast<double>(kMostTokens)
             ? static_cast<std::int64_t>(number)
             : 0;
}

}  // namespace

void update_count(std::int64_t& count, const Json& object, std::string_view key) {
  const Json* value = find_at(object, key);
  const std::int64_t now = value == nullptr ? 0 : count_of(*value);
  if (now > 0) count = now;
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
