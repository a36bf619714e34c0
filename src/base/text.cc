#include "base/text.h"

#include <algorithm>

#include "base/grapheme.h"
#include "base/letters.h"
#include "base/utf8.h"

namespace fm {
namespace {

std::size_t last_character_begin(std::string_view text) {
  constexpr std::size_t kLongestCharacter = 4;
  std::size_t at = text.size() - 1;
  while (at > 0 && text.size() - at < kLongestCharacter &&
         (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) {
    --at;
  }
  return at;
}

bool is_separator(char32_t code) {
  const CharacterKind kind = kind_of(code);
  // Unicode calls the two accents symbols, but people type them as quotation marks.
  return kind == CharacterKind::kSpace || kind == CharacterKind::kPunctuation || code == '`' ||
         code == 0xB4;
}

std::string separators_to_single_spaces(std::string_view text) {
  std::string out;
  bool gap = false;
  while (!text.empty()) {
    const Decoded next = decode_utf8(text);
    if (is_separator(next.code)) {
      gap = !out.empty();
    } else {
      if (gap) out += ' ';
      gap = false;
      out += text.substr(0, next.length);
    }
    text.remove_prefix(next.length);
  }
  return out;
}

}  // namespace

std::string_view trim(std::string_view text) {
  while (!text.empty()) {
    const Decoded first = decode_utf8(text);
    if (!is_white_space(first.code)) break;
    text.remove_prefix(first.length);
  }
  while (!text.empty()) {
    const std::size_t begin = last_character_begin(text);
    const Decoded last = decode_utf8(text.substr(begin));
    if (begin + last.length != text.size() || !is_white_space(last.code)) break;
    text = text.substr(0, begin);
  }
  return text;
}

std::string fold(std::string_view text) {
  // Folding can make new separators: "…" becomes three full stops.
  return separators_to_single_spaces(fold_letters(separators_to_single_spaces(text)));
}

std::vector<std::string> folded_words(std::string_view text) {
  std::vector<std::string> words;
  const std::string folded = fold(text);
  std::string_view rest = folded;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (end > 0) words.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return words;
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  std::string_view before;
  for (const std::string& part : parts) {
    out += before;
    out += part;
    before = separator;
  }
  return out;
}

}  // namespace fm
