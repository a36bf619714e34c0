#include "tool/files/nearest_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "base/text.h"
#include "net/url.h"
#include "tool/files/text_lines.h"

namespace fm {
namespace {

constexpr std::size_t kCommonLine = 40;     // a line that stands so often tells no place
constexpr std::size_t kShownLines = 30;     // of the similar stretch
constexpr std::size_t kLongestShown = 240;  // bytes of one of its lines
constexpr std::size_t kComparedBytes = 160;
constexpr std::size_t kMostCompared = 200'000;  // lines of the text, one by one

using Bigrams = std::vector<std::uint16_t>;

Bigrams bigrams(std::string_view line) {
  const std::string lower = lower_ascii(line.substr(0, kComparedBytes));
  Bigrams pairs;
  for (std::size_t i = 0; i + 1 < lower.size(); ++i)
    pairs.push_back(static_cast<std::uint16_t>(static_cast<unsigned char>(lower[i]) << 8U |
                                               static_cast<unsigned char>(lower[i + 1])));
  std::ranges::sort(pairs);
  return pairs;
}

// From 0 to 100: how much of both lines the other one has too.
std::size_t likeness(const Bigrams& one, const Bigrams& other) {
  if (one.empty() || other.empty()) return 0;
  Bigrams both;
  std::ranges::set_intersection(one, other, std::back_inserter(both));
  return 200 * both.size() / (one.size() + other.size());
}

// Where most lines of the stretch stand in the right distance from each other.
std::optional<std::ptrdiff_t> by_equal_lines(const TextLines& lines, const TextLines& wanted) {
  std::unordered_map<std::string_view, std::vector<std::size_t>> places;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (const auto words = without_ends(lines[i]); words.size() > 1) places[words].push_back(i);
  std::map<std::ptrdiff_t, std::size_t> votes;  // where the first line would stand
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto found = places.find(without_ends(wanted[i]));
    if (found == places.end() || found->second.size() > kCommonLine) continue;
    for (const std::size_t at : found->second)
      votes[static_cast<std::ptrdiff_t>(at) - static_cast<std::ptrdiff_t>(i)] +=
          found->first.size();
  }
  const auto best = std::ranges::max_element(votes, {}, [](const auto& v) { return v.second; });
  if (best == votes.end()) return std::nullopt;
  return best->first;
}

// Where the line that says most stands, or one that is much like it.
std::optional<std::ptrdiff_t> by_like_line(const TextLines& lines, const TextLines& wanted) {
  std::size_t key = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (without_ends(wanted[i]).size() > without_ends(wanted[key]).size()) key = i;
  const Bigrams pairs = bigrams(without_ends(wanted[key]));
  std::size_t best = 0, most = 0;
  for (std::size_t i = 0; i < std::min(lines.size(), kMostCompared); ++i)
    if (const std::size_t like = likeness(pairs, bigrams(without_ends(lines[i]))); like > most)
      best = i, most = like;
  constexpr std::size_t kLikeEnough = 50;
  if (most < kLikeEnough) return std::nullopt;
  return static_cast<std::ptrdiff_t>(best) - static_cast<std::ptrdiff_t>(key);
}

std::string shown(std::string_view line) {
  const std::string_view begin = cut_bytes(line, kLongestShown);
  return std::string(begin) + (begin.size() < line.size() ? "..." : "");
}

std::string first_difference(const TextLines& lines, std::size_t first, const TextLines& wanted,
                             std::ptrdiff_t offset) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto at = static_cast<std::ptrdiff_t>(i) + offset;
    if (at < static_cast<std::ptrdiff_t>(first)) continue;
    if (static_cast<std::size_t>(at) >= lines.size())
      return fmt::format("The file ends before line {} of `old`.", i + 1);
    const auto line = static_cast<std::size_t>(at);
    if (without_ends(lines[line]) == without_ends(wanted[i])) continue;
    return fmt::format("First difference, line {}:\nthe file: {}\n`old`:    {}", line + 1,
                       shown(lines[line]), shown(wanted[i]));
  }
  return "Their words are the same; only the white space differs, and not by one rule.";
}

}  // namespace

std::string nearest_text(std::string_view text, std::string_view stretch) {
  const TextLines lines(text), wanted(stretch);
  if (lines.size() == 0 || wanted.size() == 0) return {};
  auto offset = by_equal_lines(lines, wanted);
  if (!offset) offset = by_like_line(lines, wanted);
  if (!offset) return {};
  const auto first = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, *offset));
  const auto behind = *offset + static_cast<std::ptrdiff_t>(wanted.size());
  const std::size_t end = std::min({static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, behind)),
                                    lines.size(), first + kShownLines});
  std::string words = end == first + 1
                          ? fmt::format("The file has at line {}:\n", first + 1)
                          : fmt::format("The file has at lines {}-{}:\n", first + 1, end);
  for (std::size_t i = first; i < end; ++i) words += fmt::format("{}|{}\n", i + 1, shown(lines[i]));
  return words + first_difference(lines, first, wanted, *offset);
}

}  // namespace fm
