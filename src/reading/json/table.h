// Rows of Markdown tables: | a | b |.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fm {

// The cells of a row; none if the line is no row. Views into the line.
std::vector<std::string_view> table_cells(std::string_view line);

// |---|:--|: the line under a table's head.
bool is_table_rule(const std::vector<std::string_view>& cells);

// Without marks for bold text and code.
std::string plain_cell(std::string_view cell);

}  // namespace fm
