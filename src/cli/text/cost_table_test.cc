#include "cli/text/cost_table.h"

#include <doctest/doctest.h>

namespace fm::cli {
namespace {

std::string text_of(const Lines& lines) {
  std::string out;
  for (const Line& line : lines) out += plain(line) + "\n";
  return out;
}

const std::vector<CostLine> kLines{
    {"openai:gpt-5",
     {.turns = 12,
      .usage = {.input = 120'000, .cached = 60'000, .output = 8'000},
      .cost = {215'000}}},
    {"work:big",
     {.turns = 2, .failed = 1, .unpriced = 2, .usage = {.input = 900, .output = 50}, .cost = {}}}};

TEST_CASE("costs are told with their sum, and what has no price is not called free") {
  CHECK(text_of(cost_table(kLines, "model", 100, Charset::kUtf8)) ==
        "model             cost  turns  tokens in  cached    out  failed\n"
        "openai:gpt-5   $0.2150     12    120,000    50 %  8,000\n"
        "work:big       unknown      2        900             50       1\n"
        "all           $0.2150+     14    120,900    49 %  8,050       1\n");
}

TEST_CASE("what is empty everywhere takes no room, and one line needs no sum") {
  const std::vector<CostLine> one{
      {"", {.turns = 1, .usage = {.input = 10, .output = 5}, .cost = {3'210'000}}}};
  CHECK(text_of(cost_table(one, "agent", 100, Charset::kUtf8)) ==
        "agent   cost  turns  tokens in  out\n"
        "-      $3.21      1         10    5\n");
}

TEST_CASE("a narrow terminal cuts long names first, then loses columns, and keeps the cost") {
  std::vector<CostLine> lines = kLines;
  lines.front().name = "work:" + std::string(60, 'm');
  for (std::size_t columns = 20; columns <= 120; ++columns)
    for (const Line& line : cost_table(lines, "model", columns, Charset::kAscii))
      CHECK(width(line) <= columns);
  CHECK(text_of(cost_table(lines, "model", 79, Charset::kUtf8)).contains("failed\n"));
  const std::string narrow = text_of(cost_table(lines, "model", 40, Charset::kUtf8));
  CHECK(narrow.contains("cost\n"));
  CHECK(narrow.contains("$0.2150+\n"));
  CHECK(narrow.contains("work:mmm"));
}

TEST_CASE("no share of a cache is told where there was none") {
  CHECK(cached_share({.input = 10}).empty());
  CHECK(cached_share({.input = 0, .cached = 5}).empty());
  CHECK(cached_share({.input = 3, .cached = 3}) == "100 %");
}

}  // namespace
}  // namespace fm::cli
