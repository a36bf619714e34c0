// Writing JSON: the one byte form of a value.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/json.h"
#include "base/utf8.h"

namespace fm {
namespace {

namespace bj = boost::json;

std::string_view view(const bj::string& text) { return {text.data(), text.size()}; }

std::string_view view(bj::string_view text) { return {text.data(), text.size()}; }

template <class Number>
void append_number(std::string& out, Number number) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  const std::string_view text(digits.data(), static_cast<std::size_t>(end - digits.data()));
  out += text;
  if constexpr (std::is_floating_point_v<Number>) {
    if (text.find_first_of(".e") == std::string_view::npos) out += ".0";
  }
}

void append_value(std::string& out, const Json& value);

void append_object(std::string& out, const JsonObject& object) {
  std::vector<const bj::key_value_pair*> members;
  members.reserve(object.size());
  for (const bj::key_value_pair& member : object) members.push_back(&member);
  std::ranges::sort(members, {}, [](const auto* member) { return view(member->key()); });
  char before = '{';
  for (const bj::key_value_pair* member : members) {
    out += std::exchange(before, ',');
    append_json_string(out, view(member->key()));
    out += ':';
    append_value(out, member->value());
  }
  out += members.empty() ? "{}" : "}";
}

void append_array(std::string& out, const JsonArray& array) {
  char before = '[';
  for (const Json& item : array) {
    out += std::exchange(before, ',');
    append_value(out, item);
  }
  out += array.empty() ? "[]" : "]";
}

void append_value(std::string& out, const Json& value) {
  switch (value.kind()) {
    case bj::kind::null:
      out += "null";
      break;
    case bj::kind::bool_:
      out += value.get_bool() ? "true" : "false";
      break;
    case bj::kind::int64:
      append_number(out, value.get_int64());
      break;
    case bj::kind::uint64:
      append_number(out, value.get_uint64());
      break;
    case bj::kind::double_:
      if (!std::isfinite(value.get_double())) {
        out += "null";
      } else {
        append_number(out, value.get_double());
      }
      break;
    case bj::kind::string:
      append_json_string(out, view(value.get_string()));
      break;
    case bj::kind::array:
      append_array(out, value.get_array());
      break;
    case bj::kind::object:
      append_object(out, value.get_object());
      break;
  }
}

void append_escaped(std::string& out, char character) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  constexpr std::string_view kShort = "\"\\\b\f\n\r\t";
  constexpr std::string_view kLetters = "\"\\bfnrt";
  out += '\\';
  if (const std::size_t at = kShort.find(character); at != std::string_view::npos) {
    out += kLetters[at];
    return;
  }
  const auto byte = static_cast<unsigned char>(character);
  out += "u00";
  out += kDigits[byte >> 4];
  out += kDigits[byte & 15];
}

bool must_be_escaped(char character) {
  return static_cast<unsigned char>(character) < 0x20 || character == '"' || character == '\\';
}

// How many bytes from the first on are ASCII and need no escape; eight at a time.
std::size_t plain_length(std::string_view text) {
  constexpr std::uint64_t kOnes = 0x0101010101010101u;
  constexpr std::uint64_t kHigh = 0x8080808080808080u;
  const auto below = [](std::uint64_t bytes, std::uint64_t limit) {
    return (bytes - kOnes * limit) & ~bytes & kHigh;
  };
  std::size_t at = 0;
  for (std::uint64_t block = 0; at + sizeof block <= text.size(); at += sizeof block) {
    std::memcpy(&block, text.data() + at, sizeof block);
    const std::uint64_t found = (block & kHigh) | below(block, 0x20) |
                                below(block ^ (kOnes * '"'), 1) | below(block ^ (kOnes * '\\'), 1);
    if (found != 0) break;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80 &&
         !must_be_escaped(text[at]))
    ++at;
  return at;
}

}  // namespace

std::string canonical(const Json& value) {
  std::string out;
  append_value(out, value);
  return out;
}

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  std::size_t plain = 0;  // where the part begins that can be copied as it is
  const auto copy_plain = [&](std::size_t end) { out += text.substr(plain, end - plain); };
  for (std::size_t at = 0; at < text.size();) {
    at += plain_length(text.substr(at));
    if (at == text.size()) break;
    const Decoded next = decode_utf8(text.substr(at));
    if (next.valid && !must_be_escaped(text[at])) {
      at += next.length;
      continue;
    }
    copy_plain(at);
    if (next.valid) {
      append_escaped(out, text[at]);
    } else {
      append_utf8(out, kReplacement);
    }
    plain = at += next.length;
  }
  copy_plain(text.size());
  out += '"';
}

}  // namespace fm
