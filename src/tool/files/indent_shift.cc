#include "tool/files/indent_shift.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

#include "tool/files/text_lines.h"

namespace fm {
namespace {

using Pairs = IndentShift::Pairs;

bool only(std::string_view indent, char c) { return indent.find_first_not_of(c) == indent.npos; }

bool all_of(const Pairs& pairs, char given, char found) {
  return std::ranges::all_of(
      pairs, [&](const auto& pair) { return only(pair.first, given) && only(pair.second, found); });
}

// The steps that tabs are more than spaces are, the same for each pair.
std::optional<std::ptrdiff_t> steps_more(const Pairs& pairs, std::size_t unit, bool to_tabs) {
  std::optional<std::ptrdiff_t> more;
  for (const auto& [given, found] : pairs) {
    const std::size_t spaces = to_tabs ? given.size() : found.size();
    const std::size_t tabs = to_tabs ? found.size() : given.size();
    if (spaces % unit != 0) return std::nullopt;
    const auto in_steps = static_cast<std::ptrdiff_t>(spaces / unit);
    const auto in_tabs = static_cast<std::ptrdiff_t>(tabs);
    const std::ptrdiff_t here = to_tabs ? in_tabs - in_steps : in_steps - in_tabs;
    if (more && *more != here) return std::nullopt;
    more = here;
  }
  return more;
}

}  // namespace

std::size_t indent_unit(std::string_view text) {
  const TextLines lines(text);
  std::size_t unit = 0;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (const auto indent = indent_of(lines[i]);
        only(indent, ' ') && !without_ends(lines[i]).empty())
      unit = std::gcd(unit, indent.size());
  return unit == 2 || unit == 3 || unit == 8 ? unit : 4;
}

std::optional<IndentShift> IndentShift::of(const Pairs& pairs, std::size_t unit) {
  IndentShift shift;
  for (const auto& [given, found] : pairs) {
    const auto [known, is_new] = shift.known_.try_emplace(std::string(given), found);
    if (!is_new && known->second != found) return std::nullopt;
  }
  if (pairs.empty()) return shift;
  const auto& [given, found] = pairs.front();
  if (found.ends_with(given)) {
    shift.prefix_ = found.substr(0, found.size() - given.size());
    if (std::ranges::all_of(pairs, [&](const auto& pair) {
          return pair.second == shift.prefix_ + std::string(pair.first);
        })) {
      shift.kind_ = Kind::kAdds;
      return shift;
    }
  }
  if (given.ends_with(found)) {
    shift.prefix_ = given.substr(0, given.size() - found.size());
    if (std::ranges::all_of(pairs, [&](const auto& pair) {
          return pair.first == shift.prefix_ + std::string(pair.second);
        })) {
      shift.kind_ = Kind::kTakes;
      return shift;
    }
  }
  const bool to_tabs = all_of(pairs, ' ', '\t');
  if (!to_tabs && !all_of(pairs, '\t', ' ')) return std::nullopt;
  shift.kind_ = to_tabs ? Kind::kToTabs : Kind::kToSpaces;
  for (const std::size_t each : std::array<std::size_t, 5>{unit, 4, 2, 8, 3})
    if (const auto more = steps_more(pairs, each, to_tabs)) {
      shift.unit_ = each;
      shift.more_ = *more;
      return shift;
    }
  return std::nullopt;
}

bool IndentShift::is_none() const {
  return std::ranges::all_of(known_, [](const auto& pair) { return pair.first == pair.second; });
}

std::optional<std::string> IndentShift::applied(std::string_view line) const {
  const std::string_view indent = indent_of(line);
  const std::string rest(line.substr(indent.size()));
  if (without_ends(rest).empty()) return std::string(line);
  if (const auto known = known_.find(indent); known != known_.end()) return known->second + rest;
  if (kind_ == Kind::kAdds) return prefix_ + std::string(line);
  if (kind_ == Kind::kTakes && indent.starts_with(prefix_))
    return std::string(line.substr(prefix_.size()));
  const bool to_tabs = kind_ == Kind::kToTabs;
  if (!to_tabs && kind_ != Kind::kToSpaces) return std::nullopt;
  if (!only(indent, to_tabs ? ' ' : '\t')) return std::nullopt;
  if (to_tabs && indent.size() % unit_ != 0) return std::nullopt;
  const auto steps =
      static_cast<std::ptrdiff_t>(to_tabs ? indent.size() / unit_ : indent.size()) + more_;
  if (steps < 0) return std::nullopt;
  const auto count = static_cast<std::size_t>(steps);
  return (to_tabs ? std::string(count, '\t') : std::string(count * unit_, ' ')) + rest;
}

}  // namespace fm
