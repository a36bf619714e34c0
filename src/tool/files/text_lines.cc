#include "tool/files/text_lines.h"

#include <algorithm>
#include <iterator>

namespace fm {
namespace {

constexpr std::string_view kBlanks = " \t\r";

}  // namespace

TextLines::TextLines(std::string_view text) : text_(text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t feed = text.find('\n', begin);
    const std::size_t next = feed == text.npos ? text.size() : feed + 1;
    std::size_t end = feed == text.npos ? text.size() : feed;
    if (feed != text.npos && end > begin && text[end - 1] == '\r') --end;
    lines_.push_back({.begin = begin, .end = end, .next = next});
    begin = next;
  }
}

std::size_t TextLines::line_of(std::size_t place) const {
  const auto after = std::ranges::upper_bound(lines_, place, {}, &TextLine::begin);
  return after == lines_.begin()
             ? 0
             : static_cast<std::size_t>(std::distance(lines_.begin(), after)) - 1;
}

std::string_view indent_of(std::string_view line) {
  return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

std::string_view without_trailing(std::string_view line) {
  const std::size_t last = line.find_last_not_of(kBlanks);
  return last == line.npos ? std::string_view() : line.substr(0, last + 1);
}

std::string_view without_ends(std::string_view line) {
  line = without_trailing(line);
  return line.substr(indent_of(line).size());
}

}  // namespace fm
