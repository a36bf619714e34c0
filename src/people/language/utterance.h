// A message as sentences and clauses: who is speaking of what, in which mood.
//
// The structure of what a person says, in whatever language the vocabulary knows: where a sentence
// ends, what is asked, what stands under a condition, what somebody else said. What follows from
// that is decided clause by clause (act.h). Linear in the message.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "people/language/vocabulary.h"
#include "people/language/words.h"

namespace fm {

// Phrases from `first` up to but not including `last`, marks left out at both ends.
struct Clause {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t sentence = 0;
  bool but = false;          // begins with "but"
  bool joined = false;       // with "and" or "or"
  bool then = false;         // with "then"
  bool reason = false;       // with "because"
  bool so = false;           // with "so"
  bool condition = false;    // with "if"
  bool conditional = false;  // its sentence has a condition
  bool asked = false;
  bool reported = false;  // somebody else's words
};

struct Sentence {
  std::size_t begin = 0;  // in bytes of the message
  std::size_t end = 0;    // with its full stop or question mark
  bool question_mark = false;
};

// What is longer is read up to here. Nobody types more, and pasted text gives no orders.
inline constexpr std::size_t kLongestMessage = std::size_t{64} << 10;  // bytes

class Utterance {
 public:
  static Utterance of(const Vocabulary& vocabulary, std::string_view text);

  const std::vector<Word>& words() const { return words_; }
  const std::vector<Phrase>& phrases() const { return phrases_; }
  const std::vector<Clause>& clauses() const { return clauses_; }
  // In order; a clause's `sentence` counts them from 0.
  const std::vector<Sentence>& sentences() const { return sentences_; }

  // What was typed there, folded: for showing the words that decided.
  std::string said(std::size_t first_word, std::size_t last_word) const;
  std::string said(const Phrase& phrase) const { return said(phrase.first, phrase.last); }
  WordKind kind(const Phrase& phrase) const { return words_[phrase.first].kind; }

  // Says something: no punctuation, no emoji that the vocabulary does not know.
  bool is_content(const Phrase& phrase) const;
  bool ends_sentence(std::size_t phrase) const;
  // The senses of all phrases of a clause.
  Senses senses(const Clause& clause) const;

 private:
  void cut();
  void end_clause(std::size_t at);
  void end_sentence(std::size_t at, std::size_t end, bool question);
  bool is_mark(std::size_t phrase, std::string_view marks) const;
  bool separates(std::size_t phrase) const;
  bool asks_by_form(const Clause& clause) const;
  bool reports(const Clause& clause) const;

  std::vector<Word> words_;
  std::vector<Phrase> phrases_;
  std::vector<Clause> clauses_;
  std::vector<Sentence> sentences_;
  Clause open_;
  std::size_t sentence_begin_ = 0;  // clause
};

// Phrases that may stand before what a clause is about: "ok so please".
inline constexpr Senses kLeadIn = {Sense::kYes,    Sense::kAside, Sense::kThanks,  Sense::kGreeting,
                                   Sense::kBut,    Sense::kAnd,   Sense::kOr,      Sense::kThen,
                                   Sense::kPolite, Sense::kNow,   Sense::kAddress, Sense::kOwnWord};

}  // namespace fm
