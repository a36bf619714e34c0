#include "rehearsal/rehearsal_speaker.h"

#include <algorithm>
#include <utility>

namespace fm {
namespace {
constexpr int kDeepest = 8;  // ends a list that names itself
constexpr std::string_view kOwn = "own_";
}  // namespace

std::string Speaker::say(const Template& text, std::vector<const Json*> scopes) {
  return text.render(std::move(scopes), [this](std::string_view name, const auto& inner) {
    return pick(name, inner);
  });
}

std::string Speaker::pick(std::string_view wanted, std::vector<const Json*> scopes) {
  const std::string list = resolved(wanted);
  const auto* entries = find(list);
  if (entries == nullptr || entries->empty() || depth_ >= kDeepest) return {};
  const std::size_t count = entries->size();
  auto used = used_.find(list);
  if (used == used_.end()) used = used_.emplace(list, 0).first;
  const auto order = dice_.shuffled(count, "list/" + list);
  const bool own = seat_ && list.ends_with("_" + seat_->agent);
  const std::size_t first = start(count, own);
  const std::size_t at = order[(first + used->second++) % count];
  ++depth_;
  std::string text = say((*entries)[at], std::move(scopes));
  --depth_;
  return text;
}

std::size_t Speaker::start(std::size_t count, bool own) const {
  if (seat_ && own) return seat_->turn;
  if (seat_) return seat_->number * std::max<std::size_t>(count / seat_->of, 1) + seat_->turn;
  const std::size_t at = part_ * std::max<std::size_t>(parts_ == 0 ? 1 : count / parts_, 1);
  return at + at / count;  // never where a part before it has started
}

std::string Speaker::resolved(std::string_view list) const {
  if (!list.starts_with(kOwn) || find(list) != nullptr) return std::string(list);
  std::string name(list.substr(kOwn.size()));
  if (!seat_) return name;
  std::string own = name + "_" + seat_->agent;
  return find(own) != nullptr ? own : name;
}

const std::vector<Template>* Speaker::find(std::string_view list) const {
  if (own_ != nullptr)
    if (const auto own = own_->find(list); own != own_->end()) return &own->second;
  const auto found = play_.lists.find(list);
  return found == play_.lists.end() ? nullptr : &found->second;
}

}  // namespace fm
