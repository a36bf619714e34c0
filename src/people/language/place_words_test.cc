#include "people/language/place_words.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

// The place among five things from 0, or -1.
int place_of(std::string_view typed, std::size_t count = 5) {
  const auto place = read_place_word(split_words(typed).at(0));
  if (!place) return -1;
  const auto found = place_among(*place, count);
  return found ? static_cast<int>(*found) : -1;
}

TEST_CASE("ordinals and numbers are places in seven languages") {
  for (const std::string_view word :
       {"third", "dritte", "drittes", "troisième", "tercera", "terzo", "terceiro", "derde", "three",
        "drei", "trois", "tres", "tre", "três", "drie", "3rd", "3e", "DRITTER"}) {
    CHECK_MESSAGE(place_of(word) == 2, word);
  }
}

TEST_CASE("places are counted from the end, the middle, or of two") {
  CHECK(place_of("letzter") == 4);
  CHECK(place_of("vorletzte") == 3);
  CHECK(place_of("penúltima") == 3);
  CHECK(place_of("middle") == 2);
  CHECK(place_of("middle", 4) == -1);
  CHECK(place_of("latter") == -1);
  CHECK(place_of("latter", 2) == 1);
  CHECK(place_of("letzteres", 2) == 1);
  CHECK(place_of("ersteres", 2) == 0);
}

TEST_CASE("a place that is not there, and a word that is none, give nothing") {
  CHECK(place_of("sixth") == -1);
  CHECK(place_of("0th") == -1);
  CHECK(place_of("999th") == -1);
  CHECK(place_of("4x") == -1);
  CHECK(place_of("thirds") == -1);
  CHECK(place_of("3") == -1);
  CHECK(place_of("first", 0) == -1);
}

}  // namespace
}  // namespace fm
