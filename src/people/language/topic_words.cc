#include "people/language/topic_words.h"

#include <algorithm>

namespace fm {
namespace {

constexpr std::size_t kMostTopicWords = 64;
constexpr std::size_t kShortestTopic = 3;  // bytes, but for abbreviations like "EU"

// A word with one of these is grammar, wherever it stands.
constexpr Senses kGrammar = {
    Sense::kPlain,    Sense::kNegator, Sense::kBut,       Sense::kAnd,     Sense::kOr,
    Sense::kBecause,  Sense::kWhether, Sense::kQuestion,  Sense::kPolite,  Sense::kAuxiliary,
    Sense::kSubject,  Sense::kFuture,  Sense::kMust,      Sense::kRequest, Sense::kFiller,
    Sense::kSmall,    Sense::kYes,     Sense::kNo,        Sense::kThanks,  Sense::kGreeting,
    Sense::kHedge,    Sense::kSelf,    Sense::kCondition, Sense::kWant,    Sense::kInquiry,
    Sense::kDecide,   Sense::kMine,    Sense::kYours,     Sense::kWith,    Sense::kThen,
    Sense::kNoAnswer, Sense::kOne,     Sense::kRest,      Sense::kDoubt,   Sense::kEnough,
    Sense::kPermit};

// Unless it names a thing as well: "shop", "mail", "families".
constexpr Senses kThing = {Sense::kProduct,      Sense::kText,      Sense::kPeople,
                           Sense::kAsksLanguage, Sense::kAsksMoney, Sense::kTime};

bool is_abbreviation(const Word& word, std::string_view exact) {
  return word.end - word.begin == 2 && exact.size() == 2;
}

}  // namespace

std::vector<std::string> topic_words(const Utterance& utterance, std::size_t first,
                                     std::size_t last) {
  std::vector<std::string> found;
  for (std::size_t at = first; at < last && found.size() < kMostTopicWords; ++at) {
    const Phrase& phrase = utterance.phrases()[at];
    if (phrase.senses.has(Sense::kPlain)) continue;
    if (phrase.senses.any(kGrammar) && !phrase.senses.any(kThing)) continue;
    for (std::size_t place = phrase.first; place < phrase.last; ++place) {
      const Word& word = utterance.words()[place];
      if (word.kind != WordKind::kWord) continue;
      const bool unspaced = !word.plain.empty() && static_cast<unsigned char>(word.plain[0]) > 0xE0;
      if (word.plain.size() < kShortestTopic && !unspaced && !is_abbreviation(word, word.exact))
        continue;
      if (std::ranges::find(found, word.plain) == found.end()) found.push_back(word.plain);
    }
  }
  return found;
}

bool same_topic_word(std::string_view one, std::string_view other) {
  constexpr std::size_t kLongestEnding = 5;
  constexpr std::size_t kSafeStem = 5;
  if (one == other) return true;
  if (one.size() > other.size()) std::swap(one, other);
  const auto differs = std::ranges::mismatch(one, other);
  const auto shared = static_cast<std::size_t>(differs.in1 - one.begin());
  if (shared < 3) return false;
  const std::size_t ending = other.size() - shared;
  if (shared == one.size()) return ending <= (shared == 3 ? kLongestEnding - 1 : kLongestEnding);
  const std::size_t own_ending = one.size() - shared;
  if (own_ending == 1 && shared >= 3 && one.size() >= 5 && ending <= 3) return true;  // "moderate"
  return shared >= kSafeStem && own_ending <= 3 && ending <= kLongestEnding + 1 &&
         shared * 10 >= one.size() * 6;
}

}  // namespace fm
