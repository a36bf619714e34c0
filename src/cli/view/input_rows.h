// What is being typed, as rows of the screen (P-80).
//
// A line that is too long goes on in the next row. Of more rows than there is room for, those
// around the cursor are shown. Linear in the text; pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fm::cli {

struct InputRows {
  std::vector<std::string> rows;  // at least one
  std::size_t hidden = 0;         // rows that stand above the first one
  std::size_t row = 0;            // of the cursor, in `rows`
  std::size_t column = 0;
};

// `cursor` in bytes of `text`; each row is at most `columns` wide, the cursor may stand behind it.
InputRows input_rows(std::string_view text, std::size_t cursor, std::size_t columns,
                     std::size_t most);

}  // namespace fm::cli
