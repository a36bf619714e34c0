#include "base/result.h"

#include <doctest/doctest.h>

#include <memory>

namespace fm {
namespace {

Result<std::unique_ptr<int>> half_of(int number) {
  if (number % 2 != 0)
    return fail("odd", "The number is odd.", "It has no half.", "Give an even one.");
  return std::make_unique<int>(number / 2);
}

Result<void> check(int number) {
  TRY(half_of(number));
  return {};
}

Result<int> quarter_of(int number) {
  TRY(check(number));
  const std::unique_ptr<int> half = TRY(half_of(number));
  return *TRY(half_of(*half));
}

TEST_CASE("TRY gives the value of a result, also one that can only be moved") {
  CHECK(quarter_of(12) == 3);
}

TEST_CASE("TRY returns the first error, with all of its parts") {
  const Result<int> result = quarter_of(6);
  REQUIRE(!result);
  CHECK(result.error() ==
        Error{"odd", "The number is odd.", "It has no half.", "Give an even one."});
  CHECK(!check(5));
}

TEST_CASE("FM_CHECK throws a Bug that says what is wrong and where") {
  const auto fails = [] { FM_CHECK(1 > 2, "order"); };
  try {
    fails();
    FAIL("FM_CHECK did not throw");
  } catch (const Bug& bug) {
    const std::string what = bug.what();
    CHECK(what.starts_with("order: 1 > 2"));
    CHECK(what.find("result_test.cc:") != std::string::npos);
  }
  CHECK_NOTHROW(FM_CHECK(2 > 1, "order"));
}

}  // namespace
}  // namespace fm
