// The values of a block's fields (block.h): none, lists and paths.
#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "reading/blocks/block.h"
#include "reading/json/block_line.h"
#include "reading/json/chars.h"
#include "reading/json/fields.h"
#include "reading/json/names.h"
#include "reading/json/repair.h"

namespace fm {
namespace {

constexpr std::size_t kMaxItems = 200;
constexpr std::size_t kLongestNone = 60;  // bytes

// "(", ";" and the like, and the tag for a line's end in a table's cell.
constexpr std::array<std::string_view, 5> kSeparators = {";", "；", "<br>", "<br/>", "<br />"};

// The parts between separators; one part if there are none.
std::vector<std::string_view> parts_of(std::string_view text,
                                       std::span<const std::string_view> separators) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto mark = std::ranges::find_if(
        separators, [&](std::string_view one) { return starts_with_at(text, at, one); });
    if (mark == separators.end()) {
      ++at;
      continue;
    }
    parts.push_back(text.substr(begin, at - begin));
    at += mark->size();
    begin = at;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

// "1) one 2) two", "(1) one (2) two": numbered in one line, from 1 upwards. Empty if it is not so.
std::vector<std::string_view> numbered_parts(std::string_view text) {
  for (const auto& [open, close] : {std::pair{"", ")"}, std::pair{"", "."}, std::pair{"(", ")"}}) {
    const auto mark = [&](std::size_t number) {
      return open + std::to_string(number) + close + " ";
    };
    if (!text.starts_with(mark(1))) continue;
    std::vector<std::string_view> parts;
    std::size_t begin = mark(1).size();
    for (std::size_t number = 2; number <= kMaxItems; ++number) {
      const std::size_t next = text.find(" " + mark(number), begin);
      if (next == std::string_view::npos) break;
      parts.push_back(text.substr(begin, next - begin));
      begin = next + 1 + mark(number).size();
    }
    if (!parts.empty()) parts.push_back(text.substr(begin));
    return parts;
  }
  return {};
}

// ["a", "b"] or [a, b]; nothing when it is no list.
std::optional<std::vector<std::string>> bracketed(std::string_view text) {
  if (!text.starts_with('[')) return std::nullopt;
  Steps steps;
  const auto parsed = parse_tolerant(text, 0, steps);
  if (parsed && parsed->cut == Cut::kNone && parsed->end == text.size()) {
    return texts_of(parsed->value, Split::kNo);
  }
  const std::string_view inner = text.substr(1, text.size() - 2);
  const bool plain = text.size() > 2 && text.ends_with(']') &&
                     inner.find_first_of("[]{}\"") == std::string_view::npos;
  if (!plain) return std::nullopt;
  std::vector<std::string> out;
  static constexpr std::array<std::string_view, 1> kComma = {","};
  static constexpr std::array<std::string_view, 1> kSemicolon = {";"};
  const bool semicolons = inner.find(';') != std::string_view::npos;
  for (const std::string_view part : parts_of(inner, semicolons ? kSemicolon : kComma)) {
    out.emplace_back(strip_marks(part, "'"));
  }
  return out;
}

}  // namespace

bool is_none(std::string_view value) {
  static constexpr std::array<std::string_view, 8> kNone = {
      "", "na", "none", "null", "nil", "notapplicable", "noneidentified", "nothing"};
  if (value.size() > kLongestNone) return false;
  if (std::ranges::find(kNone, std::string_view(name_key(value))) != kNone.end()) return true;
  // "none (nothing was written)"
  const std::size_t gloss = value.find('(');
  if (gloss == 0 || gloss == std::string_view::npos) return false;
  const std::string key = name_key(value.substr(0, gloss));
  return !key.empty() && std::ranges::find(kNone, std::string_view(key)) != kNone.end();
}

std::vector<std::string> list_of(const BlockField& field) {
  std::vector<std::string> out;
  const auto add = [&](std::string_view part) {
    part = trim_wide(part);
    part = trim_wide(part.substr(bullet_length(part)));
    if (!is_none(part) && out.size() < kMaxItems) out.emplace_back(part);
  };
  if (const auto list = bracketed(field.value)) {
    for (const std::string& item : *list) add(item);
  } else if (const auto numbered = numbered_parts(field.value); !numbered.empty()) {
    for (const std::string_view item : numbered) add(strip_marks(item, ";"));
  } else {
    for (const std::string_view item : parts_of(field.value, kSeparators)) add(item);
  }
  for (const std::string& item : field.items) add(item);
  return out;
}

std::string path_of(std::string_view value) {
  value = trim_wide(value);
  // `path`. at the end of a sentence: a full stop behind a closing mark does not belong to the
  // path.
  if (value.size() > 2 && value.ends_with('.') &&
      std::string_view("`\"'*)").find(value[value.size() - 2]) != std::string_view::npos) {
    value.remove_suffix(1);
  }
  if (value.starts_with('[') && value.ends_with(')')) {
    const std::size_t target = value.find("](");
    if (target != std::string_view::npos) {
      return std::string(trim(value.substr(target + 2, value.size() - target - 3)));
    }
  }
  return std::string(strip_marks(value, "`\"'*"));
}

std::string_view head_of(std::string_view value) {
  for (const std::string_view mark : {"(", ":", " - ", " – ", " — ", ",", ";", "."}) {
    value = value.substr(0, value.find(mark));
  }
  return value;
}

}  // namespace fm
