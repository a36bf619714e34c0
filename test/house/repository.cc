#include "test/house/repository.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace fm::house {
namespace {

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string> cells(std::string_view line) {
  std::vector<std::string> row;
  std::string cell;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line.substr(i, 2) == "\\|") {
      cell += line[++i];
    } else if (line[i] == '|') {
      row.emplace_back(trim(cell));
      cell.clear();
    } else {
      cell += line[i];
    }
  }
  return row;
}

bool is_rule(const std::vector<std::string>& row) {
  return !row.empty() && row.front().find_first_not_of("-: ") == std::string::npos;
}

}  // namespace

std::filesystem::path root() { return std::getenv("FM_SOURCE_DIR"); }

std::string read(const std::filesystem::path& path) {
  std::ifstream file(root() / path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

std::map<std::string, std::string> files(std::initializer_list<const char*> folders,
                                         std::string_view suffix) {
  std::map<std::string, std::string> found;
  for (const char* folder : folders) {
    if (!std::filesystem::exists(root() / folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root() / folder)) {
      if (!entry.is_regular_file() || !entry.path().string().ends_with(suffix)) continue;
      const auto path = std::filesystem::relative(entry.path(), root());
      found.emplace(path.generic_string(), read(path));
    }
  }
  return found;
}

std::vector<std::vector<std::string>> table_rows(std::string_view page) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines{std::string(page)};
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('|')) continue;
    auto row = cells(line);
    if (is_rule(row)) {
      if (!rows.empty()) rows.pop_back();  // the line above a rule is the heading
    } else {
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

std::string plain(std::string_view cell) {
  if (cell.size() >= 2 && cell.starts_with('`') && cell.ends_with('`'))
    cell = cell.substr(1, cell.size() - 2);
  return std::string(cell);
}

}  // namespace fm::house
