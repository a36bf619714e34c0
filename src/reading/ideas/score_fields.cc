#include "reading/ideas/score_fields.h"

#include <algorithm>
#include <string>

#include "reading/json/chars.h"
#include "reading/json/fields.h"

namespace fm {

std::optional<std::size_t> criterion_of(std::string_view key) {
  std::string name = squash(key);
  for (const std::string_view ending : {"score", "rating"}) {
    if (name.size() > ending.size() && name.ends_with(ending)) {
      name.resize(name.size() - ending.size());
    }
  }
  if (name == "innovativeness") name = "innovation";
  if (name == "feasability" || name == "feasible") name = "feasibility";
  const auto found = std::ranges::find(kScoreCriteria, std::string_view(name));
  if (found == kScoreCriteria.end()) return std::nullopt;
  return static_cast<std::size_t>(found - kScoreCriteria.begin());
}

bool has_scores(const JsonObject& object) {
  if (object.size() > 200) return false;
  return std::ranges::any_of(object, [](const auto& member) {
    const std::string_view key(member.key().data(), member.key().size());
    return is_one_of(key, kOverall) || criterion_of(key).has_value() ||
           (is_one_of(key, kCriteriaGroup) && member.value().is_structured());
  });
}

}  // namespace fm
