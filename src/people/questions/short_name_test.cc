#include "people/questions/short_name.h"

#include <doctest/doctest.h>

#include "people/language/testing.h"

namespace fm {
namespace {

TEST_CASE("C-12 a question is called by what it is about, and not by what the project is about") {
  const std::vector<std::string> questions = {"What is the budget for the first version?",
                                              "Does the shop have a calendar already?", "?"};
  const auto names = short_names(test_vocabulary(), questions, "a page for a barber shop");
  REQUIRE(names.size() == 3);
  CHECK(names[0] == "budget");
  CHECK(names[1] == "calendar");
  CHECK(names[2] == "");
}

TEST_CASE("C-12 two questions about the same have names that differ") {
  const std::vector<std::string> questions = {"Is the budget monthly?", "Is the budget fixed?"};
  const auto names = short_names(test_vocabulary(), questions, {});
  CHECK(names[0] != names[1]);
}

}  // namespace
}  // namespace fm
