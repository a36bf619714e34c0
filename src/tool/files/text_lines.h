// The lines of a text by their places, and the parts that white space plays in one. Pure.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace fm {

struct TextLine {
  std::size_t begin = 0;
  std::size_t end = 0;   // without the line's end
  std::size_t next = 0;  // where the next one begins; of a last line without an end: `end`
};

class TextLines {
 public:
  explicit TextLines(std::string_view text);  // which outlives it; \n and \r\n end a line

  std::size_t size() const { return lines_.size(); }
  const TextLine& at(std::size_t line) const { return lines_[line]; }
  std::string_view operator[](std::size_t line) const {
    return text_.substr(lines_[line].begin, lines_[line].end - lines_[line].begin);
  }
  // "\n", "\r\n", or empty at the end of a text that does not end in one.
  std::string_view end_of(std::size_t line) const {
    return text_.substr(lines_[line].end, lines_[line].next - lines_[line].end);
  }
  std::size_t line_of(std::size_t place) const;  // from 0; the last one for the text's end

 private:
  std::string_view text_;
  std::vector<TextLine> lines_;
};

std::string_view indent_of(std::string_view line);     // spaces and tabs at its beginning
std::string_view without_ends(std::string_view line);  // no spaces and tabs at both ends
std::string_view without_trailing(std::string_view line);

}  // namespace fm
