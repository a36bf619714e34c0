#include "people/language/utterance.h"

#include <algorithm>
#include <memory>

#include "base/text.h"
#include "people/language/utterance_memo.h"

namespace fm {
namespace {

constexpr std::string_view kSentenceEnds = ".!?。؟।…";
constexpr std::string_view kClauseMarks = ",;:、،؛–—()[]，；：";

constexpr Senses kJoiners = {Sense::kBut, Sense::kAnd, Sense::kOr, Sense::kThen, Sense::kBecause};

// "the permit came, so you can start"; but not "so good"
constexpr Senses kAfterSo = {Sense::kPermit, Sense::kRequest, Sense::kPolite, Sense::kGo,
                             Sense::kBegin,  Sense::kSubject, Sense::kYes,    Sense::kApprove};

bool is_one_of_marks(std::string_view mark, std::string_view marks) {
  return !mark.empty() && marks.find(mark) != std::string_view::npos;
}

}  // namespace

std::string Utterance::said(std::size_t first_word, std::size_t last_word) const {
  std::string out;
  for (std::size_t at = first_word; at < last_word; ++at) {
    if (at > first_word && words()[at].spaced) out += ' ';
    out += words()[at].exact;
  }
  return out;
}

bool Utterance::is_content(const Phrase& phrase) const {
  const WordKind kind = words()[phrase.first].kind;
  if (kind == WordKind::kMark || kind == WordKind::kLineEnd) return phrase.known;
  if (kind == WordKind::kSymbol) return phrase.known;
  return true;
}

Senses Utterance::senses(const Clause& clause) const {
  Senses all;
  for (std::size_t at = clause.first; at < clause.last; ++at) all.add(phrases()[at].senses);
  return all;
}

bool Utterance::is_mark(std::size_t phrase, std::string_view marks) const {
  if (phrase >= phrases().size()) return false;
  const Word& word = words()[phrases()[phrase].first];
  if (word.kind != WordKind::kMark || phrases()[phrase].known) return false;
  return is_one_of_marks(word.exact, marks) || (word.exact.size() > 1 && word.exact[0] == '.');
}

// A full stop between letters or digits ends no sentence: "node.js", "v2.0".
bool Utterance::ends_sentence(std::size_t phrase) const {
  const Phrase& here = phrases()[phrase];
  const Word& word = words()[here.first];
  if (word.kind == WordKind::kLineEnd) return true;
  if (!is_mark(phrase, kSentenceEnds)) return false;
  if (word.exact != "." || here.last >= words().size()) return true;
  const Word& next = words()[here.last];
  return next.spaced || next.kind == WordKind::kMark || next.kind == WordKind::kLineEnd;
}

std::string_view Utterance::text_of(const Clause& clause, std::string_view text) const {
  const std::size_t begin = words()[phrases()[clause.first].first].begin;
  return text.substr(begin, words()[phrases()[clause.last - 1].last - 1].end - begin);
}

// Finds the sentences and clauses of an utterance whose phrases are known. Lives while it is made.
class UtteranceCutter {
 public:
  UtteranceCutter(const Utterance& of, Utterance::Parsed& made)
      : of_(of),
        words_(made.words),
        phrases_(made.phrases),
        clauses_(made.clauses),
        sentences_(made.sentences) {}

  void cut();

 private:
  void end_clause(std::size_t at);
  void end_sentence(std::size_t at, std::size_t end, bool question);
  bool separates(std::size_t phrase) const;
  bool asks_by_form(const Clause& clause) const;
  bool reports(const Clause& clause) const;

  const Utterance& of_;
  const std::vector<Word>& words_;
  const std::vector<Phrase>& phrases_;
  std::vector<Clause>& clauses_;
  std::vector<Sentence>& sentences_;
  Clause open_;
  std::size_t sentence_begin_ = 0;  // clause
};

Utterance Utterance::of(const Vocabulary& vocabulary, std::string_view text) {
  if (auto known = vocabulary.memo().find(text)) return *std::move(known);
  const auto parsed = std::make_shared<Parsed>();
  Utterance made(parsed);
  parsed->words = split_words(cut_bytes(text, kLongestMessage));
  parsed->phrases = vocabulary.phrases(parsed->words);
  UtteranceCutter(made, *parsed).cut();
  vocabulary.memo().remember(text, made);
  return made;
}

bool UtteranceCutter::separates(std::size_t phrase) const {
  if (of_.is_mark(phrase, kClauseMarks)) return true;
  // A dash with spaces around it, or two.
  const Word& word = words_[phrases_[phrase].first];
  if (word.kind != WordKind::kMark || word.exact != "-") return false;
  const std::size_t next = phrases_[phrase].last;
  return word.spaced && (next >= words_.size() || words_[next].spaced || words_[next].exact == "-");
}

void UtteranceCutter::end_clause(std::size_t at) {
  open_.last = at;
  while (open_.first < open_.last && !of_.is_content(phrases_[open_.first])) ++open_.first;
  while (open_.last > open_.first && !of_.is_content(phrases_[open_.last - 1])) --open_.last;
  if (open_.first < open_.last) {
    open_.sentence = sentences_.size();
    clauses_.push_back(open_);
  }
  open_ = {};
  open_.first = at;
}

bool UtteranceCutter::asks_by_form(const Clause& clause) const {
  for (std::size_t at = clause.first; at < clause.last; ++at) {
    const Phrase& phrase = phrases_[at];
    if (!of_.is_content(phrase)) continue;
    const Senses senses = phrase.senses;
    if (senses.has(Sense::kQuestion) || senses.has(Sense::kRequest)) return true;
    if (senses.has(Sense::kAuxiliary)) {
      if (at + 1 >= clause.last) return false;
      const Senses next = phrases_[at + 1].senses;
      if (next.has(Sense::kQuestion)) return false;  // "... is what I would say"
      return next.any({Sense::kSubject, Sense::kAddress, Sense::kWork, Sense::kSmall,
                       Sense::kFiller, Sense::kAsks});
    }
    if (!senses.any(kLeadIn)) return false;
  }
  return false;
}

// "my boss says go ahead"; not "I say" and not "make an app that tells me".
bool UtteranceCutter::reports(const Clause& clause) const {
  for (std::size_t at = clause.first; at < clause.last; ++at) {
    const Senses senses = phrases_[at].senses;
    if (senses.has(Sense::kOwnWord)) return false;
    if (senses.has(Sense::kSubject) && senses.any({Sense::kMine, Sense::kSelf}))
      return false;  // "I have read it"
    if (senses.has(Sense::kReport)) return true;
    if (senses.any({Sense::kRequest, Sense::kMake, Sense::kBegin, Sense::kGo, Sense::kDo}) &&
        !senses.any({Sense::kFiller, Sense::kSmall}))
      return false;
  }
  return false;
}

// The marks that end it are the phrases from `at` up to but not including `end`.
void UtteranceCutter::end_sentence(std::size_t at, std::size_t end, bool question) {
  end_clause(at);
  const std::span sentence = std::span(clauses_).subspan(sentence_begin_);
  bool asking = false;  // the clauses before this one ask
  bool has_question = false;
  bool reporting = false;
  for (Clause& clause : sentence) {
    const Senses all = of_.senses(clause);
    if (clause.but || clause.reason) asking = false;
    clause.asked = asks_by_form(clause) || all.has(Sense::kAsks) || (asking && clause.joined);
    asking = clause.asked;
    if (clause.condition && has_question) clause.asked = true;  // "can I undo it after that?"
    has_question = has_question || clause.asked;
    clause.reported = reporting || reports(clause);
    // "my boss said, go ahead", "he keeps saying ship it, ship it"
    const bool own = all.has(Sense::kOwnWord) || clause.but;
    const bool others = clause.reported && !phrases_[clause.first].senses.has(Sense::kReport);
    reporting = !own && (reporting || others);
  }
  if (question) {
    // "go ahead, please?": the mark belongs to what was asked, not to the polite word.
    for (std::size_t back = sentence.size(); back > 0; --back) {
      Clause& clause = sentence[back - 1];
      clause.asked = true;
      bool only_lead = true;
      for (std::size_t word = clause.first; word < clause.last; ++word)
        only_lead = only_lead && phrases_[word].senses.any(kLeadIn);
      if (!only_lead) break;
    }
  }
  // "go ahead, and if anything is odd, ask": what was said before the "and" stands.
  bool conditional = false;
  for (std::size_t back = sentence.size(); back > 0; --back) {
    Clause& clause = sentence[back - 1];
    // "approved, when will it be done?" asks, and sets no condition.
    const bool only_asks =
        question && clause.asked && phrases_[clause.first].senses.has(Sense::kQuestion);
    conditional = conditional || (clause.condition && !only_asks);
    clause.conditional = conditional;
    if (clause.condition && clause.joined) conditional = false;
  }
  for (std::size_t next = 1; next < sentence.size(); ++next)
    sentence[next].conditional |= sentence[next - 1].conditional;
  if (!sentence.empty()) {
    const auto stop =
        end > at && words_[phrases_[end - 1].first].kind == WordKind::kLineEnd ? end - 1 : end;
    sentences_.push_back({.begin = words_[phrases_[sentence.front().first].first].begin,
                          .end = words_[phrases_[stop - 1].last - 1].end,
                          .question_mark = question});
  }
  sentence_begin_ = clauses_.size();
}

void UtteranceCutter::cut() {
  bool begun = false;  // the open clause has more than its joining words
  for (std::size_t at = 0; at < phrases_.size(); ++at) {
    const Phrase& phrase = phrases_[at];
    if (!phrase.known && of_.ends_sentence(at)) {
      bool question = false;
      std::size_t end = at;
      for (; end < phrases_.size() && !phrases_[end].known && of_.ends_sentence(end); ++end)
        question = question || of_.is_mark(end, "?؟");
      end_sentence(at, end, question);
      at = end - 1;
      open_.first = end;
      begun = false;
      continue;
    }
    if (!phrase.known && separates(at)) {
      end_clause(at);
      open_.first = at + 1;
      begun = false;
      continue;
    }
    const Senses senses = phrase.senses;
    // "when does it start" asks, "when it is ready" is a condition
    const bool asks = senses.has(Sense::kQuestion) && at + 1 < phrases_.size() &&
                      phrases_[at + 1].senses.any({Sense::kAuxiliary, Sense::kRequest});
    // and "before", at the end, is none
    const bool last = at + 1 >= phrases_.size() || !of_.is_content(phrases_[at + 1]);
    const bool condition = senses.has(Sense::kCondition) && !asks && !(last && begun);
    const bool joins =
        senses.any({Sense::kBut, Sense::kAnd, Sense::kOr, Sense::kBecause, Sense::kThen});
    const bool concludes =
        senses.has(Sense::kSo) && at + 1 < phrases_.size() && phrases_[at + 1].senses.any(kAfterSo);
    if (begun && (condition || concludes || (joins && !senses.has(Sense::kThen)))) {
      end_clause(at);
      begun = false;
    }
    // A known emoji speaks for itself: "ok 👍", "sure 🙄".
    const bool sign = phrase.known && of_.kind(phrase) == WordKind::kSymbol;
    if (sign && begun) end_clause(at);
    if (begun && !sign) continue;
    open_.so = open_.so || (concludes && !sign);
    begun = of_.is_content(phrase) && !senses.any(kJoiners) && !condition;
    open_.but = open_.but || senses.has(Sense::kBut);
    open_.joined = open_.joined || senses.any({Sense::kAnd, Sense::kOr});
    open_.then = open_.then || senses.has(Sense::kThen);
    open_.reason = open_.reason || senses.has(Sense::kBecause);
    open_.condition = open_.condition || condition;
  }
  end_sentence(phrases_.size(), phrases_.size(), false);
}

}  // namespace fm
