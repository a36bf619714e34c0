// The characters that stand for JSON's marks and spaces in what models send.
//
// Models write no-break spaces, zero-width characters and the full-width forms of East Asian
// keyboards where JSON wants ASCII. These functions look at one position of a text; all take any
// position, the end too, and any bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fm {

// A character at a position, `length` bytes long; length 0 says that there is none of that kind.
struct Mark {
  char ascii = 0;  // what it stands for
  std::size_t length = 0;
};

// One of { } [ ] , : or its full-width form.
Mark mark_at(std::string_view text, std::size_t at);

// White space of any script, byte order marks and zero-width characters: bytes, or 0.
std::size_t space_at(std::string_view text, std::size_t at);

// A decimal digit of any script that uses them in numbers, or a full-width '.', '/', '-', '+', '%'
// or ',', as ASCII.
Mark number_character_at(std::string_view text, std::size_t at);

// All number characters of `text` as ASCII, the rest as it is.
std::string ascii_numbers(std::string_view text);

bool is_ascii_space(char character);
bool is_ascii_digit(char character);
bool is_ascii_letter(char character);
char ascii_lower(char character);
std::string ascii_lower(std::string_view text);

// ASCII letters in lower case and digits; other ASCII, spaces of any script and invisible
// characters dropped; other scripts kept. The form in which field names are compared: "Overall
// score", overall_score and overallScore are one.
std::string squash(std::string_view name);

// Without white space of any script at both ends.
std::string_view trim_wide(std::string_view text);

bool starts_with_at(std::string_view text, std::size_t at, std::string_view word);

}  // namespace fm
