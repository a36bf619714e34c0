#include "team/documents/certainty_reading.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

using Name = std::string_view;

constexpr auto kLevels = std::to_array<std::pair<Name, Certainty>>({
    {"high", Certainty::kHigh},      {"medium", Certainty::kMedium},
    {"low", Certainty::kLow},        {"moderate", Certainty::kMedium},
    {"hoch", Certainty::kHigh},      {"mittel", Certainty::kMedium},
    {"niedrig", Certainty::kLow},    {"gering", Certainty::kLow},
    {"hohe", Certainty::kHigh},      {"mittlere", Certainty::kMedium},
    {"geringe", Certainty::kLow},    {"niedrige", Certainty::kLow},
    {"élevé", Certainty::kHigh},     {"élevée", Certainty::kHigh},
    {"haute", Certainty::kHigh},     {"moyen", Certainty::kMedium},
    {"moyenne", Certainty::kMedium}, {"faible", Certainty::kLow},
    {"basse", Certainty::kLow},      {"bas", Certainty::kLow},
});

std::optional<Certainty> level_of(const std::string& word) {
  const auto found =
      std::ranges::find(kLevels, Name(word), [](const auto& one) { return one.first; });
  if (found == kLevels.end()) return std::nullopt;
  return found->second;
}

// The level that a line names among its first words.
std::optional<Certainty> level_in(std::string_view line) {
  constexpr std::size_t kFirst = 8;
  const std::vector<std::string> words = folded_words(line);
  std::optional<Certainty> level;
  for (std::size_t i = 0; i < std::min(words.size(), kFirst); ++i) {
    const auto next = level_of(words[i]);
    if (!next) continue;
    if (i > 0 && (words[i - 1] == "not" || words[i - 1] == "nicht")) return Certainty::kLow;
    if (!level) {
      level = next;
      continue;
    }
    // "medium to high", "medium/high"; further on the words are about something else.
    const bool range = level_of(words[i - 1]) || words[i - 1] == "to" || words[i - 1] == "or" ||
                       words[i - 1] == "bis" || words[i - 1] == "à";
    if (range) level = std::min(*level, *next);
  }
  return level;
}

bool begins_with_level(std::string_view line) {
  const std::vector<std::string> words = folded_words(line);
  return !words.empty() && level_of(words.front()).has_value();
}

bool is_marked(std::string_view line) {
  return line.starts_with("**") || line.starts_with("[x]") || line.starts_with("[X]") ||
         line.contains("✓") || line.contains("✅") || line.contains("←") || line.contains("<-") ||
         line.contains("👉");
}

// What stands behind the level and its mark.
std::string reason_in(std::string_view line) {
  std::string lower = ascii_lower(line);
  std::size_t end = 0;
  for (const auto& [word, level] : kLevels) {
    const std::size_t at = lower.find(word);
    if (at == std::string::npos || (end != 0 && at + word.size() > end)) continue;
    const std::size_t after = at + word.size();
    const bool whole = (at == 0 || !is_ascii_letter(lower[at - 1])) &&
                       (after == lower.size() || !is_ascii_letter(lower[after]));
    if (whole) end = after;
  }
  std::string_view rest = line.substr(std::min(end, line.size()));
  for (bool again = true; again;) {
    again = false;
    rest = trim(rest);
    for (const Name mark : {"*", "_", "`", ":", "-", "–", "—", ",", ".", ")", "✓", "✅", "because ",
                            "since ", "weil ", "parce que ", "confidence"}) {
      if (!ascii_lower(rest.substr(0, mark.size())).starts_with(mark)) continue;
      rest.remove_prefix(mark.size());
      again = true;
    }
  }
  if (rest.starts_with('(') && rest.ends_with(')')) rest = rest.substr(1, rest.size() - 2);
  return std::string(trim(rest));
}

}  // namespace

std::optional<CertaintyRead> read_certainty(const std::vector<std::string>& lines) {
  constexpr std::size_t kList = 2;
  const auto listed = std::ranges::count_if(lines, begins_with_level);
  const auto marked = std::ranges::count_if(
      lines, [](const std::string& line) { return begins_with_level(line) && is_marked(line); });
  if (listed >= static_cast<std::ptrdiff_t>(kList) && marked != 1) return CertaintyRead{};
  std::optional<CertaintyRead> read;
  for (const std::string& line : lines) {
    if (!read) {
      if (listed >= static_cast<std::ptrdiff_t>(kList) &&
          !(begins_with_level(line) && is_marked(line)))
        continue;
      const auto level = level_in(line);
      if (level) read = CertaintyRead{*level, reason_in(line)};
      continue;
    }
    if (listed >= static_cast<std::ptrdiff_t>(kList)) break;
    if (!read->why.empty()) read->why += ' ';
    read->why += line;
  }
  return read;
}

}  // namespace fm
