#include "cli/view/painter.h"

#include <doctest/doctest.h>

#include <random>

#include "test/support/fake_terminal.h"

namespace fm::cli {
namespace {

using testing::FakeTerminal;

Lines lines(std::initializer_list<const char*> texts) {
  Lines out;
  for (const char* text : texts) out.emplace_back(text);
  return out;
}

std::vector<std::string> words(std::initializer_list<const char*> texts) {
  return {texts.begin(), texts.end()};
}

TEST_CASE("an unchanged frame writes nothing, a changed status writes only itself") {
  Painter painter(Reflow::kWraps, {20, 6});
  const Frame first{
      .settled = lines({"said"}), .living = lines({"growing", "status 1"}), .cursor = 0};
  CHECK(!painter.paint(first).empty());
  Frame next{.settled = {}, .living = lines({"growing", "status 1"}), .cursor = 0};
  CHECK(painter.paint(next).empty());
  next.living = lines({"growing", "status 2"});
  const std::string bytes = painter.paint(next);
  CHECK(bytes.contains("status 2"));
  CHECK(!bytes.contains("growing"));
}

TEST_CASE("living lines become fewer without a trace") {
  FakeTerminal terminal(20, 6);
  Painter painter(Reflow::kWraps, {20, 6});
  terminal.feed(
      painter.paint({.settled = {}, .living = lines({"a", "b", "c", "status"}), .cursor = 0}));
  terminal.feed(painter.paint({.settled = {}, .living = lines({"a", "status"}), .cursor = 3}));
  CHECK(terminal.lines() == words({"a", "status"}));
  CHECK(terminal.cursor_row() == 1);
  CHECK(terminal.cursor_column() == 3);
}

TEST_CASE("at the end the cursor stands on a fresh line below everything") {
  FakeTerminal terminal(20, 6);
  Painter painter(Reflow::kWraps, {20, 6});
  terminal.feed(
      painter.paint({.settled = {}, .living = lines({"growing", "status"}), .cursor = 0}));
  terminal.feed(painter.paint({.settled = lines({"growing"}), .living = {}, .cursor = 0}));
  CHECK(terminal.lines() == words({"growing", ""}));
  CHECK(painter.paint({}).empty());
}

TEST_CASE("the living lines can be taken away and drawn again, the scrollback untouched") {
  FakeTerminal terminal(20, 4);
  Painter painter(Reflow::kWraps, {20, 6});
  const Lines living = lines({"growing", "status"});
  terminal.feed(painter.paint({.settled = lines({"1", "2", "3"}), .living = living, .cursor = 4}));
  terminal.feed(painter.take_away());
  CHECK(terminal.lines() == words({"1", "2", "3", ""}));
  terminal.feed(painter.paint({.settled = {}, .living = living, .cursor = 4}));
  CHECK(terminal.lines() == words({"1", "2", "3", "growing", "status"}));
}

TEST_CASE("a narrower window: rows are counted as a terminal that wraps has made them") {
  // 12 and 10 columns of living text in a window that is now 5 wide: 3 rows and the cursor's 2nd.
  Painter wraps(Reflow::kWraps, {20, 6});
  wraps.paint({.settled = {}, .living = lines({"twelve chars", "ten chars."}), .cursor = 7});
  CHECK(wraps.resize({5, 6}).bytes.starts_with("\x1b[4A\r"));
  Painter keeps(Reflow::kKeeps, {20, 6});
  keeps.paint({.settled = {}, .living = lines({"twelve chars", "ten chars."}), .cursor = 7});
  CHECK(keeps.resize({5, 6}).bytes.starts_with("\x1b[1A\r"));
}

TEST_CASE("a lower window: what has left it at the top is told, and the rest taken away") {
  Painter painter(Reflow::kWraps, {20, 6});
  painter.paint({.settled = {}, .living = lines({"1", "2", "3", "4", "status"}), .cursor = 0});
  const Painter::Resized resized = painter.resize({20, 3});
  CHECK(resized.scrolled_off == 2);
  CHECK(resized.bytes.starts_with("\x1b[2A\r"));
}

TEST_CASE("P-80 a cursor inside of several lines: the next frame begins where it stands") {
  FakeTerminal terminal(20, 6);
  Painter painter(Reflow::kWraps, {20, 6});
  const Lines living = lines({"status", "> one", "  two", "  three"});
  terminal.feed(painter.paint({.settled = {}, .living = living, .cursor = 4, .above = 2}));
  CHECK(terminal.cursor_row() == 1);
  CHECK(terminal.cursor_column() == 4);
  terminal.feed(painter.paint({.settled = {}, .living = living, .cursor = 3, .above = 0}));
  CHECK(terminal.cursor_row() == 3);
  terminal.feed(painter.paint({.settled = {}, .living = living, .cursor = 3, .above = 1}));
  terminal.feed(painter.take_away());
  CHECK(terminal.lines() == words({""}));
}

TEST_CASE("P-80 NO_COLOR takes colours away and nothing else") {
  Painter painter(Reflow::kWraps, {20, 6}, Colours::kNone);
  const std::string bytes = painter.paint(
      {.settled = {}, .living = {Line("x", {.colour = 36, .bold = true})}, .cursor = 0});
  CHECK(bytes.contains("\x1b[1mx\x1b[0m"));
  CHECK(!bytes.contains("36"));
}

// The slow obvious painter: everything settled, then the living lines, on a terminal of its own.
TEST_CASE("any frames in a row look as if drawn at once") {
  std::mt19937 random(20260502);
  const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
  for (int run = 0; run < 200; ++run) {
    CAPTURE(run);
    const std::size_t rows = 4 + below(8);
    FakeTerminal terminal(12, rows);
    Painter painter(Reflow::kWraps, {20, 6});
    std::vector<std::string> settled;
    for (int frame = 0; frame < 20; ++frame) {
      Frame next;
      for (std::size_t i = below(4); i > 0; --i) {
        next.settled.emplace_back(std::string(1 + below(3), static_cast<char>('a' + below(3))));
        settled.push_back(plain(next.settled.back()));
      }
      for (std::size_t i = below(rows); i > 0; --i)
        next.living.emplace_back(std::string(1 + below(3), static_cast<char>('a' + below(3))));
      next.cursor = next.living.empty() ? 0 : below(4);
      next.above = next.living.empty() ? 0 : below(next.living.size());
      terminal.feed(painter.paint(next));
      auto expected = settled;
      for (const Line& line : next.living) expected.push_back(plain(line));
      if (next.living.empty() && !settled.empty()) expected.emplace_back();
      if (expected.empty()) expected.emplace_back();
      REQUIRE(terminal.lines() == expected);
      REQUIRE(terminal.cursor_column() == next.cursor);
      REQUIRE(terminal.cursor_row() + terminal.scrolled() + next.above + 1 == expected.size());
    }
  }
}

}  // namespace
}  // namespace fm::cli
