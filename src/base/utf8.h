// One code point at a time, from bytes that may be anything.
//
// The decoder below is the only one in the program. An invalid sequence is as long as the part
// that could have begun a valid one, so that text damaged in the same way reads the same in a
// browser (the WHATWG rule).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fm {

inline constexpr char32_t kReplacement = 0xFFFD;

struct Decoded {
  char32_t code = kReplacement;
  std::size_t length = 1;  // bytes taken, at least one
  bool valid = false;
};

Decoded decode_utf8(std::string_view bytes);  // of the first character; `bytes` must not be empty

void append_utf8(std::string& out, char32_t code);  // a code that is no scalar value gives U+FFFD

// How many bytes at the beginning are ASCII.
std::size_t ascii_length(std::string_view bytes);

}  // namespace fm
