// The words of one line of Markdown, each span in its ink: *emphasis*, **bold**, `code`.
//
// Marks are read as in the report (team/text/markdown_events.h). Links and pictures stay as they
// were written, since the address must be seen, and so does what is no mark. Pure.
#pragma once

#include <string_view>

#include "cli/terminal/styled_text.h"
#include "cli/text/markdown.h"

namespace fm::cli {

// While the line grows, a mark that is not closed yet counts as closed at its end: else what was
// wrapped and shown already would change when it is.
Line inline_spans(std::string_view text, TextStyle base, Growth growth);

}  // namespace fm::cli
