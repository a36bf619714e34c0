#include "tool/files/model_marks.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"
#include "net/url.h"
#include "tool/files/text_lines.h"

namespace fm {
namespace {

constexpr auto kProse =
    std::to_array<std::string_view>({".md", ".markdown", ".mdx", ".txt", ".rst", ".adoc", ".org"});
constexpr auto kDotsAreCode = std::to_array<std::string_view>({".py", ".pyi", ".yaml", ".yml"});
constexpr auto kSeparators = std::to_array<std::string_view>({"|", "\t", "\xE2\x86\x92", ": "});
constexpr auto kOpenings = std::to_array<std::string_view>(
    {"//", "#", "/*", "{/*", "<!--", "--", ";", "%", "*", "\"\"\"", "'''", "(", "[", "<"});
constexpr auto kLeftOut = std::to_array<std::string_view>(
    {"existing", "rest of", "the rest", "remaining", "unchanged", "same as", "as before",
     "previous", "omitted", "other code", "other methods", "other functions", "stays the same",
     "remains the same", "keep the", "code here", "truncated"});

bool ends_in(std::string_view name, auto endings) {
  const std::string lower = lower_ascii(name);
  return std::ranges::any_of(endings, [&](std::string_view end) { return lower.ends_with(end); });
}

struct Number {
  int value = 0;
  std::string_view separator;
  std::string_view rest;
};

std::optional<Number> number_at(std::string_view line) {
  const std::string_view text = line.substr(indent_of(line).size());
  Number number;
  const auto read = std::from_chars(
      text.data(), text.data() + std::min<std::size_t>(7, text.size()), number.value);
  if (read.ec != std::errc() || number.value < 1) return std::nullopt;
  const std::string_view behind = text.substr(static_cast<std::size_t>(read.ptr - text.data()));
  for (const std::string_view separator : kSeparators)
    if (behind.starts_with(separator)) {
      number.separator = separator;
      number.rest = behind.substr(separator.size());
      return number;
    }
  // An empty line loses what is behind its number.
  if (behind == ":") return Number{.value = number.value, .separator = ": ", .rest = {}};
  return std::nullopt;
}

bool has_dots(std::string_view text) {
  return text.contains("...") || text.contains("\xE2\x80\xA6");
}

}  // namespace

Numbered numbered(std::string_view text) {
  const TextLines lines(text);
  std::size_t with = 0, without = 0;
  std::optional<Number> last;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (without_ends(lines[i]).empty()) continue;
    const auto number = number_at(lines[i]);
    const bool goes_on =
        number && (!last || (number->value > last->value && number->separator == last->separator));
    goes_on ? ++with : ++without;
    if (number) last = number;
  }
  if (with == 0) return Numbered::kNo;
  return without == 0 ? Numbered::kAll : Numbered::kSome;
}

std::string without_numbers(std::string_view text) {
  const TextLines lines(text);
  std::string bare;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto number = number_at(lines[i]);
    bare += number ? number->rest : lines[i];
    bare += lines.end_of(i);
  }
  return bare;
}

std::optional<std::string> out_of_fence(std::string_view text) {
  const std::string_view inside = trim(text);
  if (!inside.starts_with("```")) return std::nullopt;
  const std::size_t mark = std::min(inside.find_first_not_of('`'), inside.size());
  const std::string_view fence = inside.substr(0, mark);
  const std::size_t first = inside.find('\n');
  const std::size_t last = inside.rfind('\n');
  if (first == inside.npos || trim(inside.substr(last + 1)) != fence) return std::nullopt;
  if (first == last) return std::string();
  return std::string(inside.substr(first + 1, last - first - 1));
}

std::optional<std::string> unescaped(std::string_view text) {
  if (text.contains('\n') || !text.contains("\\n")) return std::nullopt;
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    switch (text[++i]) {
      case 'n':
        out += '\n';
        break;
      case 't':
        out += '\t';
        break;
      case 'r':
        out += '\r';
        break;
      case '"':
      case '\\':
      case '/':
        out += text[i];
        break;
      default:
        out += '\\';
        out += text[i];
    }
  }
  return out;
}

bool is_placeholder(std::string_view line, std::string_view name) {
  const std::string_view words = trim(line);
  if (!has_dots(words)) return false;
  const auto opening = std::ranges::find_if(
      kOpenings, [&](std::string_view each) { return words.starts_with(each); });
  const bool is_remark =
      opening != kOpenings.end() || words.starts_with("...") || words.starts_with("\xE2\x80\xA6");
  if (!is_remark) return false;
  const std::string lower = lower_ascii(words);
  if (std::ranges::any_of(kLeftOut, [&](std::string_view each) { return lower.contains(each); }))
    return true;
  const bool only_dots = std::ranges::all_of(words, [](char c) {
    return c == '.' || std::string_view(" /*#<!->;%{}()[]\"'\xE2\x80\xA6").contains(c);
  });
  if (!only_dots) return false;
  return opening != kOpenings.end() || !(is_prose(name) || ends_in(name, kDotsAreCode));
}

bool is_prose(std::string_view name) { return ends_in(name, kProse); }

}  // namespace fm
