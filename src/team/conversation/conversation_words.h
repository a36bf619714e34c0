// The words by which the team finds out whose matter something is (C-30, C-34, C-36).
//
// Data: packs/default/conversation.yaml. `goals` is agent -> words, `matters` a list of {agent,
// words, then}, in the order that settles ties; the other lists say what takes a word back, how an
// approach is put forward and how an objection is taken up. Words are found whole, as people type
// them (people/language/words.h): none in quotations, code and links. Immutable once made. A flow
// pins the file's text, so that a later version of it changes nothing that was begun.
// Errors: conversation_words_invalid, yaml_invalid, yaml_too_large.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "people/language/words.h"

namespace fm {

// Words and short rows of words, each with its simple forms: plural, -s, -ed, -ing.
class WordList {
 public:
  void add(std::string_view entry);
  void add_as_written(std::string_view entry);  // without other forms
  bool empty() const { return entries_.empty(); }

  // How many words of the longest entry that begins there; 0 for none.
  std::size_t at(std::span<const Word> words, std::size_t begin) const;
  bool in(std::span<const Word> words) const;

 private:
  std::set<std::string, std::less<>> entries_;  // plain forms with single spaces
  std::size_t longest_ = 1;                     // in words
};

struct GoalWords {
  std::string agent;
  WordList words;
};

struct Matter {
  std::string agent;
  std::vector<std::string> then;
  WordList words;
};

struct ConversationWords {
  std::vector<GoalWords> goals;
  std::vector<Matter> matters;
  WordList ruled_out;
  WordList not_meant;
  WordList not_needed;
  WordList takes_nothing_back;
  WordList lacking;
  WordList proposes;
  WordList takes_up;
  WordList concedes;
  WordList wants_vote;
  WordList wants_ideas;
  WordList wants_findings;
  WordList new_matter;
  WordList begins_this;
  WordList takes_along;
  WordList code_words;
  WordList where;  // these three: where_question.h
  WordList where_things;
  WordList where_asks;

  static Result<ConversationWords> parse(std::string_view text, std::string_view path);
  // No error in a program that was built well.
  static Result<ConversationWords> built_in();
};

// What the words of a list do in a text.
struct Naming {
  std::vector<std::string> words;  // that count, as typed, folded, each once
  bool ruled_out = false;          // none counts, and one was ruled out: "no design needed"
};

// The words of a text, made once for several lists.
class ConversationText {
 public:
  ConversationText(const ConversationWords& known, std::string_view text);

  Naming naming(const WordList& list) const;
  const std::vector<Word>& words() const { return words_; }

 private:
  enum class Taken { kCounts, kNotMeant, kRuledOut };
  Taken taken(std::size_t begin, std::size_t end) const;

  const ConversationWords& known_;
  std::vector<Word> words_;
  std::vector<std::size_t> clause_;  // of each word
};

// Whether a wish is about the code in the room's folder, by its words, an option such as "--month",
// or the name of a source file: that is planned, run and reviewed (C-20, A-1).
bool names_code(const ConversationWords& known, std::string_view text);

}  // namespace fm
