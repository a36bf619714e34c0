#include "app/report/report_html.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

TEST_CASE("nothing that was written leaves its place in the page") {
  CHECK(escaped("<b a=\"1\" c='2'>&amp;") == "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;");
  CHECK(escaped("a\xFF z") == "a\uFFFD z");
  CHECK(escaped("\u202Egpj.exe\u202C") == "gpj.exe");
  CHECK(escaped("\x1b[31mred\x1b[0m\x07") == "red");
}

TEST_CASE("one line is folded, cut with an ellipsis, and never inside a character") {
  CHECK(one_line("  a\n\n b\tc ") == "a b c");
  CHECK(one_line("abcdef", 3) == "abc…");
  CHECK(one_line("ääää", 3) == "ä…");
  CHECK(isolated("<x>") == "<bdi>&lt;x&gt;</bdi>");
}

TEST_CASE("paragraphs break at empty lines, and keep single line ends") {
  CHECK(paragraphs("a\nb\n\n\nc") == "<p dir=\"auto\">a<br>\nb</p>\n<p dir=\"auto\">c</p>\n");
  CHECK(paragraphs("").empty());
}

TEST_CASE("E-5 scores show the digits they have, and as many more as a column asks for") {
  CHECK(score_text(840) == "8.4");
  CHECK(score_text(845) == "8.45");
  CHECK(score_text(800) == "8.0");
  CHECK(score_text(800, 2) == "8.00");
  CHECK(score_text(1000) == "10.0");
  CHECK(score_text(5) == "0.05");
  CHECK(decimal_text(800) == "8");
  CHECK(decimal_text(840) == "8.4");
  CHECK(decimal_text(845) == "8.45");
  CHECK(decimal_text(0) == "0");
  CHECK(decimal_text(-50) == "-0.5");
}

TEST_CASE("a time is exact for machines") {
  CHECK(time_html({1'777'636'800'000}).starts_with("<time datetime=\"2026-05-01T12:00:00.000Z\">"));
}

}  // namespace
}  // namespace fm
