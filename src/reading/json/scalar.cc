// Numbers, literals and bare words of the tolerant parser (token.h).
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

#include "base/text.h"
#include "reading/json/token.h"

namespace fm {
namespace {

constexpr std::size_t kMaxScalar = 200;  // bytes; a number longer than this is kept as text

bool json_number(std::string_view token, bool& integer) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t begin = at;
    while (at < token.size() && is_ascii_digit(token[at])) ++at;
    return at - begin;
  };
  if (token.starts_with('-')) ++at;
  const std::size_t whole_at = at;
  const std::size_t whole = digits();
  if (whole == 0 || (whole > 1 && token[whole_at] == '0')) return false;
  integer = true;
  if (at < token.size() && token[at] == '.') {
    integer = false;
    ++at;
    if (digits() == 0) return false;
  }
  if (at < token.size() && ascii_lower(token[at]) == 'e') {
    integer = false;
    ++at;
    if (at < token.size() && (token[at] == '+' || token[at] == '-')) ++at;
    if (digits() == 0) return false;
  }
  return at == token.size();
}

// The JSON form of a number that is written as in other languages; empty when it is none.
std::string usual_form(std::string_view token) {
  std::string out;
  if (token.starts_with('+') || token.starts_with('-')) {
    if (token[0] == '-') out += '-';
    token.remove_prefix(1);
  }
  std::string digits;
  for (std::size_t i = 0; i < token.size(); ++i) {
    const bool between = i > 0 && i + 1 < token.size() && is_ascii_digit(token[i - 1]) &&
                         is_ascii_digit(token[i + 1]);
    if (token[i] == '_' && between) continue;
    digits += token[i];
  }
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    std::uint64_t number = 0;
    const char* end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data() + 2, end, number, 16);
    if (digits.size() < 3 || read.ec != std::errc() || read.ptr != end) return {};
    return out + std::to_string(number);
  }
  while (digits.size() > 1 && digits[0] == '0' && is_ascii_digit(digits[1])) digits.erase(0, 1);
  if (digits.starts_with('.')) digits.insert(0, "0");
  if (const std::size_t dot = digits.find('.'); dot != std::string::npos) {
    const bool bare = dot + 1 == digits.size() || !is_ascii_digit(digits[dot + 1]);
    if (bare) digits.erase(dot, 1);
  }
  return out + digits;
}

// A number or literal, so that the semicolon behind it stands for a comma and is no text.
bool is_whole(std::string_view token) {
  bool integer = false;
  return json_number(token, integer) || token == "true" || token == "false" || token == "null";
}

}  // namespace

bool Scanner::number_from(std::string_view token, Json& value) {
  bool integer = false;
  std::string other;
  if (token.empty() || token.size() > kMaxScalar) return false;
  if (!is_ascii_digit(token[0]) && token[0] != '-' && token[0] != '+' && token[0] != '.')
    return false;
  std::string_view form = token;
  if (!json_number(token, integer)) {
    other = usual_form(token);
    if (!json_number(other, integer)) return false;
    note(RepairKind::kNumberForm);
    form = other;
  }
  const char* begin = form.data();
  const char* end = form.data() + form.size();
  if (integer) {
    std::int64_t number = 0;
    if (std::from_chars(begin, end, number).ec == std::errc()) return value = number, true;
    std::uint64_t natural = 0;
    if (std::from_chars(begin, end, natural).ec == std::errc()) return value = natural, true;
  } else {
    double number = 0;
    const auto read = std::from_chars(begin, end, number);
    if (read.ec == std::errc() && std::isfinite(number)) return value = number, true;
  }
  note(RepairKind::kBigNumber);
  value = to_utf8(token);
  return true;
}

bool Scanner::literal_from(std::string_view token, Json& value) {
  if (token == "true") return value = true, true;
  if (token == "false") return value = false, true;
  if (token == "null") return value = nullptr, true;
  const std::string lower = ascii_lower(token);
  if (lower == "true" || lower == "false" || lower == "null" || token == "None" ||
      token == "undefined") {
    note(RepairKind::kLiteral);
    if (lower == "true") {
      value = true;
    } else if (lower == "false") {
      value = false;
    } else {
      value = nullptr;
    }
    return true;
  }
  std::string_view name = token;
  if (name.starts_with('-') || name.starts_with('+')) name.remove_prefix(1);
  if (name == "NaN" || name == "Infinity" || name == "nan" || name == "inf" || name == "Inf") {
    note(RepairKind::kNotFinite);
    value = std::string(token);
    return true;
  }
  return false;
}

// {"score": 8,5}: after a comma in an object stands a key, so digits before the next comma or
// bracket can only be a decimal part. Gives the end of the whole number.
std::size_t Scanner::past_decimal_comma(Inside inside, std::size_t end) const {
  if (inside != Inside::kObject || end >= text_.size() || text_[end] != ',') return end;
  const std::string_view before = text_.substr(at_, end - at_);
  if (before.empty() || !std::ranges::all_of(before, is_ascii_digit)) return end;
  std::size_t digits = end + 1;
  while (digits < text_.size() && digits - end < 8 && is_ascii_digit(text_[digits])) ++digits;
  if (digits == end + 1) return end;
  std::size_t next = digits;
  while (next < text_.size() && next - digits < 64 && is_ascii_space(text_[next])) ++next;
  const char mark = mark_at(text_, next).ascii;
  return mark == ',' || mark == '}' || mark == ']' ? digits : end;
}

Scanner::Scalar Scanner::read_scalar(Inside inside, Json& value) {
  // A bare word ends where nothing but a mark, a line end or a comment can come.
  std::size_t end = at_;
  bool stopped = false;
  while (end < text_.size() && end - at_ <= kMaxScalar) {
    const char next = text_[end];
    const char mark = mark_at(text_, end).ascii;
    if (mark == ',' || mark == '}' || mark == ']' || next == '\n' ||
        (end > at_ && is_ascii_space(text_[end - 1]) &&
         (starts_with_at(text_, end, "//") || starts_with_at(text_, end, "/*") || next == '#'))) {
      stopped = true;
      break;
    }
    if (mark != 0 || next == '"' || next == '\'' || next == '`' || next == '=') break;
    if (next == ';' && is_whole(text_.substr(at_, end - at_))) break;
    ++end;
  }
  end = past_decimal_comma(inside, end);
  const std::string_view token = trim_wide(text_.substr(at_, end - at_));
  looked_ahead_ += end - at_;
  if (token.empty()) return Scalar::kNone;
  std::size_t word = 0;
  while (word < token.size() && space_at(token, word) == 0) ++word;
  if (end >= text_.size()) {
    // The end of the text. A literal is whole; a number may have been longer and the rest is not
    // known to be whole.
    if (!literal_from(token, value)) return Scalar::kCut;
    at_ = end;
    return Scalar::kDone;
  }
  if (literal_from(token, value) || number_from(token, value)) {
    at_ = end;
    return Scalar::kDone;
  }
  // A number or literal and then something else: a missing comma, which the parser sees.
  const std::string_view first = token.substr(0, word);
  if (!stopped) {
    if (!literal_from(first, value) && !number_from(first, value)) return Scalar::kNone;
    at_ += word;
    return Scalar::kDone;
  }
  // In a list, only what begins like a number is taken as it stands: [text](link) is no list.
  if (inside == Inside::kArray && number_character_at(token, 0).length == 0) return Scalar::kNone;
  note(RepairKind::kBareWord);
  value = to_utf8(token);
  at_ = end;
  return Scalar::kDone;
}

}  // namespace fm
