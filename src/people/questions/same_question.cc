#include "people/questions/same_question.h"

#include <algorithm>
#include <array>
#include <optional>

#include "people/language/topic_words.h"
#include "people/questions/agent_sentences.h"

namespace fm {
namespace {

using Form = QuestionMeaning::Form;

constexpr std::string_view kMoneyTopic = "#money";
constexpr std::string_view kTimeTopic = "#time";
constexpr std::size_t kMostTopics = 24;
constexpr int kSame = 75;          // hundredths of all topics that both have
constexpr int kSameWithForm = 60;  // where the question word is the same one as well
constexpr std::size_t kEarly = 6;  // words in which a question says what it asks for

// Words of nearly every question of a project.
constexpr Senses kCommonplace = {Sense::kWork,   Sense::kMake, Sense::kBegin, Sense::kGo,
                                 Sense::kChange, Sense::kLike, Sense::kTalk};

// What a question is never about, though no grammar.
constexpr auto kIdle = std::to_array<std::string_view>(
    {"mind",         "idea",       "rough",   "roughly", "exact",     "exactly",
     "kind",         "kinds",      "sort",    "type",    "currently", "specific",
     "specifically", "particular", "overall", "total",   "available", "approximately",
     "approximate",  "preferred",  "prefer",  "expect",  "expected",  "intend",
     "use",          "used",       "using",   "choose",  "chosen",    "pick",
     "favourite",    "favorite",   "support"});

// A sentence with one of these leaves what it speaks of open.
constexpr auto kUndecided = std::to_array<std::string_view>(
    {"tbd", "undecided", "unknown", "unclear", "open", "undetermined", "unsettled", "pending"});

struct FormWord {
  std::string_view word;
  Form form;
};
constexpr auto kForms = std::to_array<FormWord>({{"what", Form::kWhat},
                                                 {"what's", Form::kWhat},
                                                 {"whats", Form::kWhat},
                                                 {"which", Form::kWhat},
                                                 {"how", Form::kHow},
                                                 {"who", Form::kWho},
                                                 {"who's", Form::kWho},
                                                 {"whom", Form::kWho},
                                                 {"whose", Form::kWho},
                                                 {"where", Form::kWhere},
                                                 {"why", Form::kWhy}});

bool is_strict(Form form) {
  return form == Form::kWho || form == Form::kWhere || form == Form::kWhy || form == Form::kHowMany;
}

bool is_idle(std::string_view word) { return std::ranges::find(kIdle, word) != kIdle.end(); }

Form form_of(const Utterance& question, const AskedFor& asks) {
  if (asks.number) return Form::kHowMany;
  const std::vector<Word>& words = question.words();
  for (std::size_t at = 0; at < std::min(words.size(), kEarly); ++at) {
    const auto* known = std::ranges::find(kForms, words[at].exact, &FormWord::word);
    if (known != kForms.end()) return known->form;
  }
  return asks.polar ? Form::kYesOrNo : Form::kOther;
}

bool same_topic(std::string_view one, std::string_view other) {
  if (one.starts_with('#') || other.starts_with('#')) return one == other;
  return same_topic_word(one, other);
}

bool has_topic(const std::vector<std::string>& topics, std::string_view topic) {
  return std::ranges::any_of(topics,
                             [&](const std::string& one) { return same_topic(one, topic); });
}

// Whether a sentence of a text states what a question asks for.
class Statement {
 public:
  Statement(const Utterance& of, std::span<const AgentSentence> sentences, std::size_t at)
      : of_(of), sentences_(sentences), here_(sentences[at]), at_(at) {}

  bool answers(const QuestionMeaning& question) const {
    if (here_.asks || here_.heading || question.spoken.empty()) return false;
    const Said all = said(here_);
    for (const std::string& topic : question.spoken)
      if (!has_topic(all.topics, topic)) return false;
    if (here_.label) return answers_label(question);
    if (all.open) return false;
    if (question.asks.money) return all.senses.has(Sense::kMoney) || all.number;
    if (question.asks.number) return all.senses.has(Sense::kNumber) || all.number;
    if (question.asks.time) return all.senses.has(Sense::kTime);
    if (question.asks.language) return all.senses.has(Sense::kLanguage);
    if (question.form == Form::kYesOrNo) return true;
    if (all.senses.has(Sense::kNegator)) return false;
    if (question.form == Form::kWhat || question.form == Form::kWho) return names(question);
    // "Users log in with Google" for how they do
    return question.spoken.size() > 1 && all.topics.size() > question.spoken.size();
  }

 private:
  struct Said {
    std::vector<std::string> topics;
    Senses senses;
    bool number = false;
    bool open = false;  // left undecided
  };

  Said said(const AgentSentence& sentence) const {
    Said all;
    all.topics = topic_words(of_, sentence.first, sentence.last);
    for (std::size_t at = sentence.first; at < sentence.last; ++at) {
      const Phrase& phrase = of_.phrases()[at];
      all.senses.add(phrase.senses);
      all.number = all.number || of_.kind(phrase) == WordKind::kNumber;
    }
    all.open = all.senses.any({Sense::kDoubt, Sense::kNoAnswer}) ||
               std::ranges::any_of(kUndecided, [&](std::string_view word) {
                 return std::ranges::find(all.topics, word) != all.topics.end();
               });
    return all;
  }

  // "Database: PostgreSQL"
  bool answers_label(const QuestionMeaning& question) const {
    if (at_ + 1 >= sentences_.size()) return false;
    const AgentSentence& next = sentences_[at_ + 1];
    const Said value = said(next);
    if (next.asks || next.label || next.heading || value.open) return false;
    if (question.asks.money || question.asks.number)
      return value.number || value.senses.any({Sense::kMoney, Sense::kNumber});
    if (question.asks.time) return value.senses.has(Sense::kTime);
    if (question.asks.language) return value.senses.has(Sense::kLanguage);
    return next.first < next.last;
  }

  // "The database is PostgreSQL", "we use PostgreSQL as our database".
  bool names(const QuestionMeaning& question) const {
    for (std::size_t at = here_.first; at < here_.last; ++at) {
      const std::vector<std::string> word = topic_words(of_, at, at + 1);
      const bool topic = std::ranges::any_of(
          word, [&](const std::string& one) { return has_topic(question.spoken, one); });
      if (!topic) continue;
      if (at + 1 < here_.last && links(at + 1) && has_more(at + 2, here_.last, question))
        return true;
      if (comes_after_as(at) && has_more(here_.first, at, question)) return true;
    }
    return false;
  }
  bool links(std::size_t phrase) const {
    const Word& word = of_.words()[of_.phrases()[phrase].first];
    constexpr auto kLinks = std::to_array<std::string_view>(
        {"is", "are", "will", "was", "were", "=", ":", "should", "must"});
    return std::ranges::find(kLinks, word.exact) != kLinks.end();
  }
  bool comes_after_as(std::size_t phrase) const {
    constexpr std::size_t kBetween = 3;  // "as the main database"
    for (std::size_t at = phrase; at-- > here_.first && phrase - at <= kBetween;) {
      const std::string& word = of_.words()[of_.phrases()[at].first].exact;
      if (word == "as" || word == "for") return true;
    }
    return false;
  }
  bool has_more(std::size_t first, std::size_t last, const QuestionMeaning& question) const {
    for (std::size_t at = first; at < last; ++at) {
      if (of_.kind(of_.phrases()[at]) == WordKind::kQuotation) return true;
      for (const std::string& word : topic_words(of_, at, at + 1))
        if (!has_topic(question.spoken, word)) return true;
    }
    return false;
  }

  const Utterance& of_;
  std::span<const AgentSentence> sentences_;
  const AgentSentence& here_;
  std::size_t at_;
};

}  // namespace

QuestionMeaning QuestionMeaning::of(const Vocabulary& vocabulary, std::string_view question) {
  const Utterance read = Utterance::of(vocabulary, question);
  QuestionMeaning meaning;
  meaning.asks = read_asked_for(vocabulary, question);
  meaning.form = form_of(read, meaning.asks);
  std::vector<std::string> common;  // counts where nothing else is there
  const auto add = [](std::vector<std::string>& list, std::string_view topic) {
    if (list.size() < kMostTopics && !has_topic(list, topic)) list.emplace_back(topic);
  };
  for (std::size_t at = 0; at < read.phrases().size(); ++at) {
    const Phrase& phrase = read.phrases()[at];
    const Senses senses = phrase.senses;
    meaning.negated = meaning.negated || senses.has(Sense::kNegator);
    if (read.kind(phrase) == WordKind::kNumber) meaning.numbers.push_back(read.said(phrase));
    const bool money = senses.has(Sense::kAsksMoney);
    const bool time = senses.has(Sense::kAsksTime);
    if (money) add(meaning.topics, kMoneyTopic);
    if (time) add(meaning.topics, kTimeTopic);
    const bool row = phrase.last - phrase.first > 1;
    if (row && phrase.known && !senses.any({Sense::kProduct, Sense::kText, Sense::kPeople}))
      continue;  // "need an", "let us know"
    for (const std::string& word : topic_words(read, at, at + 1)) {
      if (is_idle(word)) continue;
      const bool is_common = senses.any(kCommonplace) && !money && !time;
      if (is_common) {
        add(common, word);
        continue;
      }
      if (!money && !time) add(meaning.topics, word);
      add(meaning.spoken, word);
    }
  }
  if (meaning.topics.empty()) meaning.topics = common;
  if (meaning.spoken.empty()) meaning.spoken = std::move(common);
  return meaning;
}

bool same_question(const QuestionMeaning& one, const QuestionMeaning& other) {
  if (one.topics.empty() || other.topics.empty()) return false;
  if (one.numbers != other.numbers) return false;
  const bool both_open = one.form != Form::kYesOrNo && other.form != Form::kYesOrNo;
  if (one.negated != other.negated && both_open) return false;
  if ((is_strict(one.form) || is_strict(other.form)) && one.form != other.form) return false;
  std::size_t shared = 0;
  std::vector<bool> taken(other.topics.size());
  for (const std::string& topic : one.topics) {
    for (std::size_t at = 0; at < other.topics.size(); ++at) {
      if (taken[at] || !same_topic(topic, other.topics[at])) continue;
      taken[at] = true;
      ++shared;
      break;
    }
  }
  const std::size_t all = one.topics.size() + other.topics.size() - shared;
  const auto percent = static_cast<int>(100 * shared / all);
  return percent >= (one.form == other.form ? kSameWithForm : kSame);
}

bool is_answered_in(const Vocabulary& vocabulary, const QuestionMeaning& question,
                    std::string_view text) {
  const Utterance read = Utterance::of(vocabulary, text);
  const std::vector<AgentSentence> sentences = agent_sentences(read, text);
  for (std::size_t at = 0; at < sentences.size(); ++at)
    if (Statement(read, sentences, at).answers(question)) return true;
  return false;
}

}  // namespace fm
