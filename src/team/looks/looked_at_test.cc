#include "team/looks/looked_at.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

TEST_CASE(
    "P-60 what was looked at is told in a line: each thing once, what was refused not at all") {
  const std::vector<Look> looks = {
      {"read_file", "src/a.cc"}, {"list_files", "tests"},    {"read_file", ".env", true},
      {"read_file", "src/a.cc"}, {"search_text", "retries"}, {"list_files", ""},
      {"git_diff", ""},          {"git_log", "src"}};
  CHECK(looked_words(looks) ==
        "src/a.cc, tests/, \"retries\", the folder, the changes, the commits of src");
  CHECK(looks_from_json({{"looked", to_json(looks)}}) == looks);
  CHECK(looked_words({}).empty());
  CHECK(looks_from_json({{"looked", "words"}}).empty());
}

TEST_CASE("P-60 of many looks the first are named, and so many are kept") {
  std::vector<Look> looks;
  for (int i = 0; i < 60; ++i) looks.push_back({"read_file", "f" + std::to_string(i)});
  CHECK(looked_words(looks) == "f0, f1, f2, f3, f4, f5 and 54 more");
  CHECK(to_json(looks).size() == kMostLooksKept);
}

}  // namespace
}  // namespace fm
