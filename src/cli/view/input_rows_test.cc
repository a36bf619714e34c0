#include "cli/view/input_rows.h"

#include <doctest/doctest.h>

namespace fm::cli {
namespace {

using Rows = std::vector<std::string>;

TEST_CASE("P-80 lines stay lines, and a long one goes on in the next row") {
  const InputRows typed = input_rows("ab\nabcdefg", 5, 4, 8);
  CHECK(typed.rows == Rows{"ab", "abcd", "efg"});
  CHECK(typed.row == 1);
  CHECK(typed.column == 2);
}

TEST_CASE("P-80 behind a full row the cursor stands where the next character will") {
  const InputRows typed = input_rows("abcd", 4, 4, 8);
  CHECK(typed.rows == Rows{"abcd", ""});
  CHECK(typed.row == 1);
  CHECK(typed.column == 0);
  CHECK(input_rows("", 0, 4, 8).rows == Rows{""});
}

TEST_CASE("P-80 wide characters are never cut, and are counted as wide") {
  const InputRows typed = input_rows("a日日", 4, 4, 8);
  CHECK(typed.rows == Rows{"a日", "日"});
  CHECK(typed.row == 1);
  CHECK(typed.column == 0);
}

TEST_CASE("P-80 of more rows than fit those around the cursor are shown") {
  const std::string text = "1\n2\n3\n4\n5";
  CHECK(input_rows(text, text.size(), 10, 3).rows == Rows{"3", "4", "5"});
  CHECK(input_rows(text, text.size(), 10, 3).hidden == 2);
  CHECK(input_rows(text, 0, 10, 3).rows == Rows{"1", "2", "3"});
  const InputRows middle = input_rows(text, 6, 10, 3);
  CHECK(middle.rows[middle.row] == "4");
}

}  // namespace
}  // namespace fm::cli
