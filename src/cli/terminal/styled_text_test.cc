#include "cli/terminal/styled_text.h"

#include <doctest/doctest.h>

namespace fm::cli {
namespace {

TEST_CASE("neighbouring spans of one ink are one, so that equal looks compare equal") {
  Line one;
  one.add("ab", kQuiet).add("cd", kQuiet).add("");
  CHECK(one == Line("abcd", kQuiet));
  CHECK(plain(one) == "abcd");
}

TEST_CASE("painting ends in the terminal's own style, and plain text has no sequences") {
  CHECK(paint(Line("plain")) == "plain");
  CHECK(paint(Line("x", {.colour = 36, .bold = true})) == "\x1b[1;36mx\x1b[0m");
}

TEST_CASE("a column is exactly as wide as asked, in any script") {
  for (const char* text :
       {"", "abc", "日本語のタイトル", "Cafe\u0301 de re\u0301paration", "👩‍🚀🚀"})
    for (const Charset charset : {Charset::kUtf8, Charset::kAscii})
      for (std::size_t columns = 0; columns < 20; ++columns) {
        CAPTURE(text);
        CAPTURE(columns);
        CHECK(width(column(text, columns, charset)) == columns);
        CHECK(width(column_right(text, columns, charset)) == columns);
      }
}

TEST_CASE("a line that was cut off ends in an ellipsis, whether it fits or not") {
  const Line line("one two");
  CHECK(plain(cut_off(line, 20, Charset::kUtf8)) == "one two…");
  CHECK(plain(cut_off(line, 20, Charset::kAscii)) == "one two...");
  for (std::size_t columns = 6; columns < 12; ++columns) {
    for (const Charset charset : {Charset::kUtf8, Charset::kAscii}) {
      const std::string text = plain(cut_off(line, columns, charset));
      CHECK(width(text) <= columns);
      CHECK(text.ends_with(charset == Charset::kUtf8 ? "…" : "..."));
    }
  }
}

TEST_CASE("a line that is cut keeps its inks and ends in an ellipsis") {
  Line line;
  line.add("Leader", kStrong).add(" thinks about it", kQuiet);
  const Line short_one = cut(line, 12, Charset::kUtf8);
  CHECK(plain(short_one) == "Leader thin…");
  CHECK(short_one.spans.size() == 2);
  CHECK(plain(cut(line, 12, Charset::kAscii)) == "Leader th...");
  CHECK(cut(line, 80, Charset::kUtf8) == line);
  CHECK(width(cut(line, 6, Charset::kUtf8)) == 6);
}

TEST_CASE("in ASCII typographic marks become keyboard ones and words stay as they are") {
  CHECK(shown("“so” – it’s… 日本", Charset::kAscii) == "\"so\" - it's... 日本");
  CHECK(shown("“so”", Charset::kUtf8) == "“so”");
}

TEST_CASE("nothing that an agent says can steer the terminal") {
  CHECK(shown("a\x1b[2Jb\x07"
              "c",
              Charset::kUtf8) == "abc");
  CHECK(one_line("a\n  b\tc ", Charset::kUtf8) == "a b c");
}

}  // namespace
}  // namespace fm::cli
