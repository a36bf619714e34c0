#include "cli/text/markdown.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/text/markdown_spans.h"
#include "cli/text/markdown_table.h"

namespace fm::cli {
namespace {

// Wraps styled text: the plain text decides where lines break, the spans follow. Each wrapped line
// is found again in the paragraph, because wrapping only drops spaces where it breaks.
Lines wrap_spans(const Line& paragraph, std::size_t columns) {
  Lines lines;
  const std::string text = plain(paragraph);
  std::size_t at = 0;
  for (const std::string& row : wrap(text, columns)) {
    const std::size_t found = text.find(row, at);
    if (found == std::string::npos) {
      lines.emplace_back(row);
      continue;
    }
    at = found + row.size();
    lines.push_back(slice(paragraph, found, at));
  }
  return lines;
}

struct Block {
  std::string_view text;
  TextStyle style = kPlain;
  std::string prefix = {};  // of the first line; the following lines hang below its end
  TextStyle prefix_style = kPlain;
  bool repeat_prefix = false;
};

std::size_t list_marker(std::string_view line) {  // its length with the space, or 0
  std::size_t at = 0;
  if (line.empty()) return 0;
  if (line[0] == '-' || line[0] == '*' || line[0] == '+') {
    at = 1;
  } else {
    while (at < line.size() && at < 3 && line[at] >= '0' && line[at] <= '9') ++at;
    if (at == 0 || at == line.size() || (line[at] != '.' && line[at] != ')')) return 0;
    ++at;
  }
  return at < line.size() && line[at] == ' ' ? at + 1 : 0;
}

Block read_block(std::string_view line) {
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  const std::string_view rest = line.substr(indent);
  const std::size_t hashes = std::min(rest.find_first_not_of('#'), rest.size());
  if (indent < 4 && hashes >= 1 && hashes <= 6 && hashes < rest.size() && rest[hashes] == ' ')
    return {.text = trim(rest.substr(hashes)), .style = kStrong};
  if (const std::size_t marker = list_marker(rest)) {
    std::string prefix(std::min<std::size_t>(indent, 12), ' ');
    prefix += rest[0] == '*' || rest[0] == '+' ? "- " : rest.substr(0, marker);
    return {.text = rest.substr(marker), .prefix = std::move(prefix)};
  }
  if (rest.starts_with('>')) {
    const std::string_view quoted = rest.substr(1);
    return {.text = quoted.starts_with(' ') ? quoted.substr(1) : quoted,
            .style = kQuiet,
            .prefix = "> ",
            .prefix_style = kQuiet,
            .repeat_prefix = true};
  }
  return {.text = rest, .prefix = std::string(std::min<std::size_t>(indent, 12), ' ')};
}

void add_block(Lines& lines, const Block& block, std::size_t columns, Growth growth) {
  const std::size_t wide = width(block.prefix);
  const bool fits = wide + 8 <= columns;  // otherwise hanging would leave no room for words
  const std::size_t room = fits ? columns - wide : columns;
  const std::string hanging = !fits                 ? ""
                              : block.repeat_prefix ? block.prefix
                                                    : std::string(wide, ' ');
  bool first = true;
  for (const Line& row : wrap_inline(block.text, room, block.style, growth)) {
    Line line;
    if (fits) line.add(first ? block.prefix : hanging, block.prefix_style);
    for (const Span& span : row.spans) line.add(span.text, span.style);
    lines.push_back(std::move(line));
    first = false;
  }
}

// A row that is still being written would change what stands above its end, and a head alone may
// become a table: both wait.
std::size_t rows_to_show(const std::vector<std::string_view>& rows, std::string_view text,
                         Growth growth) {
  std::size_t count = rows.size();
  if (growth == Growth::kDone) return count;
  while (count > 0 && trim(rows[count - 1]).empty()) --count;
  if (count == 0 || !trim(rows[count - 1]).starts_with('|')) return rows.size();
  if (!text.ends_with('\n')) --count;
  const bool head_alone =
      count > 0 && is_table_row(rows[count - 1]) && (count == 1 || !is_table_row(rows[count - 2]));
  return head_alone ? count - 1 : count;
}

// How many rows from `first` on are one table; 0: none.
std::size_t table_rows(const std::vector<std::string_view>& rows, std::size_t first,
                       std::size_t end) {
  if (first + 1 >= end || !is_table_row(rows[first]) || !is_table_separator(rows[first + 1]))
    return 0;
  std::size_t last = first + 2;
  while (last < end && is_table_row(rows[last])) ++last;
  return last - first;
}

}  // namespace

Lines wrap_inline(std::string_view text, std::size_t columns, TextStyle base, Growth growth) {
  return wrap_spans(inline_spans(text, base, growth), columns);
}

Lines lay_out(std::string_view text, std::size_t columns, Growth growth) {
  Lines lines;
  bool code = false;
  bool blank = false;
  const auto rows = split_lines(text);
  const std::size_t end = rows_to_show(rows, text, growth);
  for (std::size_t i = 0; i < end; ++i) {
    const std::string_view row = rows[i];
    const std::string_view bare = trim(row);
    if (bare.starts_with("```")) {
      code = !code;
      continue;
    }
    if (bare.empty()) {
      blank = !lines.empty();
      continue;
    }
    if (std::exchange(blank, false)) lines.emplace_back();
    if (code) {
      for (const std::string& part : wrap(row, columns > 4 ? columns - 2 : columns))
        lines.emplace_back("  " + part, kQuiet);
    } else if (const std::size_t table = is_unwrapped(columns) ? 0 : table_rows(rows, i, end)) {
      append(lines, table_lines(std::span(rows).subspan(i, table), columns));
      i += table - 1;
    } else {
      const bool last = i + 1 == rows.size();
      add_block(lines, read_block(row), columns, last ? growth : Growth::kDone);
    }
  }
  return lines;
}

}  // namespace fm::cli
