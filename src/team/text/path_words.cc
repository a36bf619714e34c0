#include "team/text/path_words.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

using Name = std::string_view;
constexpr auto npos = Name::npos;
constexpr std::size_t kLongestEnding = 12;

// Files that have no ending.
constexpr auto kPlainNames = std::to_array<Name>(
    {"makefile", "dockerfile", "license", "readme", "procfile", "gemfile", "rakefile", "justfile",
     "jenkinsfile", "vagrantfile", "notice", "authors", "changelog"});
// What looks like a file and is a name of something else.
constexpr auto kNoFiles =
    std::to_array<Name>({"node.js", "vue.js", "next.js", "react.js", "express.js", "d3.js",
                         "three.js", "asp.net", "socket.io", "e.g", "i.e", "etc.", "chart.js"});
constexpr auto kDomains =
    std::to_array<Name>({"com", "org", "net", "io", "dev", "de", "eu", "uk", "fr", "app", "ai"});

Name last_part(Name path) { return path.substr(path.find_last_of("/\\") + 1); }

// "py" of "app.py"; empty: none.
Name ending_of(Name name) {
  const std::size_t dot = name.rfind('.');
  return dot == npos ? Name() : name.substr(dot + 1);
}

bool is_ending(Name ending) {
  return !ending.empty() && ending.size() <= kLongestEnding && is_ascii_letter(ending.front()) &&
         std::ranges::all_of(ending, [](char c) {
           return is_ascii_letter(c) || is_ascii_digit(c) || c == '-' || c == '_';
         });
}

}  // namespace

bool looks_like_path(std::string_view text) {
  if (text.size() < 2 || text.size() > kLongestPath) return false;
  if (text.find_first_of(" \t<>\"|*?{}()=,;`") != npos || text.contains("://")) return false;
  const std::string lower = ascii_lower(text);
  if (among(Name(lower), kNoFiles)) return false;
  const Name last = last_part(lower);
  const bool in_folder = last.size() < lower.size();
  if (among(last, kPlainNames)) return true;
  const Name ending = ending_of(last);
  if (ending.empty()) return in_folder && !last.empty();
  return is_ending(ending) && (in_folder || !among(ending, kDomains));
}

bool ends_in_file_name(std::string_view path) {
  const std::string last = ascii_lower(last_part(path));
  return among(Name(last), kPlainNames) || is_ending(ending_of(last));
}

}  // namespace fm
