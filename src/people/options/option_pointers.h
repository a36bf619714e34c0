// The places in a clause that point at an option: a number, a letter, an ordinal, or its title,
// whole or from its beginning. Whether that chooses the option is decided elsewhere
// (option_choice.h). Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "people/language/utterance.h"

namespace fm {

// The words that name an option: plain, without a leading article. "The Daily Loaf" is daily, loaf.
using OptionTitles = std::vector<std::vector<std::string>>;
OptionTitles option_titles(std::span<const std::string> options);

struct OptionPointer {
  std::optional<std::size_t> option;  // nothing: a number or place that is no option
  std::size_t first = 0;              // words, up to but not including `last`
  std::size_t last = 0;
};

// In order, none inside another.
std::vector<OptionPointer> find_option_pointers(const Utterance& said, const Clause& clause,
                                                const OptionTitles& titles, std::string_view reply);

}  // namespace fm
