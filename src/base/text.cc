#include "base/text.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "base/grapheme.h"
#include "base/result.h"
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
  if (is_white_space(code)) return true;
  const utf8proc_category_t category = utf8proc_category(static_cast<utf8proc_int32_t>(code));
  const bool is_punctuation = category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO;
  // Unicode calls the two accents symbols, but people type them as quotation marks.
  return is_punctuation || code == '`' || code == 0xB4;
}

// What folding may be given: valid, separators as spaces, and no more than 30 marks on a letter
// (the bound of Unicode's stream-safe format), because bringing n marks into order takes n² steps.
std::string prepare_for_folding(std::string_view text) {
  constexpr int kMostMarks = 30;
  std::string out;
  out.reserve(text.size());
  int marks = 0;
  while (!text.empty()) {
    const Decoded next = decode_utf8(text);
    text.remove_prefix(next.length);
    const auto* property = utf8proc_get_property(static_cast<utf8proc_int32_t>(next.code));
    // Three Tibetan vowel signs are of class 0 and yet fall apart into marks: hence the category.
    const bool is_mark =
        property->combining_class != 0 || property->category == UTF8PROC_CATEGORY_MN;
    if (!property->ignorable) marks = is_mark ? marks + 1 : 0;
    if (marks > kMostMarks) continue;
    append_utf8(out, is_separator(next.code) ? U' ' : next.code);
  }
  return out;
}

std::string fold_letters(const std::string& text) {
  constexpr auto kOptions = static_cast<utf8proc_option_t>(
      UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);
  utf8proc_uint8_t* mapped = nullptr;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  const auto length =
      utf8proc_map(bytes, static_cast<utf8proc_ssize_t>(text.size()), &mapped, kOptions);
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
  FM_CHECK_FATAL(length >= 0, "valid UTF-8 can be folded");
  return {reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(length)};
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
  return separators_to_single_spaces(fold_letters(prepare_for_folding(text)));
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
