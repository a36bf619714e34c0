#include "cli/text/markdown_table.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "cli/text/markdown.h"

namespace fm::cli {
namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kNarrowest = 12;

std::vector<std::string_view> cells_of(std::string_view line) {
  std::string_view rest = trim(line);
  if (rest.starts_with('|')) rest.remove_prefix(1);
  if (rest.ends_with('|')) rest.remove_suffix(1);
  std::vector<std::string_view> cells;
  for (;;) {
    const std::size_t bar = rest.find('|');
    cells.push_back(trim(rest.substr(0, bar)));
    if (bar == std::string_view::npos) return cells;
    rest.remove_prefix(bar + 1);
  }
}

void add_row(Lines& lines, const std::vector<std::string_view>& cells, std::size_t count,
             std::size_t wide, TextStyle style) {
  std::vector<Lines> blocks;
  std::size_t tall = 0;
  for (std::size_t i = 0; i < count; ++i) {
    blocks.push_back(i < cells.size() ? wrap_inline(cells[i], wide, style) : Lines());
    tall = std::max(tall, blocks.back().size());
  }
  for (std::size_t row = 0; row < tall; ++row) {
    Line line;
    for (std::size_t i = 0; i < count; ++i) {
      if (row >= blocks[i].size()) continue;
      const std::size_t start = i * (wide + kGap);  // what is right of the last words stays open
      line.add(std::string(start - width(line), ' '));
      for (const Span& span : blocks[i][row].spans) line.add(span.text, span.style);
    }
    lines.push_back(std::move(line));
  }
}

void add_entry(Lines& lines, const std::vector<std::string_view>& heads,
               const std::vector<std::string_view>& cells, std::size_t columns) {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    text += text.empty() ? "- " : "; ";
    if (i < heads.size() && !heads[i].empty()) text.append(heads[i]).append(": ");
    text += cells[i];
  }
  append(lines, lay_out(text, columns));
}

}  // namespace

bool is_table_row(std::string_view line) {
  const std::string_view bare = trim(line);
  return bare.size() >= 2 && bare.starts_with('|');
}

bool is_table_separator(std::string_view line) {
  const std::string_view bare = trim(line);
  return bare.starts_with('|') && bare.find('-') != std::string_view::npos &&
         bare.find_first_not_of("|-: ") == std::string_view::npos;
}

Lines table_lines(std::span<const std::string_view> rows, std::size_t columns) {
  const auto heads = cells_of(rows[0]);
  const std::size_t count = heads.size();
  const std::size_t gaps = kGap * (count - 1);
  const std::size_t wide = columns > gaps ? (columns - gaps) / count : 0;
  Lines lines;
  if (wide >= kNarrowest) add_row(lines, heads, count, wide, kStrong);
  for (const std::string_view row : rows.subspan(std::min<std::size_t>(rows.size(), 2))) {
    if (wide >= kNarrowest) {
      add_row(lines, cells_of(row), count, wide, kPlain);
    } else {
      add_entry(lines, heads, cells_of(row), columns);
    }
  }
  return lines;
}

}  // namespace fm::cli
