// What models put around a text, or instead of it, when they hand it to a tool: line numbers copied
// from read_file, a fence of backticks, \n written for a line's end, "... existing code ...". Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fm {

enum class Numbered { kNo, kSome, kAll };

// Whether lines begin as read_file shows them (12|), or as others do (12 tab, 12: ), counting up.
Numbered numbered(std::string_view text);
std::string without_numbers(std::string_view text);  // of a text that is kAll

// What stands in a fence that is all of the text; nothing where there is none.
std::optional<std::string> out_of_fence(std::string_view text);

// \n, \t, \r, \" and \\ made what they stand for, in a text that has no line's end of its own but
// writes them so; nothing for any other text.
std::optional<std::string> unescaped(std::string_view text);

// A line that stands for others that were left out; `name` tells whether a bare "..." is text.
bool is_placeholder(std::string_view line, std::string_view name);

// Whether a file of this name may well have fences and bare "..." in it (Markdown and its like).
bool is_prose(std::string_view name);

}  // namespace fm
