// Tables of Markdown in columns.
//
// Columns get equal shares of the width, decided by their number alone, so that rows can be laid
// one after the other while a table is still being written. Cells wrap. Where the columns would be
// too narrow to read, each row becomes a list entry instead. Pure.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "cli/terminal/styled_text.h"

namespace fm::cli {

bool is_table_row(std::string_view line);        // "| a | b |"
bool is_table_separator(std::string_view line);  // "| --- | :-: |"

// `rows` as they were written: the head, the separator, the others.
Lines table_lines(std::span<const std::string_view> rows, std::size_t columns);

}  // namespace fm::cli
