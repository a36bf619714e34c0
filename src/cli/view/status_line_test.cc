#include "cli/view/status_line.h"

#include <doctest/doctest.h>

namespace fm::cli {
namespace {

Status busy() {
  return {.agent = "researcher",
          .activity = "thinking",
          .others = 0,
          .progress = {.stage = "Round 2 of 3", .round = 2, .rounds = 3, .step = 3, .steps = 5},
          .ideas = 7,
          .tokens = 12'340,
          .cost = {31'000},
          .elapsed = Millis(41'900)};
}

std::string at(std::size_t columns, Charset charset = Charset::kUtf8) {
  return plain(status_line(busy(), columns, charset));
}

TEST_CASE("I-14 the living line says who, how far, and what was used") {
  CHECK(at(200) ==
        "◉ Researcher thinking...  round 2/3, step 3/5, 7 ideas, 12,340 tokens, $0.03, 0:41");
  CHECK(at(200, Charset::kAscii).starts_with("o Researcher thinking...  round 2/3"));
}

TEST_CASE("I-14 on a narrow terminal what matters least goes first") {
  CHECK(at(79) ==
        "◉ Researcher thinking...  round 2/3, step 3/5, 7 ideas, 12k tokens, $0.03, 0:41");
  CHECK(at(60) == "◉ Researcher thinking...  round 2/3, step 3/5, $0.03, 0:41");
  CHECK(at(42) == "◉ Researcher thinking...  round 2/3, 0:41");
  CHECK(at(30) == "◉ Researcher thinking...  0:41");
  for (std::size_t columns = 1; columns < 100; ++columns)
    CHECK(width(status_line(busy(), columns, Charset::kUtf8)) <= columns);
}

TEST_CASE("several at work are counted, nobody at work is said") {
  Status status = busy();
  status.others = 2;
  CHECK(plain(status_line(status, 100, Charset::kUtf8)).contains("thinking... and 2 more  round"));
  status = {.agent = "",
            .activity = "Paused.",
            .others = 0,
            .progress = {},
            .ideas = 1,
            .tokens = 0,
            .cost = {},
            .elapsed = Millis(3'725'000)};
  CHECK(plain(status_line(status, 80, Charset::kUtf8)) == "Paused.  1 idea, 1:02:05");
}

TEST_CASE("counts are short where they must be") {
  CHECK(short_count(999) == "999");
  CHECK(short_count(12'340) == "12k");
  CHECK(short_count(999'700) == "1.0M");
  CHECK(short_count(1'250'000) == "1.3M");
}

}  // namespace
}  // namespace fm::cli
