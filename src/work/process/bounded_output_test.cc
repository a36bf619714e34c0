#include "work/process/bounded_output.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "base/test_seed.h"
#include "base/text.h"

namespace fm {
namespace {

std::string kept_of(std::string_view all, std::size_t limit, std::size_t piece) {
  BoundedOutput output(limit);
  for (std::size_t at = 0; at < all.size(); at += piece) output.add(all.substr(at, piece));
  CHECK(output.bytes() == static_cast<std::int64_t>(all.size()));
  CHECK(output.is_cut() == (all.size() > limit));
  return output.text();
}

TEST_CASE("output that fits is kept byte for byte, whatever the bytes and the pieces") {
  const std::string all("a\0b\xff\r\n\xc3\xa9 end", 12);
  for (const std::size_t piece : {1uz, 2uz, 5uz, 100uz})
    for (const std::size_t limit : {12uz, 13uz, 100uz}) CHECK(kept_of(all, limit, piece) == all);
}

TEST_CASE(
    "F-21 of longer output the first and last lines are kept whole, and what is left out is said") {
  std::string all;
  for (int i = 100; i < 200; ++i) all += "line " + std::to_string(i) + "\n";
  for (const std::size_t piece : {1uz, 7uz, 64uz, 5000uz})
    CHECK(kept_of(all, 60, piece) ==
          "line 100\nline 101\nline 102\n"
          "[... 846 bytes left out here, 94 lines ...]\n"
          "line 197\nline 198\nline 199\n");
}

TEST_CASE("F-21 an endless line leaves its two ends and the lines after it") {
  BoundedOutput output(20'000);
  const std::string part(1 << 20, 'x');
  for (int i = 0; i < 64; ++i) output.add(part);
  output.add("\n{\"type\":\"result\"}\n");
  const std::string text = output.text();
  CHECK(text.size() < 21'000);
  CHECK(text.ends_with("x\n{\"type\":\"result\"}\n"));
  CHECK(text.contains("\n[... 67,088,883 bytes left out here ...]\n"));
}

TEST_CASE("no character is cut, wherever the cut falls") {
  std::string all;
  while (all.size() < 3000) all += "a\u00e9\u4f60\U0001F30D";
  for (std::size_t limit = 100; limit < 140; ++limit)
    for (const std::size_t piece : {1uz, 33uz}) CHECK(is_utf8(kept_of(all, limit, piece)));
}

TEST_CASE("what is kept never exceeds the limit but for the line about the rest") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  TestRandom random(seed);
  for (int round = 0; round < 200; ++round) {
    std::string all(random.below(5000), 'x');
    for (char& byte : all) byte = random.below(9) == 0 ? '\n' : static_cast<char>(random.bits());
    const std::size_t limit = random.below(600);
    CHECK(kept_of(all, limit, 1 + random.below(700)).size() <= limit + 80);
  }
}

}  // namespace
}  // namespace fm
