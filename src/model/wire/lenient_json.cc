#include "model/wire/lenient_json.h"

#include <charconv>
#include <string>

#include "base/text.h"

namespace fm {
namespace {

// The code of the escape \uXXXX at `at`, or -1.
int escape_at(std::string_view text, std::size_t at) {
  if (text.size() < at + 6 || text.substr(at, 2) != "\\u") return -1;
  int code = -1;
  const char* end = text.data() + at + 6;
  const auto read = std::from_chars(text.data() + at + 2, end, code, 16);
  return read.ptr == end ? code : -1;
}

bool is_high(int code) { return code >= 0xD800 && code <= 0xDBFF; }
bool is_low(int code) { return code >= 0xDC00 && code <= 0xDFFF; }

std::string without_lone_surrogates(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const int code = escape_at(text, at);
    if (is_high(code) && is_low(escape_at(text, at + 6))) {
      result += text.substr(at, 12);
      at += 12;
    } else if (is_high(code) || is_low(code)) {
      result += "\\uFFFD";
      at += 6;
    } else {
      const std::size_t length = text[at] == '\\' ? 2 : 1;  // an escaped backslash is passed whole
      result += text.substr(at, length);
      at += length;
    }
  }
  return result;
}

}  // namespace

Result<Json> parse_lenient_json(std::string_view text) {
  auto strict = parse_json(text);
  if (strict) return strict;
  if (is_utf8(text) && text.find("\\u") == std::string_view::npos) return strict;
  return parse_json(without_lone_surrogates(to_utf8(text)));
}

}  // namespace fm
