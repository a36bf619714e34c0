// Markdown from agents and persons as safe HTML.
//
// CommonMark with tables, strikethrough, task lists and bare links (team/text/markdown_events.h) is
// written so that nothing but a fixed set of elements without attributes of the author's comes out:
// no HTML, no pictures, links only to http, https and mailto. A fenced block of JSON is set as
// nested lists. Text that would grow past reason (nesting, table bombs) is shown as it is. Pure.
#pragma once

#include <string>
#include <string_view>

namespace fm {

// All headings of the text come out as <h`heading_level`>, so that the page's outline holds.
std::string markdown_html(std::string_view markdown, int heading_level);

// The first `bytes` of what it says, on one line and without marks; escaped.
std::string markdown_excerpt(std::string_view markdown, std::size_t bytes);

}  // namespace fm
