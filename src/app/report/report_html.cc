#include "app/report/report_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/html.h"
#include "base/text.h"

namespace fm {
namespace {

bool is_space(char character) {
  return character == ' ' || character == '\n' || character == '\t' || character == '\r';
}

std::string folded_spaces(std::string_view text) {
  std::string out;
  for (const char character : trim(text)) {
    if (!is_space(character)) {
      out += character;
    } else if (!out.ends_with(' ')) {
      out += ' ';
    }
  }
  return out;
}

}  // namespace

std::string escaped(std::string_view text) { return html_escaped(clean(text).text); }

std::string one_line(std::string_view text, std::size_t bytes) {
  // Cutting first keeps a huge title from being cleaned each time it is named.
  const std::string line = folded_spaces(clean(cut_bytes(text, bytes * 4)).text);
  const std::string_view head = cut_bytes(line, bytes);
  std::string out;
  append_html(out, trim(head));
  if (head.size() < line.size()) out += "…";
  return out;
}

std::string isolated(std::string_view text, std::size_t bytes) {
  return "<bdi>" + one_line(text, bytes) + "</bdi>";
}

std::string paragraphs(std::string_view text) {
  const std::string cleaned = clean(text).text;
  std::string out;
  bool open = false;
  for (const std::string_view line : split_lines(cleaned)) {
    if (trim(line).empty()) {
      if (open) out += "</p>\n";
      open = false;
      continue;
    }
    out += open ? "<br>\n" : "<p dir=\"auto\">";
    append_html(out, line);
    open = true;
  }
  if (open) out += "</p>\n";
  return out;
}

std::string score_text(int hundredths, int digits) {
  std::string text = decimal_text(hundredths);
  if (!text.contains('.')) text += '.';
  const std::size_t point = text.find('.');
  text.resize(std::max(text.size(), point + 1 + static_cast<std::size_t>(digits)), '0');
  return text;
}

std::string decimal_text(int hundredths) {
  const int size = std::abs(hundredths);
  std::string text = fmt::format("{}{}.{:02}", hundredths < 0 ? "-" : "", size / 100, size % 100);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string time_html(UtcMs at) {
  return fmt::format("<time datetime=\"{}\">{}</time>", to_rfc3339(at), to_local_time(at));
}

}  // namespace fm
