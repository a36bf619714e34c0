// Markdown as lines of a terminal: headings, lists with hanging indents, quotes, tables, code,
// emphasis.
//
// Blocks are read line by line and not by CommonMark's rules, by which a later line can change what
// stands above it: growing text is laid out so that its lines do not change when more comes, but
// for the last one, and people's line breaks stay. The words of a line are read as in the report
// (markdown_spans.h). What is not understood is shown as it was written. Pure; any thread.
#pragma once

#include <cstddef>
#include <string_view>

#include "cli/terminal/styled_text.h"

namespace fm::cli {

enum class Growth { kDone, kGrowing };

// `text` must be clean (shown()). Lines are at most `columns` wide; blank lines at both ends go,
// several in a row become one.
Lines lay_out(std::string_view text, std::size_t columns, Growth growth = Growth::kDone);

// One paragraph with *emphasis*, **bold** and `code`.
Lines wrap_inline(std::string_view text, std::size_t columns, TextStyle base = kPlain,
                  Growth growth = Growth::kDone);

}  // namespace fm::cli
