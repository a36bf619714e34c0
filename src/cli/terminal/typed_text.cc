#include "cli/terminal/typed_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/message_limits.h"
#include "base/figures.h"
#include "base/grapheme.h"
#include "base/text.h"

namespace fm::cli {
namespace {

// Stands for a long paste. No way into the text lets this control character in.
constexpr char kPaste = '\x1a';

std::string label_of(std::string_view paste) {
  const std::size_t lines = split_lines(paste).size();
  if (lines > 1)
    return fmt::format("[pasted: {} lines]", thousands(static_cast<std::int64_t>(lines)));
  return fmt::format("[pasted: {} bytes]", thousands(static_cast<std::int64_t>(paste.size())));
}

// A terminal obeys these, those of C1 also as the two bytes of UTF-8.
bool is_control(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte == 0xC2 && at + 1 < text.size()) return static_cast<unsigned char>(text[at + 1]) < 0xA0;
  return (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F;
}

std::string without_controls(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_control(text, at))
      out += text[at];
    else if (static_cast<unsigned char>(text[at]) == 0xC2)
      ++at;
  }
  return out;
}

}  // namespace

std::string TypedText::whole() const {
  std::string out;
  out.reserve(text_.size() + pasted_);
  auto paste = pastes_.begin();
  for (const char c : text_)
    if (c == kPaste) {
      out += *paste++;
    } else {
      out += c;
    }
  return out;
}

std::string TypedText::shown_to(std::size_t end) const {
  std::string out;
  auto paste = pastes_.begin();
  for (const char c : std::string_view(text_).substr(0, end))
    if (c == kPaste) {
      out += label_of(*paste++);
    } else {
      out += c == '\t' ? ' ' : c;
    }
  return out;
}

std::string TypedText::shown() const { return shown_to(text_.size()); }

std::size_t TypedText::cursor_in_shown() const { return shown_to(cursor_).size(); }

void TypedText::set(std::string_view text) {
  text_.clear();
  pastes_.clear();
  pasted_ = 0;
  cursor_ = 0;
  const std::string shown = clean(text).text;
  if (!insert(shown)) paste(shown);  // what was typed before may have held a long paste
}

std::string TypedText::take() {
  std::string out = whole();
  set({});
  return out;
}

bool TypedText::insert(std::string_view text) {
  const std::string typed = without_controls(text);
  if (text_.size() + typed.size() > kMostTyped || size() + typed.size() > kMessageLimit)
    return false;
  text_.insert(cursor_, typed);
  cursor_ += typed.size();
  return true;
}

bool TypedText::paste(std::string_view text) {
  const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  if (text.size() <= kShortPaste && lines < kFewLines) return insert(text);
  if (size() + text.size() > kMessageLimit) return false;
  const auto place = std::ranges::count(std::string_view(text_).substr(0, cursor_), kPaste);
  pastes_.insert(pastes_.begin() + place, std::string(text));
  pasted_ += text.size();
  text_.insert(cursor_++, 1, kPaste);
  return true;
}

void TypedText::erase(std::size_t from, std::size_t to) {
  const std::string_view text = text_;
  const auto first = std::ranges::count(text.substr(0, from), kPaste);
  const auto count = std::ranges::count(text.substr(from, to - from), kPaste);
  for (auto i = first; i < first + count; ++i)
    pasted_ -= pastes_[static_cast<std::size_t>(i)].size();
  pastes_.erase(pastes_.begin() + first, pastes_.begin() + first + count);
  text_.erase(from, to - from);
  cursor_ = from;
}

std::size_t TypedText::after(std::size_t at) const {
  if (at >= text_.size()) return text_.size();
  return at + first_grapheme(std::string_view(text_).substr(at)).bytes;
}

std::size_t TypedText::before(std::size_t at) const {
  if (at == 0) return 0;
  std::size_t begin = begin_of_line(at);
  if (begin == at) return at - 1;  // the end of the line before
  while (after(begin) < at) begin = after(begin);
  return begin;
}

std::size_t TypedText::begin_of_line(std::size_t at) const {
  const std::size_t end = at == 0 ? text_.npos : text_.rfind('\n', at - 1);
  return end == text_.npos ? 0 : end + 1;
}

std::size_t TypedText::end_of_line(std::size_t at) const {
  return std::min(text_.find('\n', at), text_.size());
}

std::size_t TypedText::columns(std::size_t from, std::size_t to) const {
  return width(std::string_view(text_).substr(from, to - from));
}

std::size_t TypedText::at_column(std::size_t line, std::size_t wanted) const {
  const std::size_t end = end_of_line(line);
  std::size_t at = line;
  for (std::size_t used = 0; at < end;) {
    const Grapheme next = first_grapheme(std::string_view(text_).substr(at));
    used += next.columns;
    if (used > wanted) break;
    at += next.bytes;
  }
  return at;
}

bool TypedText::up() {
  const std::size_t line = begin_of_line(cursor_);
  if (line == 0) return false;
  cursor_ = at_column(begin_of_line(line - 1), columns(line, cursor_));
  return true;
}

bool TypedText::down() {
  const std::size_t end = end_of_line(cursor_);
  if (end == text_.size()) return false;
  cursor_ = at_column(end + 1, columns(begin_of_line(cursor_), cursor_));
  return true;
}

void TypedText::erase_word() {
  std::size_t at = cursor_;
  const auto is_space = [&] { return text_[at - 1] == ' ' || text_[at - 1] == '\n'; };
  while (at > 0 && is_space()) --at;
  while (at > 0 && !is_space()) --at;
  erase(at, cursor_);
}

void TypedText::erase_to_begin() {
  const std::size_t line = begin_of_line(cursor_);
  erase(line == cursor_ ? before(cursor_) : line, cursor_);
}

void TypedText::erase_to_end() {
  const std::size_t end = end_of_line(cursor_);
  erase(cursor_, end == cursor_ ? after(cursor_) : end);
}

void TypedText::erase_last_word() {
  const std::size_t space = text_.find_last_of(" \t\n");
  erase(space == text_.npos ? 0 : space + 1, text_.size());
}

}  // namespace fm::cli
