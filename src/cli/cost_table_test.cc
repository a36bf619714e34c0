#include "cli/cost_table.h"

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
        "model               cost   turns     tokens in   cached          out   failed\n"
        "openai:gpt-5     $0.2150      12       120,000     50 %        8,000\n"
        "work:big         unknown       2           900                    50        1\n"
        "all             $0.2150+      14       120,900     49 %        8,050        1\n");
}

TEST_CASE("a narrow terminal keeps names and costs") {
  const std::string narrow = text_of(cost_table(kLines, "model", 30, Charset::kUtf8));
  CHECK(narrow.starts_with("model               cost\n"));
  for (const Line& line : cost_table(kLines, "model", 20, Charset::kAscii))
    CHECK(width(line) <= 22);
}

TEST_CASE("no share of a cache is told where there was none") {
  CHECK(cached_share({.input = 10}).empty());
  CHECK(cached_share({.input = 0, .cached = 5}).empty());
  CHECK(cached_share({.input = 3, .cached = 3}) == "100 %");
}

}  // namespace
}  // namespace fm::cli
