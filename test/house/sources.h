// The program's sources as the tests of the house look at them: code without its comments and
// texts, comments alone, what each includes, and which functions headers declare.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fm::house {

// `code` has the text's lines, with comments gone, literals empty and preprocessor lines gone;
// `comments` has what stands behind // on its line, and nothing else.
struct Divided {
  std::string code;
  std::string comments;
};
Divided divide(std::string_view text);

// For tests: what the tests, fuzzers and benchmarks are made of, in src/ too.
bool is_for_tests(std::string_view path);

// "team/room/room.h" of #include "team/room/room.h", in order.
std::vector<std::string> includes_of(std::string_view text);

// Functions that headers declare and production sources never name but to declare and define
// them: the name, and the headers. `sources` are path and text; those for tests are left out.
std::map<std::string, std::set<std::string>> unused_functions(
    const std::map<std::string, std::string>& sources);

}  // namespace fm::house
