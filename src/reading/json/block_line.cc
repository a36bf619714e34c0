#include "reading/json/block_line.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "reading/json/chars.h"
#include "reading/json/names.h"

namespace fm {
namespace {

bool is_key(std::string_view key) {
  const bool letters = !key.empty() && std::ranges::all_of(key, [](char character) {
    return is_ascii_letter(character) || character == '_' || character == ' ' || character == '-' ||
           character == '\\';
  });
  return letters && std::ranges::count(key, ' ') <= 2;
}

// The colon or equals sign that ends a key: its place and length. 0 length when there is none.
std::pair<std::size_t, std::size_t> colon_in(std::string_view text) {
  const std::size_t limit = std::min(text.size(), kLongestFieldKey);
  for (std::size_t at = 0; at < limit; ++at) {
    const Mark mark = mark_at(text, at);
    if (mark.ascii == ':') return {at, mark.length};
    if (text[at] == '=') return {at, 1};
  }
  return {0, 0};
}

std::string_view key_before(std::string_view line, std::size_t colon) {
  return strip_marks(line.substr(0, colon), "*`\"'");
}

// Spaces of any script and these marks, at the begin.
std::string_view without_lead(std::string_view text, std::string_view marks) {
  while (!text.empty()) {
    const std::size_t space = space_at(text, 0);
    if (space == 0 && marks.find(text.front()) == std::string_view::npos) break;
    text.remove_prefix(std::max<std::size_t>(space, 1));
  }
  return text;
}

// "✅ TASK_COMPLETE": signs that are no words.
std::string_view without_signs(std::string_view text) {
  constexpr std::size_t kLongest = 24;
  std::size_t end = 0;
  while (end < text.size() && end <= kLongest && static_cast<unsigned char>(text[end]) >= 0x80)
    ++end;
  if (end == 0 || end > kLongest || !name_words(text.substr(0, end)).empty()) return text;
  return text.substr(end);
}

// <key>value</key>
void read_tagged(std::string_view line, FieldLine& out) {
  const std::size_t end = line.substr(0, kLongestFieldKey + 1).find('>');
  if (end == std::string_view::npos) return;
  const std::string_view name = line.substr(1, end - 1);
  const std::string close = "</" + std::string(name) + ">";
  if (!is_key(name) || !line.ends_with(close) || line.size() < end + 1 + close.size()) return;
  out.key = squash(name);
  out.value = plain_line(line.substr(end + 1, line.size() - end - 1 - close.size()));
}

void read_row(std::string_view line, FieldLine& out) {
  const std::string_view inner = strip_marks(line, "|");
  const std::size_t bar = inner.find('|');
  if (bar == std::string_view::npos) return;
  out.key = squash(inner.substr(0, std::min(bar, kLongestFieldKey)));
  out.value = plain_line(strip_marks(inner.substr(bar + 1), "*"));
}

}  // namespace

std::string plain_line(std::string_view line) {
  return std::string(trim_wide(clean(trim_wide(line)).text));
}

std::string_view strip_marks(std::string_view text, std::string_view marks) {
  text = trim_wide(text);
  while (!text.empty() && marks.find(text.front()) != std::string_view::npos) text.remove_prefix(1);
  while (!text.empty() && marks.find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  return trim_wide(text);
}

std::size_t bullet_length(std::string_view line) {
  std::size_t end = 0;
  for (const std::string_view mark : {"-", "*", "+", "•", "–", "—", "‣", "◦"}) {
    if (line.starts_with(mark)) end = mark.size();
  }
  if (end == 0) {
    while (end < line.size() && end < 3 && is_ascii_digit(line[end])) ++end;
    const bool letter = end == 0 && line.size() > 1 && is_ascii_letter(line[0]) && line[1] == ')';
    if (letter) end = 1;
    if (end == 0 || end >= line.size() || (line[end] != '.' && line[end] != ')')) return 0;
    ++end;
  }
  if (end >= line.size() || (line[end] != ' ' && line[end] != '\t')) return 0;
  while (end < line.size() && (line[end] == ' ' || line[end] == '\t')) ++end;
  for (const std::string_view box : {"[ ] ", "[x] ", "[X] "}) {
    if (starts_with_at(line, end, box)) return end + box.size();
  }
  return end;
}

namespace {

// A time in brackets or none, as chats put it before a name.
std::size_t time_length(std::string_view line) {
  const bool in_brackets = line.starts_with('[');
  std::size_t end = line.find_first_not_of("0123456789:.", in_brackets ? 1 : 0);
  if (end == line.npos || end < 4 || !line.substr(0, end).contains(':')) return 0;
  if (in_brackets && line[end] != ']') return 0;
  end = line.find_first_not_of(" ", in_brackets ? end + 1 : end);
  return end == line.npos ? 0 : end;
}

// A name as it may stand before a colon: one to three words.
bool is_name(std::string_view name) {
  const bool plain = !name.empty() && std::ranges::all_of(name, [](char character) {
    return is_ascii_letter(character) || is_ascii_digit(character) || character == ' ' ||
           character == '_' || character == '-' || character == '.' ||
           static_cast<unsigned char>(character) >= 0x80;
  });
  return plain && std::ranges::count(name, ' ') <= 2;
}

// "Coder (agent)": what stands in brackets behind a name says who that is.
std::string_view without_role(std::string_view name) {
  const std::size_t role = name.ends_with(')') ? name.rfind(" (") : name.npos;
  return name.substr(0, role);
}

}  // namespace

std::size_t speaker_length(std::string_view line) {
  const std::size_t time = time_length(line);
  const std::string_view text = line.substr(time, kLongestFieldKey + 24);
  const auto past = [&](std::size_t end) {  // and the spaces and marks that follow
    const std::size_t next = text.find_first_not_of(" *_:,", end);
    return next == text.npos ? 0 : time + next;
  };
  for (const std::string_view pair : {"[]", "<>"}) {
    const std::size_t close = text.starts_with(pair[0]) ? text.find(pair[1]) : text.npos;
    if (close == text.npos || close < 2) continue;
    std::string_view name = text.substr(1, close - 1);
    name = name.substr(0, name.find(" ->"));
    if (is_name(name)) return past(close + 1);
  }
  std::size_t begin = std::min(text.find_first_not_of("*_"), text.size());
  const bool mentions = text.substr(begin).starts_with('@');
  if (mentions) ++begin;
  const std::size_t end = text.find_first_of(mentions ? ":, >" : ":>*", begin);
  if (end == text.npos || end == begin || !is_name(without_role(text.substr(begin, end - begin))))
    return 0;
  const std::string_view rest = text.substr(end);
  if (!mentions && !rest.substr(0, 4).contains(':') && !rest.starts_with('>')) return 0;
  return past(rest.starts_with('>') ? end + 1 : end);
}

bool begins_field(std::string_view text) {
  text = text.substr(0, kLongestFieldKey + 4);
  const auto [colon, length] = colon_in(text);
  return length != 0 && is_key(key_before(text, colon));
}

std::optional<std::string> marker_rest(std::string_view line, std::string_view marker) {
  constexpr std::string_view kAround = "#*`[]<>=~_ \t-";
  std::string_view text = trim_wide(line);
  text.remove_prefix(bullet_length(text));
  text = without_lead(without_signs(without_lead(text, kAround)), kAround);
  std::size_t at = 0;
  std::string seen;
  while (at < text.size() && seen.size() < marker.size()) {
    const char character = text[at];
    if (is_ascii_letter(character)) {
      seen += ascii_lower(character);
    } else if (character != '_' && character != ' ' && character != '-' && character != '\\') {
      return std::nullopt;
    }
    ++at;
  }
  if (seen != marker) return std::nullopt;
  const std::string_view rest = without_lead(text.substr(at), kAround);
  if (rest.empty()) return std::string();
  const Mark mark = mark_at(rest, 0);
  if (mark.ascii != ':') return std::nullopt;
  return plain_line(strip_marks(rest.substr(mark.length), "*`[]<>="));
}

FieldLine read_field_line(std::string_view raw) {
  FieldLine out;
  while (out.indent < raw.size() && (raw[out.indent] == ' ' || raw[out.indent] == '\t'))
    ++out.indent;
  std::string_view line = trim_wide(raw);
  const std::size_t mark = bullet_length(line);
  if (mark != 0) {
    const bool numbered = is_ascii_digit(line[0]) || is_ascii_letter(line[0]);
    out.bullet = numbered ? '1' : '-';
  }
  line = trim_wide(line.substr(mark));
  out.text = plain_line(line);
  // `key: value`: all of it as code.
  if (line.size() > 2 && line.starts_with('`') && line.find('`', 1) == line.size() - 1) {
    line = trim_wide(line.substr(1, line.size() - 2));
  }
  if (line.starts_with('|')) return read_row(line, out), out;
  if (line.starts_with('<')) read_tagged(line, out);
  if (!out.key.empty()) return out;
  const auto [colon, length] = colon_in(line);
  if (length == 0) return out;
  const std::string_view key = key_before(line, colon);
  if (!is_key(key)) return out;
  out.key = squash(key);
  std::string_view value = trim_wide(line.substr(colon + length));
  if (value.starts_with("**") && line.starts_with("**")) value = value.substr(2);  // **Key:** value
  out.value = plain_line(value);
  return out;
}

}  // namespace fm
