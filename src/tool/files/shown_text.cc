#include "tool/files/shown_text.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"

namespace fm {
namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";

// What Windows-1252 has where Latin-1 has control characters; zero: as in Latin-1.
constexpr std::array<char16_t, 32> kWindows = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

char32_t legacy_character(unsigned char byte) {
  if (byte < 0x80 || byte >= 0xA0) return byte;
  const char16_t windows = kWindows[byte - 0x80U];
  return windows != 0 ? windows : byte;
}

std::optional<char> legacy_byte(char32_t code) {
  if (code < 0x80 || (code >= 0xA0 && code < 0x100)) return static_cast<char>(code);
  for (std::size_t i = 0; i < kWindows.size(); ++i)
    if (legacy_character(static_cast<unsigned char>(0x80 + i)) == code)
      return static_cast<char>(0x80 + i);
  return std::nullopt;
}

// Text has none of these, but for a few: white space, and what terminals are sent.
bool is_odd_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 && byte != '\n' && byte != '\t' && byte != '\r' && byte != '\f' &&
         byte != '\b' && byte != 0x1B;
}

bool is_binary(std::string_view bytes) {
  if (bytes.contains('\0')) return true;
  const auto odd = static_cast<std::size_t>(std::ranges::count_if(bytes, is_odd_control));
  return odd > 8 && odd > bytes.size() / 50;
}

}  // namespace

ShownText::ShownText(std::string_view bytes) {
  const bool is_text = !is_binary(bytes);
  if (is_text && bytes.starts_with(kMark)) begin_ = kMark.size();
  steps_.push_back({.place = 0, .byte = begin_});
  if (!is_text) {
    kind_ = TextKind::kBinary;
    return;
  }
  text_.reserve(bytes.size());
  for (std::size_t at = begin_; at < bytes.size();) {
    if (const std::size_t plain = ascii_length(bytes.substr(at)); plain != 0) {
      text_ += bytes.substr(at, plain);
      at += plain;
      continue;
    }
    const Decoded next = decode_utf8(bytes.substr(at));
    if (next.valid) {
      text_ += bytes.substr(at, next.length);
      at += next.length;
      has_utf8_ = true;
      continue;
    }
    kind_ = TextKind::kLegacy;
    append_utf8(text_, legacy_character(static_cast<unsigned char>(bytes[at])));
    ++at;
    steps_.push_back({.place = text_.size(), .byte = at});
  }
  const auto ends = std::ranges::count(text_, '\n');
  std::ptrdiff_t with_return = 0;
  for (std::size_t at = text_.find("\r\n"); at != text_.npos; at = text_.find("\r\n", at + 2))
    ++with_return;
  crlf_ = with_return * 2 > ends;
}

std::size_t ShownText::byte_of(std::size_t place) const {
  const auto after = std::ranges::upper_bound(steps_, place, {}, &Step::place);
  const Step& step = *std::prev(after);
  return step.byte + (place - step.place);
}

std::optional<std::string> ShownText::bytes_of(std::string_view text) const {
  if (kind_ != TextKind::kLegacy || has_utf8_) return std::string(text);
  std::string bytes;
  while (!text.empty()) {
    const Decoded next = decode_utf8(text);
    const auto byte = next.valid ? legacy_byte(next.code) : std::nullopt;
    if (!byte) return std::nullopt;
    bytes += *byte;
    text.remove_prefix(next.length);
  }
  return bytes;
}

}  // namespace fm
