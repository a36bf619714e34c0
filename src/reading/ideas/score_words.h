// The words and signs around a number in a score: number words, "about", "out of", units, stars.
//
// All are in lower case and compared whole. Words that mean something else too ("null", "un",
// "due") are left out: a score is never guessed.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace fm {

// Each gives how many bytes at the begin of `text` are such a word; 0 for none.
std::size_t about_at(std::string_view text);   // "~", "approx. "
std::size_t out_of_at(std::string_view text);  // "/", "out of "
std::size_t unit_at(std::string_view text);    // "points"

struct NumberWord {
  int value = 0;
  std::size_t length = 0;
};
std::optional<NumberWord> number_word_at(std::string_view text);  // "eight", from 0 to 10

struct Fraction {
  int millionths = 0;
  std::size_t length = 0;
};
std::optional<Fraction> fraction_at(std::string_view text);  // "½"

// Stars at the begin: "★★★★☆", "⭐⭐".
struct Stars {
  int full = 0;
  int empty = 0;
  std::size_t length = 0;
};
Stars stars_at(std::string_view text);

}  // namespace fm
