// A message as sentences and clauses: who is speaking of what, in which mood.
//
// The structure of what a person says, in whatever language the vocabulary knows: where a sentence
// ends, what is asked, what stands under a condition, what somebody else said. What follows from
// that is decided clause by clause (act.h). Linear in the message. Immutable, and cheap to copy: a
// message is parsed once and handed to all its readers (C-12).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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

  const std::vector<Word>& words() const { return parsed_->words; }
  const std::vector<Phrase>& phrases() const { return parsed_->phrases; }
  const std::vector<Clause>& clauses() const { return parsed_->clauses; }
  // In order; a clause's `sentence` counts them from 0.
  const std::vector<Sentence>& sentences() const { return parsed_->sentences; }

  // What was typed there, folded: for showing the words that decided.
  std::string said(std::size_t first_word, std::size_t last_word) const;
  std::string said(const Phrase& phrase) const { return said(phrase.first, phrase.last); }
  WordKind kind(const Phrase& phrase) const { return words()[phrase.first].kind; }

  // Says something: no punctuation, no emoji that the vocabulary does not know.
  bool is_content(const Phrase& phrase) const;
  bool ends_sentence(std::size_t phrase) const;
  // The senses of all phrases of a clause.
  Senses senses(const Clause& clause) const;
  // Where the clause stands in the text.
  std::string_view text_of(const Clause& clause, std::string_view text) const;

 private:
  friend class UtteranceCutter;
  struct Parsed {
    std::vector<Word> words;
    std::vector<Phrase> phrases;
    std::vector<Clause> clauses;
    std::vector<Sentence> sentences;
  };
  explicit Utterance(std::shared_ptr<const Parsed> parsed) : parsed_(std::move(parsed)) {}
  bool is_mark(std::size_t phrase, std::string_view marks) const;

  std::shared_ptr<const Parsed> parsed_;  // never null
};

// Phrases that may stand before what a clause is about: "ok so please".
inline constexpr Senses kLeadIn = {Sense::kYes,    Sense::kAside, Sense::kThanks,  Sense::kGreeting,
                                   Sense::kBut,    Sense::kAnd,   Sense::kOr,      Sense::kThen,
                                   Sense::kPolite, Sense::kNow,   Sense::kAddress, Sense::kOwnWord};

}  // namespace fm
