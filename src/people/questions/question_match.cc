#include "people/questions/question_match.h"

#include <algorithm>
#include <utility>

#include "people/language/topic_words.h"

namespace fm {
namespace {

constexpr std::size_t kMostTopics = 16;

// Words of nearly every question of a project, so that they name none.
constexpr Senses kCommonplace = {Sense::kWork, Sense::kMake, Sense::kBegin, Sense::kGo};

// "Which" and "by when" come early; "do you know which" asks for no yes either.
bool asks_what(const Utterance& question) {
  constexpr std::size_t kEarly = 5;  // phrases
  const std::vector<Phrase>& phrases = question.phrases();
  for (std::size_t at = 0; at < std::min(phrases.size(), kEarly); ++at) {
    const Senses senses = phrases[at].senses;
    const bool one_word = phrases[at].last - phrases[at].first == 1;
    if (senses.has(Sense::kAsksWhat)) return true;
    if (senses.has(Sense::kQuestion) && one_word && !senses.has(Sense::kAuxiliary)) return true;
  }
  return false;
}

}  // namespace

AskedFor read_asked_for(const Vocabulary& vocabulary, std::string_view question) {
  const Utterance read = Utterance::of(vocabulary, question);
  AskedFor asked;
  asked.topics = topic_words(read, 0, read.phrases().size());
  if (asked.topics.size() > kMostTopics) asked.topics.resize(kMostTopics);
  Senses all;
  for (const Phrase& phrase : read.phrases()) all.add(phrase.senses);
  const bool what = asks_what(read);
  asked.polar = !what && !all.has(Sense::kOr) &&
                all.any({Sense::kAuxiliary, Sense::kQuestion, Sense::kRequest, Sense::kAsks});
  if (asked.polar) return asked;  // "Is there a budget?"
  asked.number = all.has(Sense::kAsksNumber);
  asked.money = all.has(Sense::kAsksMoney);
  asked.time = all.has(Sense::kAsksTime) && !asked.number && !asked.money;
  asked.language = all.has(Sense::kAsksLanguage);
  return asked;
}

QuestionNames::QuestionNames(std::vector<AskedFor> questions) : questions_(std::move(questions)) {}

std::optional<std::size_t> QuestionNames::only(const std::string& word) const {
  std::optional<std::size_t> found;
  for (std::size_t at = 0; at < questions_.size(); ++at) {
    const bool has = std::ranges::any_of(questions_[at].topics, [&](const std::string& topic) {
      return same_topic_word(word, topic);
    });
    if (has && found) return std::nullopt;
    if (has) found = at;
  }
  return found;
}

std::optional<std::size_t> QuestionNames::named(const Utterance& reply, std::size_t first,
                                                std::size_t last) const {
  std::optional<std::size_t> found;
  std::size_t words = 0;
  for (std::size_t phrase = first; phrase < last && words < kMostTopics; ++phrase) {
    if (reply.phrases()[phrase].senses.any(kCommonplace)) continue;
    for (const std::string& word : topic_words(reply, phrase, phrase + 1)) {
      ++words;
      const auto one = only(word);
      if (one && found && *one != *found) return std::nullopt;
      if (one) found = one;
    }
  }
  return found;
}

}  // namespace fm
