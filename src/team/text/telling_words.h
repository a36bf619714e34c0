// What two texts have in common, by their words: for finding whose matter a sentence is about,
// never for deciding anything. Pure.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

namespace fm {

using WordSet = std::set<std::string, std::less<>>;

// Words that tell what a text is about, folded; small and everyday ones say little.
WordSet telling_words(std::string_view text);

// How many of the telling words of one stand in the other, in any form that begins alike. Of sets
// where a text is looked at more than once.
std::size_t shared_words(const WordSet& one, const WordSet& other);

}  // namespace fm
