#include "base/grapheme.h"

#include <utf8proc.h>

#include <algorithm>

#include "base/utf8.h"

namespace fm {
namespace {

constexpr char32_t kEmojiStyle = 0xFE0F;  // variation selector 16
constexpr std::size_t kWidest = 2;

bool is_ascii_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]) < 0x80;
}

std::size_t columns_of(char32_t code) {
  return static_cast<std::size_t>(
      std::max(0, utf8proc_charwidth(static_cast<utf8proc_int32_t>(code))));
}

}  // namespace

Grapheme first_grapheme(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const bool alone = text.size() == 1 || (is_ascii_at(text, 1) && lead != '\r');
  if (lead < 0x80 && alone) return {1, lead >= 0x20 && lead != 0x7F ? std::size_t{1} : 0};

  Decoded next = decode_utf8(text);
  Grapheme grapheme{next.length, columns_of(next.code)};
  // A selector asks for the wide picture of a character that is otherwise one column wide.
  const bool can_be_emoji = is_pictographic(next.code) || is_keycap_base(next.code);
  utf8proc_int32_t state = 0;
  while (grapheme.bytes < text.size()) {
    const auto before = static_cast<utf8proc_int32_t>(next.code);
    next = decode_utf8(text.substr(grapheme.bytes));
    if (utf8proc_grapheme_break_stateful(before, static_cast<utf8proc_int32_t>(next.code),
                                         &state)) {
      break;
    }
    grapheme.bytes += next.length;
    const bool widens = can_be_emoji && next.code == kEmojiStyle;
    grapheme.columns += widens ? kWidest : columns_of(next.code);
    grapheme.columns = std::min(grapheme.columns, kWidest);
  }
  return grapheme;
}

bool is_white_space(char32_t code) {
  if (code < 0x80) return code == ' ' || (code >= '\t' && code <= '\r');
  return code == 0x85 || code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) ||
         code == 0x2028 || code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

bool is_pictographic(char32_t code) {
  const auto boundary = utf8proc_get_property(static_cast<utf8proc_int32_t>(code))->boundclass;
  return boundary == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

bool is_keycap_base(char32_t code) {
  return (code >= '0' && code <= '9') || code == '#' || code == '*';
}

}  // namespace fm
