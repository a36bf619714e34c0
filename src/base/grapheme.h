// What a person sees as one character, and how wide a terminal draws it.
#pragma once

#include <cstddef>
#include <string_view>

namespace fm {

struct Grapheme {
  std::size_t bytes = 0;
  std::size_t columns = 0;  // 0, 1 or 2
};

// The first grapheme of `text`, which must not be empty. Invalid bytes count as U+FFFD.
Grapheme first_grapheme(std::string_view text);

bool is_white_space(char32_t code);   // Unicode's White_Space
bool is_pictographic(char32_t code);  // an emoji's base (Extended_Pictographic)
bool is_keycap_base(char32_t code);   // a digit, # or *

}  // namespace fm
