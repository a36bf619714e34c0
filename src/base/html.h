// Text made safe for HTML: as an element's text, and inside a quoted attribute. Pure.
//
// Only the five characters that mean something there are changed. Control characters and invalid
// UTF-8 are the caller's to remove (clean() in base/text.h).
#pragma once

#include <string>
#include <string_view>

namespace fm {

void append_html(std::string& out, std::string_view text);
std::string html_escaped(std::string_view text);

}  // namespace fm
