// Ideas in a Markdown table (idea_written.h).
#include <algorithm>
#include <array>

#include "base/text.h"
#include "reading/ideas/idea_written.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"
#include "reading/json/table.h"

namespace fm {
namespace {

constexpr std::size_t kMaxRows = 500;
constexpr std::size_t kMaxColumns = 20;
constexpr std::size_t kLongestRow = 8000;  // bytes
constexpr std::array<std::string_view, 5> kTitleColumns = {"title", "ideatitle", "name", "ideaname",
                                                           "idea"};

// The names of the columns; empty if none holds titles.
std::vector<std::string> columns_of(const std::vector<std::string_view>& head) {
  std::vector<std::string> names;
  bool titles = false;
  for (const std::string_view cell : head) {
    const std::string name = ascii_lower(plain_cell(cell));
    titles = titles || is_one_of(name, kTitleColumns);
    // "#" is a number in a row, no field.
    names.push_back(squash(name).empty() ? "" : name);
  }
  if (!titles || names.size() < 2 || names.size() > kMaxColumns) names.clear();
  return names;
}

}  // namespace

std::optional<Json> table_ideas(std::string_view passage) {
  std::vector<std::string> columns;
  JsonArray rows;
  for (const std::string_view line : split_lines(passage)) {
    if (line.size() > kLongestRow || rows.size() >= kMaxRows) continue;
    const auto cells = table_cells(line);
    if (cells.empty()) {
      if (!rows.empty()) break;
      columns.clear();
    } else if (columns.empty()) {
      columns = columns_of(cells);
    } else if (!is_table_rule(cells)) {
      JsonObject row;
      for (std::size_t i = 0; i < std::min(cells.size(), columns.size()); ++i) {
        if (!columns[i].empty()) row[columns[i]] = plain_cell(cells[i]);
      }
      rows.push_back(std::move(row));
    }
  }
  if (rows.size() < 2) return std::nullopt;
  return JsonObject{{"ideas", std::move(rows)}};
}

}  // namespace fm
