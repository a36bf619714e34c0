// What changes between two lists of lines: the least of them, in order. Pure.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace fm {

struct LineHunk {
  std::size_t old_begin = 0, old_end = 0;
  std::size_t new_begin = 0, new_end = 0;
};

// Lines that are equal at both ends are never in a hunk. Where a comparison of all with all would
// take too long, what is between the ends is one hunk.
std::vector<LineHunk> line_hunks(const std::vector<std::string_view>& olds,
                                 const std::vector<std::string_view>& news);

struct LineCounts {
  int added = 0;
  int removed = 0;
};
LineCounts count_changes(std::string_view old_text, std::string_view new_text);

}  // namespace fm
