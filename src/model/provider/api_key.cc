#include "model/provider/api_key.h"

#include <algorithm>

#include "base/text.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kBearer = "bearer ";

bool is_quoted(std::string_view text) {
  return text.size() >= 2 && text.front() == text.back() &&
         (text.front() == '"' || text.front() == '\'' || text.front() == '`');
}

}  // namespace

Result<std::string> clean_key(std::string_view text) {
  for (std::string_view before; before != text;) {
    before = text;
    text = trim_wide(text);
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    if (is_quoted(text)) text = text.substr(1, text.size() - 2);
    if (ascii_lower(text.substr(0, kBearer.size())) == kBearer) text.remove_prefix(kBearer.size());
    if (ascii_lower(text) == "bearer") text = {};
  }
  const bool is_plain = std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7F; });
  if (is_plain) return std::string(text);
  return fail("model_key_invalid", "The key cannot be sent as it is.",
              "A key is one word of plain letters, digits and signs, without spaces, line breaks "
              "or characters of other scripts.",
              "Put the key alone into it, nothing before or after.");
}

}  // namespace fm
