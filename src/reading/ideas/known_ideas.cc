#include "reading/ideas/known_ideas.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

constexpr std::size_t kLongest = 400;  // bytes; what is longer names no idea

bool is_number(const std::string& word) {
  return !word.empty() && std::ranges::all_of(word, is_ascii_digit);
}

std::string without_zeros(std::string number) {
  number.erase(0, std::min(number.find_first_not_of('0'), number.size() - 1));
  return number;
}

}  // namespace

KnownIdeas::KnownIdeas(std::vector<KnownIdea> ideas) : ideas_(std::move(ideas)) {
  for (std::size_t i = 0; i < ideas_.size(); ++i) {
    ids_.add(i, ideas_[i].id);
    titles_.add(i, ideas_[i].title);
    title_keys_.push_back(title_key(ideas_[i].title));
    const auto words = name_words(ideas_[i].id);
    const bool numbered = !words.empty() && is_number(words.back());
    numbers_.push_back(numbered ? without_zeros(words.back()) : "");
  }
}

std::optional<std::size_t> KnownIdeas::by_title(std::string_view said) const {
  if (said.size() > kLongest) return std::nullopt;
  if (const auto match = titles_.find_exact(said)) return match->index;
  const std::string key = title_key(said);
  if (!key.empty()) {
    const auto count = std::ranges::count(title_keys_, key);
    if (count > 1) return std::nullopt;
    if (count == 1) {
      return static_cast<std::size_t>(std::ranges::find(title_keys_, key) - title_keys_.begin());
    }
  }
  if (const auto match = titles_.find(said)) return match->index;
  return std::nullopt;
}

std::optional<KnownIdeas::Find> KnownIdeas::by_id(std::string_view said) const {
  if (const auto match = ids_.find_exact(said)) return Find{match->index, By::kId};
  std::vector<std::string> words = name_words(said);
  const bool bare = words.size() == 1;
  if (words.size() == 2 && (words[0] == "idea" || words[0] == "no" || words[0] == "number")) {
    words.erase(words.begin());
  }
  if (words.size() != 1 || !is_number(words[0])) return std::nullopt;
  const std::string number = without_zeros(words[0]);
  const auto count = std::ranges::count(numbers_, number);
  if (count == 1) {
    const auto index =
        static_cast<std::size_t>(std::ranges::find(numbers_, number) - numbers_.begin());
    return Find{index, bare ? By::kNumber : By::kId};
  }
  // Ids without numbers: the position in the list that the model was shown.
  const bool numbered = std::ranges::any_of(numbers_, [](const auto& one) { return !one.empty(); });
  if (numbered || count > 1 || number.size() > 6) return std::nullopt;
  const std::size_t position = std::stoul(number);
  if (position == 0 || position > ideas_.size()) return std::nullopt;
  return Find{position - 1, By::kNumber};
}

std::optional<KnownIdeas::Find> KnownIdeas::find(std::string_view said) const {
  said = trim(said);
  if (said.empty() || said.size() > kLongest) return std::nullopt;
  if (const auto match = by_id(said)) return match;
  if (const auto index = by_title(said)) return Find{*index, By::kTitle};
  // "idea-1: Tool library", "1. Tool library", "Tool library (idea-1)": both parts, one idea.
  const auto both = [&](std::string_view one, std::string_view other) -> std::optional<Find> {
    const auto id = by_id(one);
    const auto title = by_title(other);
    if (!title) return std::nullopt;
    if (id && id->index != *title && id->by == By::kId) return std::nullopt;
    return id ? std::optional(Find{*title, By::kTitle}) : std::nullopt;
  };
  for (const std::string_view mark : {":", ".", ")", " - ", " – ", " — ", "("}) {
    const std::size_t at = said.find(mark);
    if (at == std::string_view::npos || at == 0) continue;
    const std::string_view left = said.substr(0, at);
    const std::string_view right = said.substr(at + mark.size());
    if (const auto match = both(left, right)) return match;
    if (const auto match = both(right, left)) return match;
  }
  return std::nullopt;
}

}  // namespace fm
