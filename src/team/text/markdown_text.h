// Texts that others wrote, where they stand in a Markdown document of ours.
//
// Whatever they hold, they make no heading, rule, quotation, fence, table, HTML, picture or front
// matter there: the character that would begin one gets a backslash. Emphasis, code, links and
// simple lists stay. Control characters go. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fm {

// On one line, for a heading, an item or a sentence; at most `bytes` long.
std::string markdown_inline(std::string_view text, std::size_t bytes = 2000);

// As paragraphs and simple lists; indentation goes.
std::string markdown_paragraphs(std::string_view text);

// A scalar and a list of YAML on one line.
std::string yaml_text(std::string_view text);
std::string yaml_list(const std::vector<std::string>& texts);

}  // namespace fm
