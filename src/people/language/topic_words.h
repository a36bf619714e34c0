// The words of a sentence that say what it is about, and when two of them are the same word.
//
// What the vocabulary knows as grammar is left out; what it does not know, or knows as a thing, is
// kept. Two words are the same when one is an inflection of the other by its look: "edit" and
// "edits", "payment" and "pay". A guess, for pointing at a question among a few, never for search.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "people/language/utterance.h"

namespace fm {

// Plain forms, in order, each once; from the phrases `first` up to but not including `last`.
std::vector<std::string> topic_words(const Utterance& utterance, std::size_t first,
                                     std::size_t last);

bool same_topic_word(std::string_view one, std::string_view other);

}  // namespace fm
