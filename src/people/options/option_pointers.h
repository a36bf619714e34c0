// The places in a reply that point at an option: a number, a letter, an ordinal or words of its
// title that no other option has. Whether that chooses the option is decided elsewhere
// (option_choice.h). Linear in the reply for a bounded number of options.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "people/language/utterance.h"
#include "people/options/option_titles.h"

namespace fm {

struct OptionPointer {
  enum class Kind { kNumber, kNumberWord, kLetter, kOrdinal, kTitle };
  Kind kind = Kind::kNumber;
  std::optional<std::size_t> option;  // nothing: a number that is no option or counts something
  std::size_t first = 0;              // words, up to but not including `last`
  std::size_t last = 0;
  bool exact = true;  // of a title: spelled as there, in the same form
};

// In order. Title words are looked for only where nothing else points at an option.
std::vector<OptionPointer> find_option_pointers(const Utterance& utterance, const Clause& clause,
                                                const OptionTitles& titles, std::string_view reply);

}  // namespace fm
