// Words that point at one of several things by its place, in the languages people mix most.
//
// A number in words ("two", "zwei") counts things as often as it chooses one, so the caller asks
// for more than the word; an ordinal ("the second", "la deuxième") points by itself. The table is
// for English, German, French, Spanish, Italian, Portuguese and Dutch, and has forms without
// accents. Immutable; pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "people/language/words.h"

namespace fm {

enum class PlaceKind {
  kCardinal,
  kOrdinal,
  kFromEnd,  // the last is 1
  kMiddle,
  kOfTwo,  // the former is 1, the latter 2
};

struct PlaceWord {
  PlaceKind kind = PlaceKind::kCardinal;
  std::size_t number = 0;  // from 1
};

std::optional<PlaceWord> read_place_word(const Word& word);

// What the place word means among `count` things, from 0; nothing when there is no such thing.
std::optional<std::size_t> place_among(const PlaceWord& place, std::size_t count);

// Words that matter beside a place, by their plain forms.
bool is_counter(std::string_view plain);  // "2 am", "2 of us", "2 more": the number is an amount
bool is_a(std::string_view plain);        // "a second" is a short while
bool is_the(std::string_view plain);
bool is_than(std::string_view plain);              // "rather 2 than 3"
bool is_saying(std::string_view plain);            // "you said 2"
bool is_unspaced_counter(std::string_view plain);  // "2番", "第二个"

}  // namespace fm
