#include "people/questions/question_match.h"

#include <algorithm>
#include <utility>

#include "people/language/topic_words.h"

namespace fm {
namespace {

constexpr double kTopic = 2.0;
constexpr double kMostTopic = 4.0;
constexpr double kAmount = 2.0;
constexpr double kKindOfAmount = 2.5;  // money for a budget, a month for a date
constexpr double kPolar = 1.3;
constexpr std::size_t kMostTopics = 16;

// Words of nearly every question of a project, so that they tell less about which one is meant.
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

QuestionMatch::QuestionMatch(std::vector<AskedFor> questions) : questions_(std::move(questions)) {}

std::vector<std::size_t> QuestionMatch::about(const std::string& word) const {
  std::vector<std::size_t> in;
  for (std::size_t at = 0; at < questions_.size(); ++at) {
    if (std::ranges::any_of(questions_[at].topics,
                            [&](const std::string& topic) { return same_topic_word(word, topic); }))
      in.push_back(at);
  }
  return in;
}

std::vector<Fit> QuestionMatch::fits(const Utterance& reply, const ReplyPiece& piece) const {
  std::vector<Fit> fits(questions_.size());
  std::size_t words = 0;
  for (std::size_t phrase = piece.first; phrase < piece.last && words < kMostTopics; ++phrase) {
    const bool commonplace = reply.phrases()[phrase].senses.any(kCommonplace);
    for (const std::string& word : topic_words(reply, phrase, phrase + 1)) {
      ++words;
      const std::vector<std::size_t> in = about(word);
      const double points = (commonplace ? kTopic / 2 : kTopic) / static_cast<double>(in.size());
      for (const std::size_t at : in)
        fits[at].topic = std::min(kMostTopic, fits[at].topic + points);
    }
  }
  const Senses senses = piece.senses;
  const bool time = senses.has(Sense::kTime);
  const bool money = senses.has(Sense::kMoney);
  for (std::size_t at = 0; at < questions_.size(); ++at) {
    const AskedFor& asked = questions_[at];
    Fit& fit = fits[at];
    if (asked.number && piece.number) fit.kind = time || money ? kAmount / 2 : kAmount;
    if (asked.money && (money || piece.number)) fit.kind = money ? kKindOfAmount : kAmount - 0.5;
    if (asked.time && time) fit.kind = std::max(fit.kind, kKindOfAmount);
    if (asked.language && senses.has(Sense::kLanguage)) fit.kind = kKindOfAmount;
    if (asked.polar && piece.polar) fit.kind = kPolar;
  }
  return fits;
}

}  // namespace fm
