#include "cli/listing/memory_looks.h"

#include <doctest/doctest.h>

namespace fm::cli {
namespace {

MemoryEntry tea() {
  MemoryEntry entry;
  entry.room = {"general-k3m9"};
  entry.project = {"p-tea2"};
  entry.title = "A tea shop";
  entry.goal = "Sell tea";
  entry.one_liner = "The shop is open.";
  entry.decisions = {{"Which tea?", "Green", "the person"}};
  entry.summary = "## Done\n\nThe shop.";
  entry.finished_at = {1'777'636'800'000};
  return entry;
}

std::string text(const Lines& lines) {
  std::string out;
  for (const Line& line : lines) out += plain(line) + "\n";
  return out;
}

TEST_CASE("a remembered project is a line with its id, time and title, and what it came to") {
  const MemoryEntry entry = tea();
  CHECK(text(memory_list_lines({entry}, 79, Charset::kUtf8)) ==
        "p-tea2  " + to_local_time(entry.finished_at) +
            "  A tea shop\n"
            "        The shop is open.\n");
}

TEST_CASE("one project is shown with its goal, its decisions and its summary") {
  const std::string shown = text(memory_entry_lines(tea(), 79, Charset::kUtf8));
  CHECK(shown.contains("p-tea2"));
  CHECK(shown.contains("general-k3m9"));
  CHECK(shown.contains("Sell tea"));
  CHECK(shown.contains("Which tea? Green"));
  CHECK(shown.contains("The shop."));
}

TEST_CASE("what is remembered fits every screen and carries no control characters") {
  MemoryEntry entry = tea();
  entry.title = std::string(300, 'w') + "\x1b[31m red";
  entry.one_liner = "\x1b]0;title\x07" + std::string(300, 'v');
  entry.summary = "\x1b[2J" + std::string(300, 'u') + " text";
  for (const std::size_t columns : {30UL, 60UL, 79UL, 100UL}) {
    CAPTURE(columns);
    Lines lines = memory_list_lines({entry}, columns, Charset::kUtf8);
    append(lines, memory_entry_lines(entry, columns, Charset::kUtf8));
    for (const Line& line : lines) {
      CHECK(width(line) <= columns);
      CHECK_FALSE(plain(line).contains('\x1b'));
    }
  }
}

}  // namespace
}  // namespace fm::cli
