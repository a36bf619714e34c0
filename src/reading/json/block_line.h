// One line of a block of fields (block.h): its bullet, its key and its value.
//
// All of them look ahead for the key by a bounded number of bytes and copy the line at most once.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace fm {

inline constexpr std::size_t kLongestFieldKey = 40;  // bytes

struct FieldLine {
  std::size_t indent = 0;
  char bullet = 0;  // its kind: '-' for all signs, '1' for numbers and letters; 0: none
  std::string key;  // squashed; empty when the line is no field
  std::string value;
  std::string text;  // without its bullet
};

// "- key: value", "**Key:** value", "| key | value |", "key = value", "<key>value</key>".
FieldLine read_field_line(std::string_view raw);

// Whether a key and its colon stand at the begin of `text`.
bool begins_field(std::string_view text);

// The rest of a line that begins with the marker; nothing if it does not, or only speaks of it.
std::optional<std::string> marker_rest(std::string_view line, std::string_view marker);

// Past who says the line: "coder: ", "**Coder:** ", "[coder -> team]: ", "<coder> ", "@coder, ",
// "[12:03] coder: "; its length, 0: nobody is named.
std::size_t speaker_length(std::string_view line);

// Past "- ", "* ", "• ", "1. ", "a) " and a box to tick: its length.
std::size_t bullet_length(std::string_view line);

// Without the marks at both ends, and spaces.
std::string_view strip_marks(std::string_view text, std::string_view marks);

// Cleaned of what could steer a terminal, and trimmed.
std::string plain_line(std::string_view line);

}  // namespace fm
