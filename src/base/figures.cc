#include "base/figures.h"

#include <fmt/format.h>

#include <array>

namespace fm {
namespace {

constexpr std::array<std::string_view, 13> kNumberWords = {
    "zero",  "one",   "two",  "three", "four",   "five",  "six",
    "seven", "eight", "nine", "ten",   "eleven", "twelve"};

}  // namespace

std::string thousands(std::int64_t number) {
  std::string text = std::to_string(number);
  const std::size_t first = number < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

std::string money_text(MicroUsd money, int digits) {
  if (money.value <= 0) return "$0";
  std::int64_t unit = 1'000'000;  // micro-USD of the last digit that is shown
  std::int64_t parts = 1;         // of them in a dollar
  for (int i = 0; i < digits; ++i) {
    unit /= 10;
    parts *= 10;
  }
  const std::int64_t rounded = (money.value + unit / 2) / unit;
  if (rounded == 0) return fmt::format("under ${:.{}f}", 1.0 / static_cast<double>(parts), digits);
  return fmt::format("${}.{:0{}}", thousands(rounded / parts), rounded % parts, digits);
}

std::string duration_text(Millis span) {
  const std::int64_t ms = span.count();
  if (ms < 1'000) return fmt::format("{} ms", ms);
  if (ms < 10'000) return fmt::format("{}.{} s", ms / 1'000, ms % 1'000 / 100);
  const std::int64_t seconds = ms / 1'000;
  if (seconds < 60) return fmt::format("{} s", seconds);
  const std::int64_t minutes = seconds / 60;
  if (minutes < 60)
    return fmt::format("{} min", minutes) +
           (seconds % 60 > 0 ? fmt::format(" {} s", seconds % 60) : "");
  const std::int64_t hours = minutes / 60;
  if (hours < 48)
    return fmt::format("{} h", hours) +
           (minutes % 60 > 0 ? fmt::format(" {} min", minutes % 60) : "");
  return fmt::format("{} days", hours / 24);
}

std::string number_word(std::int64_t number) {
  if (number >= 0 && number < static_cast<std::int64_t>(kNumberWords.size()))
    return std::string(kNumberWords[static_cast<std::size_t>(number)]);
  return thousands(number);
}

std::string count_text(std::int64_t number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", number_word(number), number == 1 ? one : many);
}

std::string money_text(MicroUsd money) {
  return money_text(money, money.value < 1'000'000 ? 4 : 2);
}

}  // namespace fm
