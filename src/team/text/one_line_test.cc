#include "team/text/one_line.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

TEST_CASE("C-44 a text on one line is cut behind a whole word") {
  CHECK(on_one_line("one\n  two\tthree", 40) == "one two three");
  CHECK(on_one_line("Write the page of the shop", 14) == "Write the page ...");
  CHECK(on_one_line("Write the page, and more", 15) == "Write the page ...");
  CHECK(on_one_line("Write the pagelong", 14) == "Write the ...");
  CHECK(on_one_line("日本語日本語日本語", 9) == "日本語 ...");
  CHECK(on_one_line("", 9).empty());
}

}  // namespace
}  // namespace fm
