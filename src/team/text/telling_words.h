// What two texts have in common, by their words: for finding whose matter a sentence is about,
// never for deciding anything. Pure.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

namespace fm {

// Words that tell what a text is about, folded; small and everyday ones say little.
std::set<std::string, std::less<>> telling_words(std::string_view text);

// How many of the telling words of one stand in the other, in any form that begins alike.
std::size_t shared_words(std::string_view one, std::string_view other);

}  // namespace fm
