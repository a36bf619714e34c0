#include "people/questions/questions.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/letters.h"
#include "base/text.h"
#include "base/utf8.h"
#include "people/language/topic_words.h"
#include "people/questions/asking.h"

namespace fm {
namespace {

constexpr std::array<std::string_view, 5> kTypeNames = {"scope", "constraint", "preference",
                                                        "clarification", "assumption"};
constexpr std::array<Cue, 5> kTypeCues = {Cue::kScope, Cue::kConstraint, Cue::kPreference,
                                          Cue::kClarification, Cue::kAssumption};
constexpr int kTagPoints = 6;
constexpr int kChoicePoints = 3;
constexpr std::size_t kShortQuestion = 4;  // phrases; what it means is in the sentence before

using Points = std::array<int, kTypeCues.size()>;

bool ends_with_question(std::string_view text) {
  return text.ends_with('?') || text.ends_with("？") || text.ends_with("؟");
}

// "Who Cares?" is a name, "can my mother use it?" a question.
bool is_name(std::string_view text) {
  std::size_t words = 0;
  bool begins = true;
  for (std::size_t at = 0; at < text.size();) {
    const Decoded next = decode_utf8(text.substr(at));
    const std::string_view letter = text.substr(at, next.length);
    at += next.length;
    const CharacterKind kind = kind_of(next.code);
    if (begins && kind == CharacterKind::kLetter) {
      if (fold_letters(letter) == letter) return false;
      ++words;
    }
    begins = kind == CharacterKind::kSpace;
  }
  return words > 1;
}

// What may stand in backticks and be a sentence.
bool is_prose(std::string_view text) {
  bool letters = false;
  for (const char byte : text.substr(0, text.empty() ? 0 : text.size() - 1)) {
    const bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                        static_cast<unsigned char>(byte) >= 0x80;
    letters = letters || letter;
    const bool digit = byte >= '0' && byte <= '9';
    if (!letter && !digit && std::string_view(" ',-").find(byte) == std::string_view::npos)
      return false;
  }
  return letters && (text.find(' ') != text.npos || (text[0] >= 'A' && text[0] <= 'Z'));
}

class QuestionFinder {
 public:
  QuestionFinder(const Vocabulary& vocabulary, std::string_view text)
      : text_(text),
        utterance_(Utterance::of(vocabulary, text)),
        sentences_(agent_sentences(utterance_, text)),
        asking_(utterance_, sentences_) {}

  // Quoted questions are read for themselves. Their lengths together are at most the text's.
  std::vector<FoundQuestion> find(const Vocabulary& vocabulary) {
    find_sentences();
    find_quotations();
    find_quoted_lines();
    for (const auto& [index, inner] : quoted_) {
      const QuestionFinder within(vocabulary, inner);
      if (within.sentences_.empty()) continue;
      FoundQuestion& question = found_[index].question;
      const std::size_t last = within.sentences_.size() - 1;
      question.type = within.type_of(last);
      question.keywords = topic_words(within.utterance_, within.sentences_[last].first,
                                      within.sentences_[last].last);
    }
    std::ranges::sort(found_, {}, &Found::begin);
    std::vector<FoundQuestion> questions;
    questions.reserve(found_.size());
    for (Found& found : found_) questions.push_back(std::move(found.question));
    return questions;
  }

 private:
  struct Found {
    std::size_t begin;
    FoundQuestion question;
  };

  std::string between(std::size_t begin, std::size_t end) const {
    return std::string(trim(text_.substr(begin, end - begin)));
  }

  Points points(std::size_t sentence) const {
    Points points{};
    const AgentSentence& here = sentences_[sentence];
    // "I would like to know" tells nothing of what is asked.
    const std::size_t first =
        here.asks ? here.first : asking_.asks_without_mark(sentence).value_or(here.first);
    for (std::size_t at = first; at < here.last; ++at) add_points(at, points);
    return points;
  }
  void add_points(std::size_t phrase, Points& points) const {
    for (std::size_t type = 0; type < points.size(); ++type)
      points.at(type) +=
          utterance_.phrases()[phrase].cues.at(static_cast<std::size_t>(kTypeCues.at(type)));
  }
  static QuestionType best(const Points& points) {
    const auto* most = std::ranges::max_element(points);
    if (*most == 0) return QuestionType::kClarification;
    return static_cast<QuestionType>(most - points.begin());
  }

  QuestionType type_of(std::size_t sentence) const {
    constexpr auto kPreference = static_cast<std::size_t>(QuestionType::kPreference);
    constexpr auto kAssumption = static_cast<std::size_t>(QuestionType::kAssumption);
    Points here = points(sentence);
    if (asking_.has_tag(sentence)) here.at(kAssumption) += kTagPoints;
    if (is_bare_choice(sentence)) here.at(kPreference) += kChoicePoints;
    const bool short_one = asking_.content(sentence) <= kShortQuestion;
    if (short_one && sentence > 0) {
      const int before = asking_.strongest(sentence - 1, Cue::kAssumption);
      if (before > 0 || !asking_.has_tag(sentence)) here.at(kAssumption) += before;
      if (before == 0 && asking_.content(sentence) <= 1 && asking_.has_tag(sentence))
        here.at(kAssumption) += kTagPoints;
    }
    return best(here);
  }

  // "Serif or sans?"
  bool is_bare_choice(std::size_t sentence) const {
    const AgentSentence& here = sentences_[sentence];
    bool chooses = false;
    for (std::size_t at = here.first; at < here.last; ++at) {
      const Senses senses = utterance_.phrases()[at].senses;
      if (senses.any({Sense::kAuxiliary, Sense::kQuestion, Sense::kRequest})) return false;
      chooses = chooses || senses.has(Sense::kOr);
    }
    return chooses && here.asks;
  }

  void add_sentence(std::size_t sentence, bool genuine) {
    const AgentSentence& here = sentences_[sentence];
    found_.push_back({here.begin,
                      {.text = between(here.begin, here.end),
                       .type = type_of(sentence),
                       .genuine = genuine,
                       .keywords = topic_words(utterance_, here.first, here.last)}});
  }

  void find_sentences() {
    bool others = false;          // what is asked here is text for others
    bool others_heading = false;  // until the next heading
    for (std::size_t at = 0; at < sentences_.size(); ++at) {
      const AgentSentence& here = sentences_[at];
      const bool quotes = !here.asks && asking_.strongest(at, Cue::kRhetorical) >= kQuotesOthers;
      if (here.heading && !here.asks) others_heading = quotes;
      if (here.asks) {
        add_sentence(at, !others && !others_heading && !asking_.is_rhetorical(at));
        asked_ = at;
        continue;
      }
      others = quotes && (here.label || here.heading);
      if (here.heading || others_heading) continue;
      if (asking_.asks_to_be_corrected(at)) {
        // "I'm assuming Euro only. Shout if not."
        const bool before = at > 0 && asked_ != at - 1 && asking_.begins_with_correction(at);
        add_once(before ? at - 1 : at);
      } else if (asking_.asks_for_what_was_said(at)) {
        const bool before = at > 0 && asking_.has_question_word(at - 1);
        if (at == 0 || asked_ != at - 1) add_once(before ? at - 1 : at);
      } else if (asking_.asks_without_mark(at)) {
        add_once(at);
      }
    }
  }
  void add_once(std::size_t sentence) {
    if (asked_ == sentence) return;
    add_sentence(sentence, true);
    asked_ = sentence;
  }

  // Quotations and code that stand in a sentence which asks nothing itself.
  void find_quotations() {
    std::size_t sentence = 0;
    for (std::size_t at = 0; at < utterance_.phrases().size(); ++at) {
      const WordKind kind = utterance_.kind(utterance_.phrases()[at]);
      if (kind != WordKind::kQuotation && kind != WordKind::kCode) continue;
      while (sentence + 1 < sentences_.size() && sentences_[sentence].last <= at) ++sentence;
      const bool inside = sentence < sentences_.size() && sentences_[sentence].first <= at &&
                          at < sentences_[sentence].last;
      if (inside && sentences_[sentence].asks &&
          sentences_[sentence].last - sentences_[sentence].first > 1)
        continue;
      const Word& word = utterance_.words()[utterance_.phrases()[at].first];
      const std::string whole = between(word.begin, word.end);
      const std::string inner = without_quotes(whole);
      if (!ends_with_question(inner) || inner.find('\n') != inner.npos) continue;
      if (kind == WordKind::kCode ? !is_prose(inner) : is_name(inner)) continue;
      add_quoted(word.begin, whole, inner);
    }
  }

  static std::string without_quotes(std::string_view quoted) {
    std::size_t first = decode_utf8(quoted).length;
    while (first < quoted.size() && quoted[first] == '`') ++first;
    std::size_t last = quoted.size();
    while (last > first && (static_cast<unsigned char>(quoted[last - 1]) & 0xC0) == 0x80) --last;
    if (last > first) --last;
    while (last > first && quoted[last - 1] == '`') --last;
    return std::string(trim(quoted.substr(first, last - first)));
  }

  void add_quoted(std::size_t begin, const std::string& whole, const std::string& inner) {
    found_.push_back({begin, {.text = whole, .type = {}, .genuine = false, .keywords = {}}});
    quoted_.push_back({found_.size() - 1, inner});
  }

  // "> what somebody asked": no words of the text (words.h).
  void find_quoted_lines() {
    std::size_t word = 0;
    const std::vector<Word>& words = utterance_.words();
    for (std::size_t begin = 0; begin < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      const std::string_view line = trim(text_.substr(begin, end - begin));
      while (word < words.size() && words[word].end <= begin) ++word;
      const bool speaks =
          word < words.size() && words[word].begin < end && words[word].kind != WordKind::kLineEnd;
      if (line.starts_with('>') && ends_with_question(line) && !speaks) {
        const std::size_t inner = std::min(line.find_first_not_of("> "), line.size());
        add_quoted(begin, std::string(line), std::string(line.substr(inner)));
      }
      begin = end + 1;
    }
  }

  std::string_view text_;
  Utterance utterance_;
  std::vector<AgentSentence> sentences_;
  Asking asking_;
  std::vector<Found> found_;
  std::vector<std::pair<std::size_t, std::string>> quoted_;
  std::optional<std::size_t> asked_;  // the sentence found last
};

}  // namespace

std::string_view to_string(QuestionType type) {
  return kTypeNames.at(static_cast<std::size_t>(type));
}

QuestionType question_type_from(std::string_view name) {
  using enum QuestionType;
  for (const QuestionType type : {kScope, kConstraint, kPreference, kAssumption})
    if (to_string(type) == name) return type;
  return kClarification;
}

std::vector<FoundQuestion> find_questions(const Vocabulary& vocabulary, std::string_view text) {
  return QuestionFinder(vocabulary, text).find(vocabulary);
}

}  // namespace fm
