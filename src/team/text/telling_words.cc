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

std::set<std::string, std::less<>> telling_words(std::string_view text) {
  std::set<std::string, std::less<>> out;
  for (std::string& word : folded_words(text))
    if (word.size() >= kTelling && std::ranges::find(kSayLittle, word) == kSayLittle.end())
      out.insert(std::move(word));
  return out;
}

std::size_t shared_words(std::string_view one, std::string_view other) {
  const auto known = telling_words(other);
  std::size_t shared = 0;
  for (const std::string& word : telling_words(one))
    if (std::ranges::any_of(known,
                            [&](const std::string& there) { return begins_alike(word, there); }))
      ++shared;
  return shared;
}

}  // namespace fm
