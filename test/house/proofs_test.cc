#include "test/house/proofs.h"

#include <doctest/doctest.h>

namespace fm::house {
namespace {

// In literals line by line, so that these examples are not taken for test cases themselves.
TEST_CASE("a test case proves the ids that its name begins with, and no others") {
  const auto proofs = proofs_in_source("x_test.cc",
                                       "TEST_CASE(\"C-21a, C-22: a name that \"\n"
                                       "          \"goes on and mentions C-9\") {}\n"
                                       "TEST_CASE_FIXTURE(Fixture, \"E-4 says \\\"once\\\"\") {}\n"
                                       "TEST_CASE(\"UTF-8 is text\") {}\n");
  REQUIRE(proofs.size() == 3);
  CHECK(proofs[0].name == "C-21a, C-22: a name that goes on and mentions C-9");
  CHECK(proofs[0].ids == std::set<std::string>{"C-21a", "C-22"});
  CHECK(proofs[1].name == "E-4 says \"once\"");
  CHECK(proofs[1].ids == std::set<std::string>{"E-4"});
  CHECK(proofs[2].ids.empty());
}

TEST_CASE("a script proves the ids of its proves lines") {
  const auto proofs = proofs_in_script("x.moot", "# proves C-12 C-13\nada: hello\n# proves P-9\n");
  REQUIRE(proofs.size() == 1);
  CHECK(proofs[0].ids == std::set<std::string>{"C-12", "C-13", "P-9"});
}

}  // namespace
}  // namespace fm::house
