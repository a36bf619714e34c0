// Whether two questions ask the same, and whether a text answers one already (C-31).
//
// By what they speak of (topic_words.h, a light stemming), what kind of thing they ask for and with
// which question word. Made for a handful of questions of one project. In doubt two questions
// differ and nothing is answered: asking once too often does less harm. Offline, linear in the
// text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "people/language/vocabulary.h"
#include "people/questions/question_match.h"

namespace fm {

// What a question comes down to.
struct QuestionMeaning {
  std::vector<std::string> topics;  // plain words; "#money", "#time" for what asks for these
  std::vector<std::string> spoken;  // the same words as they were written
  std::vector<std::string> numbers;
  AskedFor asks;
  enum class Form { kOther, kWhat, kHow, kWho, kWhere, kWhy, kHowMany, kYesOrNo } form;
  bool negated = false;

  static QuestionMeaning of(const Vocabulary& vocabulary, std::string_view question);
};

bool same_question(const QuestionMeaning& one, const QuestionMeaning& other);

// A sentence of the text states what is asked for.
bool is_answered_in(const Vocabulary& vocabulary, const QuestionMeaning& question,
                    std::string_view text);

}  // namespace fm
