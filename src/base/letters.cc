#include "base/letters.h"

#include <utf8proc.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <utility>

#include "base/grapheme.h"
#include "base/result.h"
#include "base/utf8.h"

namespace fm {
namespace {

constexpr auto kFold = static_cast<utf8proc_option_t>(
    UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);
constexpr auto kDecompose =
    static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT);

std::string map(std::string_view text, utf8proc_option_t options) {
  utf8proc_uint8_t* mapped = nullptr;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  const auto length =
      utf8proc_map(bytes, static_cast<utf8proc_ssize_t>(text.size()), &mapped, options);
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
  FM_CHECK_FATAL(length >= 0, "valid UTF-8 can be mapped");
  return {reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(length)};
}

// Valid, and with no more than 30 marks on a letter (the bound of Unicode's stream-safe format),
// because bringing n marks into order takes n² steps.
std::string stream_safe(std::string_view text) {
  constexpr int kMostMarks = 30;
  std::string out;
  out.reserve(text.size());
  int marks = 0;
  while (!text.empty()) {
    const Decoded next = decode_utf8(text);
    text.remove_prefix(next.length);
    const auto* property = utf8proc_get_property(static_cast<utf8proc_int32_t>(next.code));
    // Three Tibetan vowel signs have class 0 and still decompose into marks, so the category
    // counts.
    const bool is_mark =
        property->combining_class != 0 || property->category == UTF8PROC_CATEGORY_MN;
    if (!property->ignorable) marks = is_mark ? marks + 1 : 0;
    if (marks <= kMostMarks) append_utf8(out, next.code);
  }
  return out;
}

std::string ascii_in_lower_case(std::string_view text) {
  std::string out(text);
  for (char& letter : out) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return out;
}

// Latin letters that are not a plain letter and a mark.
constexpr auto kPlainForms = std::to_array<std::pair<char32_t, std::string_view>>({
    {U'ł', "l"},
    {U'ø', "o"},
    {U'đ', "d"},
    {U'ı', "i"},
    {U'æ', "ae"},
    {U'œ', "oe"},
    {U'ð', "d"},
    {U'þ', "th"},
});

bool is_latin(char32_t code) { return code < 0x250 || (code >= 0x1E00 && code < 0x1F00); }

}  // namespace

CharacterKind kind_of(char32_t code) {
  if (is_white_space(code)) return CharacterKind::kSpace;
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(code))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
      return CharacterKind::kLetter;
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
      return CharacterKind::kCombining;
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return CharacterKind::kDigit;
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
      return CharacterKind::kPunctuation;
    case UTF8PROC_CATEGORY_SM:
    case UTF8PROC_CATEGORY_SC:
    case UTF8PROC_CATEGORY_SK:
    case UTF8PROC_CATEGORY_SO:
      return CharacterKind::kSymbol;
    default:
      return CharacterKind::kOther;
  }
}

bool is_unspaced_script(char32_t code) {
  const auto within = [code](char32_t first, char32_t last) {
    return code >= first && code <= last;
  };
  return within(0x3040, 0x30FF) || within(0x3400, 0x4DBF) || within(0x4E00, 0x9FFF) ||
         within(0xAC00, 0xD7AF) || within(0xF900, 0xFAFF) || within(0x0E00, 0x0E7F) ||
         within(0x20000, 0x3FFFF) || within(0xFF66, 0xFF9D) || code == 0x3005;
}

std::string fold_letters(std::string_view word) {
  if (ascii_length(word) == word.size()) return ascii_in_lower_case(word);
  return map(stream_safe(word), kFold);
}

std::string without_accents(std::string_view folded) {
  if (ascii_length(folded) == folded.size()) return std::string(folded);
  std::string out;
  bool after_latin = false;
  for (std::string_view rest = folded; !rest.empty();) {
    const Decoded next = decode_utf8(rest);
    const std::string_view character = rest.substr(0, next.length);
    rest.remove_prefix(next.length);
    const bool mark = kind_of(next.code) == CharacterKind::kCombining;
    if (mark && after_latin) continue;
    if (!mark) after_latin = is_latin(next.code);
    if (next.code < 0x80 || !after_latin) {
      out += character;
      continue;
    }
    std::string plain;
    for (const auto& [code, form] : kPlainForms) {
      if (code == next.code) plain = form;
    }
    if (plain.empty()) plain = map(character, kDecompose);
    for (std::string_view parts = plain; !parts.empty();) {
      const Decoded part = decode_utf8(parts);
      if (kind_of(part.code) != CharacterKind::kCombining) out += parts.substr(0, part.length);
      parts.remove_prefix(part.length);
    }
  }
  return out;
}

}  // namespace fm
