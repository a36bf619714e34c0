// What questions are called in one line: "noted: audience, budget" (C-12). Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "people/language/vocabulary.h"

namespace fm {

// One name for each question, in their order: a word that it is about and that the goal has not,
// two where one names several of them. Empty for a question that is about nothing.
std::vector<std::string> short_names(const Vocabulary& vocabulary,
                                     std::span<const std::string> questions, std::string_view goal);

}  // namespace fm
