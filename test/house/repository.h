// The repository's own files, as the tests of pages against code read them.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fm::house {

std::filesystem::path root();

// Empty when there is no such file. `path` is relative to the root.
std::string read(const std::filesystem::path& path);

// All files below `folders` whose names end in `suffix`: path relative to the root, and content.
std::map<std::string, std::string> files(std::initializer_list<const char*> folders,
                                         std::string_view suffix);

// The rows of all Markdown tables of a page, cells trimmed, without headings and rules. "\|" in a
// cell is a bar.
std::vector<std::vector<std::string>> table_rows(std::string_view page);

// Without the backticks around it, if it has them.
std::string plain(std::string_view cell);

}  // namespace fm::house
