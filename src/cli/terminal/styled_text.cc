#include "cli/terminal/styled_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace fm::cli {
namespace {

constexpr std::string_view kReset = "\x1b[0m";

std::string sgr(TextStyle style) {
  std::string codes;
  const auto add = [&codes](int code) {
    if (!codes.empty()) codes += ';';
    codes += std::to_string(code);
  };
  if (style.bold) add(1);
  if (style.dim) add(2);
  if (style.italic) add(3);
  if (style.colour != 0) add(style.colour);
  return "\x1b[" + codes + "m";
}

// What typesetters and models write for what a keyboard has.
constexpr std::array<std::pair<std::string_view, std::string_view>, 18> kInAscii{{
    {"…", "..."},
    {"–", "-"},
    {"—", "-"},
    {"‘", "'"},
    {"’", "'"},
    {"“", "\""},
    {"”", "\""},
    {"„", "\""},
    {"•", "-"},
    {"·", "-"},
    {"→", "->"},
    {"←", "<-"},
    {"⇒", "=>"},
    {"×", "x"},
    {"≥", ">="},
    {"≤", "<="},
    {"−", "-"},
    {"\u00a0", " "},
}};

std::string to_ascii_marks(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto* known = std::ranges::find_if(
        kInAscii, [&](const auto& pair) { return text.substr(at).starts_with(pair.first); });
    if (static_cast<unsigned char>(text[at]) < 0x80 || known == kInAscii.end()) {
      out += text[at++];
    } else {
      out += known->second;
      at += known->first.size();
    }
  }
  return out;
}

}  // namespace

Line& Line::add(std::string_view text, TextStyle style) {
  if (text.empty()) return *this;
  if (!spans.empty() && spans.back().style == style) {
    spans.back().text += text;
  } else {
    spans.push_back({std::string(text), style});
  }
  return *this;
}

std::size_t width(const Line& line) {
  std::size_t columns = 0;
  for (const Span& span : line.spans) columns += fm::width(span.text);
  return columns;
}

std::string plain(const Line& line) {
  std::string out;
  for (const Span& span : line.spans) out += span.text;
  return out;
}

std::string paint(const Line& line, Colours colours) {
  std::string out;
  for (const Span& span : line.spans) {
    TextStyle style = span.style;
    if (colours == Colours::kNone) style.colour = 0;
    if (style == kPlain) {
      out += span.text;
    } else {
      out.append(sgr(style)).append(span.text).append(kReset);
    }
  }
  return out;
}

void append(Lines& lines, Lines more) {
  lines.insert(lines.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
}

Line slice(const Line& line, std::size_t from, std::size_t to) {
  Line out;
  std::size_t start = 0;
  for (const Span& span : line.spans) {
    const std::size_t end = start + span.text.size();
    const std::size_t low = std::max(from, start);
    const std::size_t high = std::min(to, end);
    if (low < high)
      out.add(std::string_view(span.text).substr(low - start, high - low), span.style);
    start = end;
  }
  return out;
}

std::string cut(std::string_view text, std::size_t columns, Charset charset) {
  if (charset == Charset::kUtf8 || fm::width(text) <= columns) return fit(text, columns);
  if (columns < 3) return std::string(columns, '.');
  std::string short_of = fit(text, columns - 2);
  short_of.resize(short_of.size() - std::string_view("…").size());
  return short_of + "...";
}

Line cut(const Line& line, std::size_t columns, Charset charset) {
  if (width(line) <= columns) return line;
  Line out;
  std::size_t used = 0;
  for (const Span& span : line.spans) {
    const std::size_t room = columns - used;
    const std::size_t wide = fm::width(span.text);
    if (wide >= room) {  // whole only if it is the last, and then nothing would have been cut
      out.add(cut(span.text + "…", room, charset), span.style);
      return out;
    }
    out.add(span.text, span.style);
    used += wide;
  }
  return out;
}

Line cut_off(const Line& line, std::size_t columns, Charset charset) {
  const std::size_t ellipsis = charset == Charset::kUtf8 ? 1 : 3;
  const Line whole = cut(line, columns > ellipsis ? columns - ellipsis : columns, charset);
  return whole == line ? Line(line).add(charset == Charset::kUtf8 ? "…" : "...") : whole;
}

std::string column(std::string_view text, std::size_t columns, Charset charset) {
  std::string out = cut(text, columns, charset);
  out.append(columns - std::min(columns, fm::width(out)), ' ');
  return out;
}

std::string column_right(std::string_view text, std::size_t columns, Charset charset) {
  const std::string out = cut(text, columns, charset);
  return std::string(columns - std::min(columns, fm::width(out)), ' ') + out;
}

std::string shown(std::string_view text, Charset charset) {
  std::string out = clean(text).text;
  return charset == Charset::kUtf8 ? out : to_ascii_marks(out);
}

std::string one_line(std::string_view text, Charset charset) {
  std::string out;
  for (const char c : shown(text, charset)) {
    const bool space = c == ' ' || c == '\n' || c == '\t';
    if (!space) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

}  // namespace fm::cli
