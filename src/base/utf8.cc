#include "base/utf8.h"

#include <cstdint>
#include <cstring>

#include "base/text.h"

namespace fm {

Decoded decode_utf8(std::string_view bytes) {
  const auto byte_at = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]); };
  const unsigned char lead = byte_at(0);
  if (lead < 0x80) return {lead, 1, true};
  if (lead < 0xC2 || lead > 0xF4) return {};
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  // The second byte's range keeps out overlong forms, surrogates and what is above U+10FFFF.
  unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  char32_t code = lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (i == bytes.size() || byte_at(i) < low || byte_at(i) > high) return {kReplacement, i, false};
    code = (code << 6) | (byte_at(i) & 0x3Fu);
    low = 0x80;
    high = 0xBF;
  }
  return {code, length, true};
}

void append_utf8(std::string& out, char32_t code) {
  if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) code = kReplacement;
  const auto put = [&](char32_t byte) {
    out += static_cast<char>(static_cast<unsigned char>(byte));
  };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0 | (code >> 6));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12));
    put(0x80 | ((code >> 6) & 0x3F));
  } else {
    put(0xF0 | (code >> 18));
    put(0x80 | ((code >> 12) & 0x3F));
    put(0x80 | ((code >> 6) & 0x3F));
  }
  put(0x80 | (code & 0x3F));
}

std::size_t ascii_length(std::string_view bytes) {
  std::size_t at = 0;
  for (std::uint64_t block = 0; at + sizeof block <= bytes.size(); at += sizeof block) {
    std::memcpy(&block, bytes.data() + at, sizeof block);
    if ((block & 0x8080808080808080u) != 0) break;
  }
  while (at < bytes.size() && static_cast<unsigned char>(bytes[at]) < 0x80) ++at;
  return at;
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    at += ascii_length(text.substr(at));
    if (at == text.size()) break;
    const Decoded next = decode_utf8(text.substr(at));
    if (!next.valid) return false;
    at += next.length;
  }
  return true;
}

std::string to_utf8(std::string_view bytes) {
  if (is_utf8(bytes)) return std::string(bytes);
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const Decoded next = decode_utf8(bytes.substr(at));
    append_utf8(out, next.code);
    at += next.length;
  }
  return out;
}

}  // namespace fm
