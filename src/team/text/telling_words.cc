#include "team/text/telling_words.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace fm {
namespace {

constexpr std::size_t kTelling = 4;  // bytes

// They stand in every second sentence.
constexpr auto kSayLittle = std::to_array<std::string_view>(
    {"also",   "been",  "could", "does",  "doing",  "done",   "from",  "have",  "here",
     "into",   "just",  "know",  "like",  "make",   "more",   "much",  "must",  "need",
     "only",   "other", "over",  "right", "please", "should", "some",  "still", "such",
     "than",   "that",  "thats", "their", "them",   "then",   "there", "they",  "thing",
     "things", "this",  "those", "want",  "well",   "were",   "what",  "when",  "wanted",
     "where",  "which", "will",  "with",  "would",  "your"});

// "names" and "name", "sorting" and "sorted".
bool begins_alike(std::string_view one, std::string_view other) {
  if (one == other) return true;
  const auto common = static_cast<std::size_t>(std::ranges::mismatch(one, other).in1 - one.begin());
  const std::size_t rest = std::max(one.size(), other.size()) - common;
  return (common >= kTelling && rest <= 1) || (common >= kTelling + 1 && rest <= 3);
}

}  // namespace

WordSet telling_words(std::string_view text) {
  WordSet out;
  for (std::string& word : folded_words(text))
    if (word.size() >= kTelling && std::ranges::find(kSayLittle, word) == kSayLittle.end())
      out.insert(std::move(word));
  return out;
}

std::size_t shared_words(const WordSet& one, const WordSet& other) {
  const auto stands = [&](const std::string& word) {
    // What begins alike lies side by side in a set.
    const auto beginning = std::string_view(word).substr(0, kTelling);
    for (auto there = other.lower_bound(beginning);
         there != other.end() && there->starts_with(beginning); ++there)
      if (begins_alike(word, *there)) return true;
    return false;
  };
  return static_cast<std::size_t>(std::ranges::count_if(one, stands));
}

}  // namespace fm
