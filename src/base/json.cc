#include "base/json.h"

#include <algorithm>
#include <utility>

namespace fm {
namespace {

namespace bj = boost::json;

std::string_view view(const bj::string& text) { return {text.data(), text.size()}; }

}  // namespace

bool contains_double(const Json& value) {
  if (value.is_double()) return true;
  if (const JsonArray* array = value.if_array())
    return std::ranges::any_of(*array, contains_double);
  if (const JsonObject* object = value.if_object()) {
    return std::ranges::any_of(
        *object, [](const bj::key_value_pair& member) { return contains_double(member.value()); });
  }
  return false;
}

const Json* find_at(ObjectRef object, std::string_view key) {
  return object.object() == nullptr
             ? nullptr
             : object.object()->if_contains(bj::string_view(key.data(), key.size()));
}

std::string_view text_at(ObjectRef object, std::string_view key, std::string_view fallback) {
  const Json* found = find_at(object, key);
  return found != nullptr && found->is_string() ? view(found->get_string()) : fallback;
}

std::int64_t int_at(ObjectRef object, std::string_view key, std::int64_t fallback) {
  const Json* found = find_at(object, key);
  if (found == nullptr) return fallback;
  if (const std::int64_t* number = found->if_int64()) return *number;
  const std::uint64_t* number = found->if_uint64();
  return number != nullptr && std::in_range<std::int64_t>(*number)
             ? static_cast<std::int64_t>(*number)
             : fallback;
}

bool bool_at(ObjectRef object, std::string_view key, bool fallback) {
  const Json* found = find_at(object, key);
  return found != nullptr && found->is_bool() ? found->get_bool() : fallback;
}

std::vector<std::string> texts_at(ObjectRef object, std::string_view key) {
  std::vector<std::string> texts;
  const Json* found = find_at(object, key);
  if (found == nullptr || !found->is_array()) return texts;
  for (const Json& item : found->get_array()) {
    if (item.is_string()) texts.emplace_back(view(item.get_string()));
  }
  return texts;
}

std::map<std::string, std::string> text_map_at(ObjectRef object, std::string_view key) {
  std::map<std::string, std::string> map;
  const Json* found = find_at(object, key);
  if (!found || !found->is_object()) return map;
  for (const auto& member : found->get_object())
    if (member.value().is_string())
      map.emplace(member.key(), std::string(member.value().get_string()));
  return map;
}

JsonObject to_json(const std::map<std::string, std::string>& texts) {
  JsonObject object;
  for (const auto& [key, text] : texts) object[key] = text;
  return object;
}

JsonArray to_json(const std::vector<std::string>& texts) {
  JsonArray array;
  array.reserve(texts.size());
  for (const std::string& text : texts) array.emplace_back(text);
  return array;
}

JsonObject to_json(const Error& error) {
  return {{"code", error.code},
          {"message", error.message},
          {"cause", error.cause},
          {"cure", error.cure}};
}

Error error_from_json(ObjectRef object) {
  const auto member = [&](std::string_view key) { return std::string(text_at(object, key)); };
  return {member("code"), member("message"), member("cause"), member("cure")};
}

}  // namespace fm
