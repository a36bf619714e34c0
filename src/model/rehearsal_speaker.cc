#include "model/rehearsal_speaker.h"

#include <algorithm>
#include <utility>

namespace fm {
namespace {
constexpr int kDeepest = 8;  // a list that names itself comes to an end
}

std::string Speaker::say(const Template& text, std::vector<const Json*> scopes) {
  return text.render(std::move(scopes), [this](std::string_view name, const auto& inner) {
    return pick(name, inner);
  });
}

std::string Speaker::pick(std::string_view list, std::vector<const Json*> scopes) {
  const auto* entries = find(list);
  if (entries == nullptr || entries->empty() || depth_ >= kDeepest) return {};
  const std::size_t count = entries->size();
  const std::size_t at_part = part_ * std::max<std::size_t>(parts_ == 0 ? 1 : count / parts_, 1);
  const std::size_t start = at_part + at_part / count;  // never where a part before it has started
  auto used = used_.find(list);
  if (used == used_.end()) used = used_.emplace(list, 0).first;
  const auto order = dice_.shuffled(count, "list/" + std::string(list));
  const std::size_t at = order[(start + used->second++) % count];
  ++depth_;
  std::string text = say((*entries)[at], std::move(scopes));
  --depth_;
  return text;
}

const std::vector<Template>* Speaker::find(std::string_view list) const {
  if (kind_ != nullptr)
    if (const auto own = kind_->lists.find(list); own != kind_->lists.end()) return &own->second;
  const auto found = play_.lists.find(list);
  return found == play_.lists.end() ? nullptr : &found->second;
}

}  // namespace fm
