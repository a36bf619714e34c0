// A name is one type. Two types of one name in a namespace are taken for one another by the linker,
// without a word, and the program frees what it never made.
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <sstream>
#include <string>

#include "test/house/repository.h"
#include "test/house/sources.h"

namespace fm::house {
namespace {

// "fm::cli::Mark" -> the headers that define it. Only what begins a line is at a namespace's level.
std::map<std::string, std::set<std::string>> types_of(
    const std::map<std::string, std::string>& headers) {
  std::map<std::string, std::set<std::string>> types;
  for (const auto& [path, text] : headers) {
    std::string space;
    std::istringstream lines(divide(text).code);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string first, second, third;
      words >> first >> second >> third;
      if (first == "namespace" && line.ends_with('{') && second != "{") space = second;
      if (first == "enum" && second == "class") {
        second = third;
      } else if (first != "struct" && first != "class") {
        continue;
      }
      if (second.starts_with("[[")) second = third;
      if (line.starts_with(' ') || (line.ends_with(';') && line.find('{') == line.npos)) continue;
      if (second.ends_with(':')) second.pop_back();
      if (second.find("::") == second.npos && second.find('<') == second.npos)
        types[space + "::" + second].insert(path);
    }
  }
  return types;
}

TEST_CASE("types are found by where they are defined, not by where they are named") {
  const auto types =
      types_of({{"a.h", "namespace fm {\nstruct A {\n  struct In {\n  };\n};\nclass B;\n}\n"},
                {"b.h", "namespace fm::cli {\nstruct A final {\n};\nenum class C { kX };\n}\n"}});
  CHECK(types == std::map<std::string, std::set<std::string>>{
                     {"fm::A", {"a.h"}}, {"fm::cli::A", {"b.h"}}, {"fm::cli::C", {"b.h"}}});
}

TEST_CASE("each type of the program's headers has a name of its own") {
  for (const auto& [name, where] : types_of(files({"src"}, ".h"))) {
    std::string places;
    for (const std::string& path : where) places += " " + path;
    CHECK_MESSAGE(where.size() == 1, name << " is defined in" << places);
  }
}

}  // namespace
}  // namespace fm::house
