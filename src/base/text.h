// Unicode text: validity, cleaning, width, cutting, folding.
//
// All functions take and give UTF-8 and are linear in their input. Width is in terminal columns.
// Invalid bytes are no error: clean() and fold() give U+FFFD for them, the others pass them on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fm {

bool is_utf8(std::string_view text);
std::string to_utf8(std::string_view bytes);  // invalid sequences become U+FFFD

// Removes control characters (but keeps \n and \t), zero-width and bidi-override characters, and
// terminal escape sequences as a whole; \r\n becomes \n. Joiners and variation selectors stay
// inside emoji, joiners also where Indian and Arabic scripts need them. A terminal string (title,
// link) that is not closed within 4 KiB loses its introducer only, so that it hides nothing.
// `removed` counts what went, a whole sequence as one; a line's \r is not counted.
struct Cleaned {
  std::string text;
  std::size_t removed = 0;
};
Cleaned clean(std::string_view text);

std::string_view trim(std::string_view text);  // white space at both ends

// For comparing: case-folded, compatibility-composed, punctuation and runs of white space to one
// space, none at the ends. Keeps at most 30 marks on a letter.
std::string fold(std::string_view text);
std::vector<std::string> folded_words(std::string_view text);  // those of fold(text)

std::size_t width(std::string_view text);  // columns; wide is 2, combining is 0, a control is 0

// At most `columns` wide, cut between graphemes, ending in "…" when anything was cut (but for no
// columns at all).
std::string fit(std::string_view text, std::size_t columns);

// Lines at most `columns` wide, broken at spaces where possible, else between graphemes. The text's
// own lines stay apart; their indentation is kept on the lines that follow, up to half the columns;
// spaces at a line's end go; tabs become spaces up to the next multiple of four. A line is longer
// only where a single grapheme is wider than `columns`.
std::vector<std::string> wrap(std::string_view text, std::size_t columns);

// At most `bytes` long, never inside a grapheme.
std::string_view cut_bytes(std::string_view text, std::size_t bytes);

// At \n; a line's trailing \r goes. A final \n begins no other line, and empty text has no line.
std::vector<std::string_view> split_lines(std::string_view text);
std::string join(const std::vector<std::string>& parts, std::string_view separator);

// Whether it is one of these words, exactly.
inline bool among(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace fm
