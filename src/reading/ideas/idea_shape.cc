#include "reading/ideas/idea_shape.h"

#include <algorithm>

#include "reading/ideas/score_fields.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"

namespace fm {
namespace {

using namespace idea_names;

std::string_view view(boost::json::string_view text) { return {text.data(), text.size()}; }

}  // namespace

bool is_numbering(std::string_view key) {
  std::string squashed = squash(key);
  if (squashed.starts_with("idea")) squashed.erase(0, 4);
  return !squashed.empty() && std::ranges::all_of(squashed, is_ascii_digit);
}

std::string usual_case(std::string_view key) {
  const auto upper = [](char character) { return character != ascii_lower(character); };
  const bool all = std::ranges::all_of(
      key, [&](char character) { return upper(character) || !is_ascii_letter(character); });
  const bool first = !key.empty() && std::ranges::none_of(key.substr(1), upper);
  return all || first ? ascii_lower(key) : std::string(key);
}

bool looks_like_idea(const Json& value) {
  return value.is_object() && (find_field(value.get_object(), kTitle) != nullptr ||
                               find_field(value.get_object(), kDescription) != nullptr);
}

bool is_judgement(const JsonObject& object) {
  return find_field(object, kDescription) == nullptr && has_scores(object);
}

bool is_idea_group(const JsonObject& object) {
  static constexpr std::array<Fields, 4> kCertain = {"ideas", "proposals", "concepts",
                                                     "suggestions"};
  const bool described = find_field(object, kDescription) != nullptr;
  return std::ranges::any_of(object, [&](const auto& member) {
    const std::string_view name = view(member.key());
    if (!member.value().is_array() || !is_one_of(name, kWrapper)) return false;
    if (described && !is_one_of(name, kCertain)) return false;
    const JsonArray& inside = member.value().get_array();
    return std::ranges::any_of(inside, looks_like_idea) ||
           (!inside.empty() &&
            std::ranges::all_of(inside, [](const Json& item) { return item.is_string(); }));
  });
}

bool is_schema(const JsonObject& object) {
  const Json* properties = object.if_contains("properties");
  const Json* type = object.if_contains("type");
  return properties != nullptr && properties->is_object() && type != nullptr && type->is_string();
}

bool is_map_of_texts(const JsonObject& object, bool named) {
  if (!named || object.size() < 2) return false;
  return std::ranges::all_of(object, [](const auto& member) {
    const std::string_view key = view(member.key());
    return member.value().is_string() && !is_one_of(key, kTitle) && !is_one_of(key, kDescription);
  });
}

}  // namespace fm
