// What one clause of a reply says about the options (option_choice.h).
//
// A number, letter or place chooses only when all words around it are understood: one that is not
// is its unit ("2 weeks") or makes it a remark. A title may have a word or two around it that
// nobody knows ("the ramen place"), unless the clause tells of something ("we had a ferry once").
#pragma once

#include <cstddef>
#include <set>
#include <string_view>

#include "people/language/utterance.h"
#include "people/options/option_titles.h"

namespace fm {

// What begins a wish for a change: "2 with SQLite", "the first, only cheaper".
inline constexpr Senses kBeginsChange = {Sense::kWith, Sense::kOnly, Sense::kLacking};

// What one clause says about the options.
struct ClauseChoice {
  std::set<std::size_t> chosen;
  std::set<std::size_t> denied;   // "not the first", "rather 2 than 3"
  std::set<std::size_t> unclear;  // spoken of, neither chosen nor denied
  bool pointed = false;           // by a number, letter or place
  bool bare = false;              // an ordinal alone may also begin a list: "first, ..."
  bool contests = false;          // "but 3 is cheaper"
  bool covers = false;            // a sense of its sentence is that of a pointer: "before the last"
  std::size_t last = 0;           // the word after those that point
};

ClauseChoice read_option_clause(const Utterance& utterance, const Clause& clause,
                                const OptionTitles& titles, std::string_view reply);

}  // namespace fm
