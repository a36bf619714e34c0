// FakeTerminal: a small terminal that shows what a person would see.
//
// It knows what the views use: printing with wide and combining characters, line ends, cursor up,
// down and right, erasing to the right and below, styles (which it drops) and private modes.
// Anything else is a bug in the test. Lines that leave the top are kept as scrollback.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fm::testing {

class FakeTerminal {
 public:
  FakeTerminal(std::size_t columns, std::size_t rows);

  void feed(std::string_view bytes);

  // Scrollback and screen down to the cursor's line or the last line with text, without spaces at
  // the ends of lines.
  std::vector<std::string> lines() const;
  std::size_t scrolled() const { return scrollback_.size(); }
  std::size_t cursor_row() const { return row_; }
  std::size_t cursor_column() const { return column_; }
  std::size_t overflows() const { return overflows_; }  // writes past the last column

 private:
  using Row = std::vector<std::string>;  // a cell each; the right half of a wide one is empty
  void line_feed();
  void print(std::string_view grapheme);
  std::size_t sequence(std::string_view bytes);

  std::size_t columns_;
  std::vector<Row> screen_;
  std::vector<Row> scrollback_;
  std::size_t row_ = 0;
  std::size_t column_ = 0;
  std::size_t overflows_ = 0;
};

}  // namespace fm::testing
