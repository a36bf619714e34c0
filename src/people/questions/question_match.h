// How well a piece of a reply fits a question: by what it speaks of, and by its kind.
#pragma once

#include <cstddef>
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

struct Fit {
  double topic = 0;
  double kind = 0;  // an amount for "how many", a yes for a yes-or-no question
  double sum() const { return topic + kind; }
};

class QuestionMatch {
 public:
  explicit QuestionMatch(std::vector<AskedFor> questions);

  // One for each question.
  std::vector<Fit> fits(const Utterance& reply, const ReplyPiece& piece) const;
  const AskedFor& question(std::size_t index) const { return questions_[index]; }

 private:
  std::vector<std::size_t> about(const std::string& word) const;  // questions that have it

  std::vector<AskedFor> questions_;
};

}  // namespace fm
