#include "tool/tool_result.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/figures.h"
#include "base/text.h"
#include "base/utf8.h"

namespace fm {
namespace {

// The first and the last lines of a text, two thirds and one third of the limits.
struct Ends {
  std::string_view head;
  std::string_view tail;
};

std::string_view first_lines(std::string_view text, std::size_t bytes, std::size_t lines) {
  std::size_t end = 0;
  for (std::size_t line = 0; line < lines && end < text.size(); ++line) {
    const std::size_t next = std::min(text.find('\n', end), text.size() - 1) + 1;
    if (next > bytes) break;
    end = next;
  }
  return end != 0 ? text.substr(0, end) : cut_bytes(text, bytes);
}

std::string_view last_lines(std::string_view text, std::size_t bytes, std::size_t lines) {
  std::size_t begin = text.size();
  for (std::size_t line = 0; line < lines && begin > 0; ++line) {
    const std::size_t before = begin < 2 ? text.npos : text.rfind('\n', begin - 2);
    const std::size_t next = before == text.npos ? 0 : before + 1;
    if (text.size() - next > bytes) break;
    begin = next;
  }
  if (begin != text.size() || text.empty()) return text.substr(begin);
  std::size_t at = text.size() - std::min(bytes, text.size());
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
  return text.substr(at);
}

Ends ends_of(std::string_view text) {
  const auto head = first_lines(text, kResultBytes * 2 / 3, kResultLines * 2 / 3);
  return {.head = head,
          .tail = last_lines(text.substr(head.size()), kResultBytes / 3, kResultLines / 3)};
}

}  // namespace

std::string amount_text(std::size_t amount, std::string_view one, std::string_view many) {
  return thousands(static_cast<std::int64_t>(amount)) + " " + std::string(amount == 1 ? one : many);
}

std::string shown_name(std::string_view name) {
  std::string shown;
  while (!name.empty()) {
    const Decoded next = decode_utf8(name);
    const auto byte = static_cast<unsigned char>(name.front());
    if (next.valid && byte == '\n') {
      shown += "\\n";
    } else if (next.valid && byte >= 0x20 && byte != 0x7F &&
               !(next.length == 2 && next.code < 0xA0)) {
      // What hides or turns round its neighbours is no part of a name that can be read.
      const Cleaned seen = clean(name.substr(0, next.length));
      shown += seen.removed != 0 ? fmt::format("\\u{{{:x}}}", static_cast<unsigned>(next.code))
                                 : seen.text;
    } else {
      for (const char each : name.substr(0, next.length))
        shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(each));
    }
    name.remove_prefix(next.length);
  }
  return shown;
}

ToolResult tool_result(std::string text, std::string summary, const Redactor& redactor) {
  ToolResult result;
  result.ok = true;
  result.summary = redactor.redact(summary);
  if (!is_utf8(text)) text = to_utf8(text);
  text = redactor.redact(text);
  const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  if (text.size() <= kResultBytes && lines <= kResultLines) {
    result.text = std::move(text);
    return result;
  }
  const Ends ends = ends_of(text);
  const std::size_t left = text.size() - ends.head.size() - ends.tail.size();
  result.text = fmt::format("{}{}[... {} bytes are left out here ...]\n{}", ends.head,
                            ends.head.ends_with('\n') ? "" : "\n",
                            thousands(static_cast<std::int64_t>(left)), ends.tail);
  text.resize(cut_bytes(text, kWholeBytes).size());
  result.whole = std::move(text);
  return result;
}

ToolResult tool_failure(const Error& error, std::string_view tool, const Redactor& redactor) {
  std::string text = fmt::format("error: {}\n{}", error.code, error.message);
  if (!error.cause.empty()) text += "\n" + error.cause;
  if (!error.cure.empty()) text += "\n" + error.cure;
  ToolResult result = tool_result(
      std::move(text), fmt::format("{}: {}", tool, fit(shown_name(error.message), 160)), redactor);
  result.ok = false;
  result.code = error.code;
  return result;
}

}  // namespace fm
