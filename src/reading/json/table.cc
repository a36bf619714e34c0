#include "reading/json/table.h"

#include <algorithm>

#include "base/text.h"

namespace fm {

std::vector<std::string_view> table_cells(std::string_view line) {
  line = trim(line);
  if (!line.starts_with('|')) return {};
  line.remove_prefix(1);
  if (line.ends_with('|')) line.remove_suffix(1);
  std::vector<std::string_view> cells;
  while (true) {
    const std::size_t end = line.find('|');
    cells.push_back(trim(line.substr(0, end)));
    if (end == std::string_view::npos) return cells;
    line.remove_prefix(end + 1);
  }
}

bool is_table_rule(const std::vector<std::string_view>& cells) {
  return !cells.empty() && std::ranges::all_of(cells, [](std::string_view cell) {
    return cell.find('-') != std::string_view::npos &&
           cell.find_first_not_of("-: ") == std::string_view::npos;
  });
}

std::string plain_cell(std::string_view cell) {
  std::string out;
  for (const char character : cell) {
    if (character != '*' && character != '`') out += character;
  }
  return std::string(trim(out));
}

}  // namespace fm
