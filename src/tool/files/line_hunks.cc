#include "tool/files/line_hunks.h"

#include <algorithm>
#include <cstdint>

#include "tool/files/text_lines.h"

namespace fm {
namespace {

constexpr std::size_t kMostCells = 4'000'000;

using Lines = std::vector<std::string_view>;

// The hunks of the lines between the equal ends, by the longest common subsequence.
void compare(const Lines& olds, const Lines& news, const LineHunk& all,
             std::vector<LineHunk>& hunks) {
  const std::size_t rows = all.old_end - all.old_begin, columns = all.new_end - all.new_begin;
  std::vector<std::uint32_t> common((rows + 1) * (columns + 1));
  const auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& {
    return common[i * (columns + 1) + j];
  };
  const auto same = [&](std::size_t i, std::size_t j) {
    return olds[all.old_begin + i] == news[all.new_begin + j];
  };
  for (std::size_t i = rows; i-- > 0;)
    for (std::size_t j = columns; j-- > 0;)
      at(i, j) = same(i, j) ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
  LineHunk hunk{all.old_begin, all.old_begin, all.new_begin, all.new_begin};
  const auto close = [&] {
    if (hunk.old_begin != hunk.old_end || hunk.new_begin != hunk.new_end) hunks.push_back(hunk);
  };
  std::size_t i = 0, j = 0;
  while (i < rows && j < columns) {
    if (same(i, j)) {
      close();
      ++i, ++j;
      hunk = {all.old_begin + i, all.old_begin + i, all.new_begin + j, all.new_begin + j};
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      hunk.old_end = all.old_begin + ++i;
    } else {
      hunk.new_end = all.new_begin + ++j;
    }
  }
  hunk.old_end = all.old_end;
  hunk.new_end = all.new_end;
  close();
}

}  // namespace

std::vector<LineHunk> line_hunks(const Lines& olds, const Lines& news) {
  LineHunk all{0, olds.size(), 0, news.size()};
  while (all.old_begin < all.old_end && all.new_begin < all.new_end &&
         olds[all.old_begin] == news[all.new_begin])
    ++all.old_begin, ++all.new_begin;
  while (all.old_begin < all.old_end && all.new_begin < all.new_end &&
         olds[all.old_end - 1] == news[all.new_end - 1])
    --all.old_end, --all.new_end;
  std::vector<LineHunk> hunks;
  if (all.old_begin == all.old_end && all.new_begin == all.new_end) return hunks;
  if ((all.old_end - all.old_begin + 1) * (all.new_end - all.new_begin + 1) > kMostCells) {
    hunks.push_back(all);
  } else {
    compare(olds, news, all, hunks);
  }
  return hunks;
}

LineCounts count_changes(std::string_view old_text, std::string_view new_text) {
  const auto list = [](std::string_view text) {
    const TextLines lines(text);
    Lines all;
    for (std::size_t i = 0; i < lines.size(); ++i) all.push_back(lines[i]);
    return all;
  };
  LineCounts counts;
  for (const LineHunk& hunk : line_hunks(list(old_text), list(new_text))) {
    counts.added += static_cast<int>(hunk.new_end - hunk.new_begin);
    counts.removed += static_cast<int>(hunk.old_end - hunk.old_begin);
  }
  return counts;
}

}  // namespace fm
