#include "team/folder/files_named.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "reading/json/chars.h"
#include "team/folder/folder_files.h"
#include "team/text/path_words.h"

namespace fm {
namespace {

namespace fs = std::filesystem;
using Name = std::string_view;

constexpr std::size_t kMostFiles = 4;
constexpr std::size_t kMostBytes = 12 * 1024;  // of each
constexpr std::size_t kMostWords = 40;         // that look like files

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

bool is_letter_or_digit(char c) { return is_ascii_letter(c) || is_ascii_digit(c); }

// "(`@./shop/app.py:42`)," is shop/app.py.
std::string_view bare_path(std::string_view word) {
  constexpr Name kAround = "\"'`()[]{}<>,;:!?*";
  while (!word.empty() && kAround.contains(word.front())) word.remove_prefix(1);
  const auto trim_end = [&] {
    while (!word.empty() && (kAround.contains(word.back()) || word.back() == '.'))
      word.remove_suffix(1);
  };
  trim_end();
  // "app.py:42", and "app.py's"
  if (const std::size_t mark = word.find_last_of(":'"); mark != Name::npos && mark > 0)
    if (std::ranges::all_of(word.substr(mark + 1), is_letter_or_digit)) word = word.substr(0, mark);
  trim_end();
  if (word.starts_with('@')) word.remove_prefix(1);
  while (word.starts_with("./")) word.remove_prefix(2);
  return word;
}

// "Makefile" and "LICENSE" are files by themselves; "license" and "Notice" are words of a sentence.
bool is_word_of_sentence(std::string_view path) {
  if (path.find_first_of("./") != Name::npos) return false;
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  return !std::ranges::all_of(path, is_capital) &&
         !(is_capital(path.front()) && path.ends_with("file"));
}

bool may_name_file(std::string_view path) {
  return looks_like_path(path) && !path.contains('@') && !is_word_of_sentence(path);
}

struct NamedPath {
  std::string path;
  bool is_marked = false;  // by an @: a file is meant
};

void add_path(std::vector<NamedPath>& paths, std::string_view path, bool is_marked) {
  const auto known = std::ranges::find(paths, path, &NamedPath::path);
  if (known == paths.end())
    paths.push_back({std::string(path), is_marked});
  else
    known->is_marked = known->is_marked || is_marked;
}

// `@"a b/c.txt"` at `begin`: the path, and where it ends; nothing: no such thing stands there.
std::optional<std::pair<std::string_view, std::size_t>> quoted_path(std::string_view text,
                                                                    std::size_t begin) {
  if (!text.substr(begin).starts_with("@\"")) return std::nullopt;
  const std::size_t from = begin + 2;
  const std::size_t end = text.find_first_of("\"\n", from);
  if (end == Name::npos || text[end] != '"' || end == from || end - from > kLongestPath)
    return std::nullopt;
  std::string_view path = text.substr(from, end - from);
  while (path.starts_with("./")) path.remove_prefix(2);
  return std::pair(path, end + 1);
}

std::vector<NamedPath> paths_in(std::string_view text) {
  constexpr Name kBefore = "(`'[";
  std::vector<NamedPath> paths;
  for (std::size_t begin = 0; begin < text.size() && paths.size() < kMostWords;) {
    while (begin < text.size() && kBefore.contains(text[begin])) ++begin;
    if (const auto quoted = quoted_path(text, begin)) {
      add_path(paths, quoted->first, true);
      begin = quoted->second;
      continue;
    }
    std::size_t end = begin;
    while (end < text.size() && !is_space(text[end])) ++end;
    const std::string_view word = text.substr(begin, end - begin);
    const std::string_view path = bare_path(word);
    if (may_name_file(path)) add_path(paths, path, word.starts_with('@'));
    begin = end + 1;
  }
  return paths;
}

// The one file whose path ends in these words.
std::string only_file(const FolderListing& listing, std::string_view named) {
  std::string found;
  for (const FolderFile& file : listing.files) {
    if (file.path != named && !Name(file.path).ends_with("/" + std::string(named))) continue;
    if (!found.empty()) return {};
    found = file.path;
  }
  return listing.is_all ? found : std::string();
}

}  // namespace

bool may_name_files(std::string_view text) { return !paths_in(text).empty(); }

std::vector<NamedFile> files_named(const fs::path& folder, std::string_view text) {
  std::vector<NamedFile> files;
  if (folder.empty()) return files;
  GitIgnore ignored(folder);
  std::optional<FolderListing> listing;
  for (const auto& [named, is_marked] : paths_in(text)) {
    if (files.size() >= kMostFiles) break;
    NamedFile file = look_at_file(folder, named, kMostBytes, ignored);
    // All of the folder is looked through for a name, not for the likes of "and/or".
    if (file.path.empty() && ends_in_file_name(named)) {
      if (!listing) listing = list_folder(folder, ignored);
      const std::string path = only_file(*listing, named);
      if (!path.empty()) file = look_at_file(folder, path, kMostBytes, ignored);
    }
    if (file.path.empty() && is_marked) {
      file.path = named;
      file.why = "there is no such file in the folder";
    }
    if (file.path.empty() || std::ranges::find(files, file.path, &NamedFile::path) != files.end())
      continue;
    files.push_back(std::move(file));
  }
  return files;
}

}  // namespace fm
