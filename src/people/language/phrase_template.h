// A phrase of a language's file that stands for several: "(a|) (big|clear) yes", "{we} like {it}".
//
// Round brackets hold alternatives, of which one may be empty, and further brackets. A name in
// braces is a part: phrases that the file lists once for all its templates. An entry that has
// neither `|` nor `{` stands for itself: ":(". Made while a file is read (vocabulary_builder.h);
// what a template makes is bounded, so that no line can fill the memory (C-12).
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace fm {

inline constexpr std::size_t kMostPhrasesOfTemplate = 1000;

class PhraseTemplates {
 public:
  using Phrases = std::vector<std::string>;

  // Parts that were defined before may stand in its entries. Errors: as expand().
  Result<void> define(std::string_view part, const Phrases& entries);

  // The phrases that an entry stands for, in the order of its alternatives; at least one.
  // Error: language_invalid, whose message says what is wrong with the entry and no more.
  Result<Phrases> expand(std::string_view entry) const;

 private:
  std::map<std::string, Phrases, std::less<>> parts_;
};

}  // namespace fm
