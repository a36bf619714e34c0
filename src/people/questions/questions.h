// The questions in an agent's text: which, of what kind, and whether an answer is wanted (C-32).
//
// Found by their question mark, or by a form that asks without one ("let me know which", "I assume
// so; correct me if not"). A mark in code, in a link or within a word is none. A question that is
// quoted, stands in an FAQ, expects no answer or is answered at once by the text is found too, as
// not genuine. The kind comes from the vocabulary's cues. Offline, deterministic, linear.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "people/language/vocabulary.h"

namespace fm {

enum class QuestionType { kScope, kConstraint, kPreference, kClarification, kAssumption };

std::string_view to_string(QuestionType type);           // "scope"
QuestionType question_type_from(std::string_view name);  // clarification where it is none of them

struct FoundQuestion {
  std::string text;  // as it stands in the agent's text, without list marks and labels
  QuestionType type = QuestionType::kClarification;
  bool genuine = true;
  std::vector<std::string> keywords;  // what it is about, folded
};

// In the order of the text.
std::vector<FoundQuestion> find_questions(const Vocabulary& vocabulary, std::string_view text);

}  // namespace fm
