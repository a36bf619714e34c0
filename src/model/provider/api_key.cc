#include "model/provider/api_key.h"

#include <algorithm>

#include "base/text.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kBearer = "bearer ";
constexpr std::string_view kExport = "export ";

bool is_quoted(std::string_view text) {
  if (text.size() < 2) return false;
  if (text.front() == '<' && text.back() == '>') return true;
  return text.front() == text.back() &&
         (text.front() == '"' || text.front() == '\'' || text.front() == '`');
}

// A line of a shell or of a .env file that was copied whole: OPENAI_API_KEY=...
std::size_t variable_before(std::string_view text) {
  const std::size_t at = text.find('=');
  if (at == text.npos || at == 0) return 0;
  const std::string_view name = text.substr(0, at);
  const bool is_name = name.contains('_') && std::ranges::all_of(name, [](char c) {
                         return (c >= 'A' && c <= 'Z') || is_ascii_digit(c) || c == '_';
                       });
  return is_name ? at + 1 : 0;
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
    if (text.starts_with(kExport)) text.remove_prefix(kExport.size());
    text.remove_prefix(variable_before(text));
    for (const std::string_view end : {"\\n", "\\r"})
      if (text.ends_with(end)) text.remove_suffix(end.size());
  }
  const bool is_plain =
      std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7F && c != '\\'; });
  if (is_plain) return std::string(text);
  return fail("model_key_invalid", "The key cannot be sent as it is.",
              "A key is one word of plain letters, digits and signs, without spaces, line breaks "
              "or characters of other scripts.",
              "Put the key alone into it, nothing before or after.");
}

}  // namespace fm
