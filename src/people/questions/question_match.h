// What a question asks for, and which of several questions a clause names (C-31).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "people/language/vocabulary.h"
#include "people/questions/reply_pieces.h"

namespace fm {

// What a question asks for.
struct AskedFor {
  std::vector<std::string> topics;  // folded words (topic_words.h)
  bool polar = false;               // yes or no
  bool number = false;
  bool money = false;
  bool time = false;
  bool language = false;
};

AskedFor read_asked_for(const Vocabulary& vocabulary, std::string_view question);

// The words by which each of several questions can be named: those that no other one has.
// Immutable.
class QuestionNames {
 public:
  explicit QuestionNames(std::vector<AskedFor> questions);

  // The only question that the phrases from `first` up to but not including `last` name.
  std::optional<std::size_t> named(const Utterance& reply, std::size_t first,
                                   std::size_t last) const;

 private:
  std::optional<std::size_t> only(const std::string& word) const;

  std::vector<AskedFor> questions_;
};

}  // namespace fm
