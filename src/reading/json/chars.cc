#include "reading/json/chars.h"

#include <array>
#include <utility>

#include "base/utf8.h"

namespace fm {

bool is_ascii_space(char character) {
  return character == ' ' || (character >= '\t' && character <= '\r');
}

bool is_ascii_digit(char character) { return character >= '0' && character <= '9'; }

char ascii_lower(char character) {
  return character >= 'A' && character <= 'Z' ? static_cast<char>(character + ('a' - 'A'))
                                              : character;
}

bool is_ascii_letter(char character) {
  const char lower = ascii_lower(character);
  return lower >= 'a' && lower <= 'z';
}

std::string ascii_lower(std::string_view text) {
  std::string out(text);
  for (char& character : out) character = ascii_lower(character);
  return out;
}

bool starts_with_at(std::string_view text, std::size_t at, std::string_view word) {
  return at <= text.size() && text.substr(at).starts_with(word);
}

Mark mark_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return {};
  switch (text[at]) {
    case '{':
    case '}':
    case '[':
    case ']':
    case ',':
    case ':':
      return {text[at], 1};
    case '\xEF':
      break;
    default:
      return {};
  }
  switch (decode_utf8(text.substr(at)).code) {
    case 0xFF5B:
      return {'{', 3};
    case 0xFF5D:
      return {'}', 3};
    case 0xFF3B:
      return {'[', 3};
    case 0xFF3D:
      return {']', 3};
    case 0xFF0C:
      return {',', 3};
    case 0xFF1A:
      return {':', 3};
    default:
      return {};
  }
}

std::size_t space_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return 0;
  if (static_cast<unsigned char>(text[at]) < 0x80) return is_ascii_space(text[at]) ? 1 : 0;
  const Decoded next = decode_utf8(text.substr(at));
  if (!next.valid) return 0;
  const char32_t code = next.code;
  const bool space = code == 0x00A0 || code == 0x0085 || code == 0x1680 || code == 0x061C ||
                     (code >= 0x2000 && code <= 0x200F) || (code >= 0x2028 && code <= 0x202F) ||
                     code == 0x205F || (code >= 0x2060 && code <= 0x206F) || code == 0x3000 ||
                     code == 0xFEFF;
  return space ? next.length : 0;
}

Mark number_character_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return {};
  if (static_cast<unsigned char>(text[at]) < 0x80) {
    const bool part = is_ascii_digit(text[at]) ||
                      std::string_view("./-+%,").find(text[at]) != std::string_view::npos;
    return part ? Mark{text[at], 1} : Mark{};
  }
  const Decoded next = decode_utf8(text.substr(at));
  static constexpr std::array<char32_t, 6> kZeros = {0x0660, 0x06F0, 0x0966,
                                                     0x09E6, 0x0E50, 0xFF10};
  for (const char32_t zero : kZeros) {
    if (next.code >= zero && next.code < zero + 10) {
      return {static_cast<char>('0' + static_cast<int>(next.code - zero)), next.length};
    }
  }
  static constexpr std::array<std::pair<char32_t, char>, 8> kSigns = {{{0xFF0E, '.'},
                                                                       {0x066B, '.'},
                                                                       {0xFF0F, '/'},
                                                                       {0x2212, '-'},
                                                                       {0xFF0D, '-'},
                                                                       {0xFF0B, '+'},
                                                                       {0xFF05, '%'},
                                                                       {0xFF0C, ','}}};
  for (const auto& [code, ascii] : kSigns) {
    if (next.code == code) return {ascii, next.length};
  }
  return {};
}

std::string ascii_numbers(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Mark mark = number_character_at(text, at);
    out += mark.length != 0 ? mark.ascii : text[at];
    at += mark.length != 0 ? mark.length : 1;
  }
  return out;
}

std::string squash(std::string_view name) {
  std::string out;
  for (std::size_t at = 0; at < name.size(); ++at) {
    const char character = name[at];
    const bool ascii = static_cast<unsigned char>(character) < 0x80;
    if (ascii) {
      if (is_ascii_letter(character) || is_ascii_digit(character)) out += ascii_lower(character);
    } else if (const std::size_t space = space_at(name, at)) {
      at += space - 1;
    } else {
      out += character;
    }
  }
  return out;
}

std::string_view trim_wide(std::string_view text) {
  while (const std::size_t length = space_at(text, 0)) text.remove_prefix(length);
  while (!text.empty()) {
    std::size_t last = text.size() - 1;
    while (last > 0 && text.size() - last < 4 &&
           (static_cast<unsigned char>(text[last]) & 0xC0) == 0x80) {
      --last;
    }
    if (last + space_at(text, last) != text.size()) break;
    text.remove_suffix(text.size() - last);
  }
  return text;
}

}  // namespace fm
