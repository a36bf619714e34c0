#include "app/report_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/text.h"

namespace fm {
namespace {

constexpr std::array<std::string_view, 13> kNumberWords = {
    "zero",  "one",   "two",  "three", "four",   "five",  "six",
    "seven", "eight", "nine", "ten",   "eleven", "twelve"};

bool is_space(char character) {
  return character == ' ' || character == '\n' || character == '\t' || character == '\r';
}

std::string folded_spaces(std::string_view text) {
  std::string out;
  for (const char character : trim(text)) {
    if (!is_space(character)) {
      out += character;
    } else if (!out.ends_with(' ')) {
      out += ' ';
    }
  }
  return out;
}

}  // namespace

void append_escaped(std::string& out, std::string_view clean_text) {
  for (const char character : clean_text) {
    switch (character) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += character;
    }
  }
}

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  append_escaped(out, clean(text).text);
  return out;
}

std::string one_line(std::string_view text, std::size_t bytes) {
  // Cutting first keeps a huge title from being cleaned each time it is named.
  const std::string line = folded_spaces(clean(cut_bytes(text, bytes * 4)).text);
  const std::string_view head = cut_bytes(line, bytes);
  std::string out;
  append_escaped(out, trim(head));
  if (head.size() < line.size()) out += "…";
  return out;
}

std::string isolated(std::string_view text, std::size_t bytes) {
  return "<bdi>" + one_line(text, bytes) + "</bdi>";
}

std::string paragraphs(std::string_view text) {
  const std::string cleaned = clean(text).text;
  std::string out;
  bool open = false;
  for (const std::string_view line : split_lines(cleaned)) {
    if (trim(line).empty()) {
      if (open) out += "</p>\n";
      open = false;
      continue;
    }
    out += open ? "<br>\n" : "<p dir=\"auto\">";
    append_escaped(out, line);
    open = true;
  }
  if (open) out += "</p>\n";
  return out;
}

std::string score_text(int hundredths, int digits) {
  std::string text = decimal_text(hundredths);
  if (!text.contains('.')) text += '.';
  const std::size_t point = text.find('.');
  text.resize(std::max(text.size(), point + 1 + static_cast<std::size_t>(digits)), '0');
  return text;
}

std::string decimal_text(int hundredths) {
  const int size = std::abs(hundredths);
  std::string text = fmt::format("{}{}.{:02}", hundredths < 0 ? "-" : "", size / 100, size % 100);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

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
  if (minutes < 60) return fmt::format("{} min {} s", minutes, seconds % 60);
  const std::int64_t hours = minutes / 60;
  if (hours < 48) return fmt::format("{} h {} min", hours, minutes % 60);
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

std::string time_html(UtcMs at) {
  return fmt::format("<time datetime=\"{}\">{}</time>", to_rfc3339(at), to_local_time(at));
}

}  // namespace fm
