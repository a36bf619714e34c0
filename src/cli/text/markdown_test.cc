#include "cli/text/markdown.h"

#include <doctest/doctest.h>

#include <string>

#include "cli/text/markdown_table.h"

namespace fm::cli {
namespace {

std::string text_of(const Lines& lines) {
  std::string out;
  for (const Line& line : lines) out += plain(line) + "\n";
  return out;
}

TEST_CASE("list entries hang below their own words") {
  CHECK(text_of(lay_out("- one that needs a second line\n- two", 20)) ==
        "- one that needs a\n  second line\n- two\n");
  CHECK(text_of(lay_out("12. an entry with a number", 16)) ==
        "12. an entry\n    with a\n    number\n");
}

TEST_CASE("where lines are not wrapped a table keeps its rows, also when it is indented") {
  const std::string table = "| what | sure |\n| --- | --- |\n| a thing | fairly |";
  for (const std::size_t indent : {0u, 2u, 40u})
    for (const Line& line : lay_out(table, kUnwrapped - indent)) CHECK(plain(line).size() < 40);
}

TEST_CASE("headings and bold lose their marks and become bold") {
  const Lines lines = lay_out("## What to do\n\nA **bold** word", 40);
  CHECK(text_of(lines) == "What to do\n\nA bold word\n");
  CHECK(lines[0].spans[0].style.bold);
  CHECK(lines[2].spans[1] == Span{"bold", kStrong});
}

TEST_CASE("emphasis is read as in the report") {
  const Lines lines = lay_out("An *important* and ***very* strong** _thing_", 60);
  CHECK(text_of(lines) == "An important and very strong thing\n");
  CHECK(lines[0].spans[1] == Span{"important", {.italic = true}});
  CHECK(lines[0].spans[3] == Span{"very", {.bold = true, .italic = true}});
  CHECK(lines[0].spans[4] == Span{" strong", kStrong});
  for (const char* plain_words : {"5 * 3 * 2", "snake_case_name", "a* b", "~5 to ~6", "<b>x</b>"})
    CHECK(text_of(lay_out(plain_words, 60)) == std::string(plain_words) + "\n");
  CHECK(text_of(lay_out("- # no heading\n- \\*kept\\* &lt;x&gt; &copy;", 60)) ==
        "- # no heading\n- *kept* <x> &copy;\n");
}

TEST_CASE("links and pictures stay as they were written") {
  for (const char* written : {"see [the *page*](https://x.org \"Title\") now", "![a house](h.png)",
                              "[no link]", "https://x.org/a_b_c"})
    CHECK(text_of(lay_out(written, 60)) ==
          (std::string_view(written).contains('*')
               ? std::string("see [the page](https://x.org \"Title\") now\n")
               : std::string(written) + "\n"));
}

TEST_CASE("a line that grows shows an open mark as closed at its end") {
  const auto grown = [](std::string_view text) {
    return lay_out(text, 60, Growth::kGrowing).at(0);
  };
  const Line bold = Line("A ").add("bold start", kStrong);
  for (const char* text :
       {"A **bold start", "A **bold start ", "A **bold start*", "A **bold start**"})
    CHECK(grown(text) == bold);
  CHECK(grown("A *soft start") == Line("A ").add("soft start", {.italic = true}));
  CHECK(grown("Run `ls **/*.h") == Line("Run ").add("ls **/*.h", kQuiet));
  CHECK(grown("2 ** 3") == Line("2 ** 3"));
}

TEST_CASE("marks that do not pair are left as they were written") {
  CHECK(text_of(lay_out("2 ** 3 and ** nothing", 40)) == "2 ** 3 and ** nothing\n");
  CHECK(text_of(lay_out("a ` b", 40)) == "a ` b\n");
}

TEST_CASE("several blank lines are one, and none stand at the ends") {
  CHECK(text_of(lay_out("\n\na\n\n\n\nb\n\n", 40)) == "a\n\nb\n");
}

TEST_CASE("code keeps its lines and its marks") {
  CHECK(text_of(lay_out("```sh\nls **/*.h\n```\nafter", 40)) == "  ls **/*.h\nafter\n");
}

TEST_CASE("a table stands in columns, its cells wrap") {
  CHECK(text_of(lay_out("| what | how sure |\n| --- | :-: |\n| a long first cell here | yes |\nend",
                        32)) ==
        "what             how sure\n"
        "a long first     yes\n"
        "cell here\n"
        "end\n");
}

TEST_CASE("a table with too many columns for the width becomes a list") {
  CHECK(text_of(lay_out("| a | b | c | d |\n|---|---|---|---|\n| 1 | 2 | 3 | 4 |", 30)) ==
        "- a: 1; b: 2; c: 3; d: 4\n");
}

TEST_CASE("no line is wider than asked, whatever the text") {
  const std::string text =
      "# 日本語のとても長い見出しです\n- ein **sehr langer** Punkt mit Ärger\n> quoted words\n"
      "averyveryveryverylongwordwithoutanyspaceinit `code` \n| a | 日本 |\n|---|---|\n| 日本語 | b "
      "|\n"
      "        deep indentation that goes on and on";
  for (std::size_t columns = 10; columns < 60; ++columns)
    for (const Line& line : lay_out(text, columns)) {
      CAPTURE(columns);
      CAPTURE(plain(line));
      CHECK(width(line) <= columns);
    }
}

TEST_CASE("while text grows only its last line changes") {
  const std::string text =
      "A **bold start** of words that wrap over some lines.\n\n- first entry with `code in it`\n"
      "- *second, with emphasis that needs more than a line* and ***both* at once**\n\n| one | two "
      "|\n| --- | --- |\n| a cell that wraps | b |\n| c | d |\n\n"
      "And **the end** of it all, said twice to be sure.\n";
  for (const std::size_t columns : {24u, 40u, 80u}) {
    Lines before;
    for (std::size_t size = 1; size <= text.size(); ++size) {
      const Lines now = lay_out(text.substr(0, size), columns, Growth::kGrowing);
      for (std::size_t i = 0; i + 1 < before.size(); ++i) {
        CAPTURE(text.substr(0, size));
        REQUIRE(i < now.size());
        REQUIRE(plain(now[i]) == plain(before[i]));
      }
      before = now;
    }
    CHECK(before == lay_out(text, columns));
  }
}

}  // namespace
}  // namespace fm::cli
