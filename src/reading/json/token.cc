#include "reading/json/token.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/utf8.h"

namespace fm {
namespace {

constexpr std::size_t kMaxRepairs = 100;
constexpr std::size_t kLookAhead = 256;    // bytes, to tell what a quotation mark means
constexpr std::size_t kMaxBareWord = 200;  // bytes
constexpr char32_t kNoHex = 0xFFFFFFFF;

}  // namespace

// What opens a string and what ends it. `ends` holds the possible closers, apart.
struct Scanner::Quote {
  std::size_t length = 0;
  std::array<std::string_view, 3> ends = {};
  bool plain = false;  // JSON's own
};

Scanner::Quote Scanner::quote_at(std::size_t at) const {
  if (at >= text_.size()) return {};
  const std::string_view rest = text_.substr(at);
  switch (rest[0]) {
    case '"':
      if (rest.starts_with("\"\"\"")) {
        // `""` before a third mark is either three marks or an empty string; three when more text
        // than a separator follows.
        const std::size_t next = 3 + (rest.size() > 3 ? space_at(rest, 3) : 0);
        if (next < rest.size() && mark_at(rest, next).length == 0) return {3, {"\"\"\""}, false};
      }
      return {1, {"\""}, true};
    case '\'':
      if (rest.starts_with("'''")) return {3, {"'''"}, false};
      return {1, {"'"}, false};
    case '`':
      return {1, {"`"}, false};
    case '\xC2':
      if (rest.starts_with("«")) return {2, {"»"}, false};
      return {};
    case '\xE2':
      if (rest.starts_with("“") || rest.starts_with("”") || rest.starts_with("„")) {
        return {3, {"”", "“", "\""}, false};
      }
      if (rest.starts_with("‘") || rest.starts_with("’")) return {3, {"’", "‘", "'"}, false};
      return {};
    case '\xEF':
      if (rest.starts_with("＂")) return {3, {"＂", "\""}, false};
      return {};
    default:
      return {};
  }
}

void Scanner::note(RepairKind kind, std::size_t offset) {
  ++out_.repair_count;
  if (out_.repairs.size() < kMaxRepairs) out_.repairs.push_back({kind, offset});
}

void Scanner::skip_space() {
  before_space_ = at_;
  while (!at_end()) {
    if (const std::size_t length = space_at(text_, at_)) {
      if (length > 1) note(RepairKind::kOddSpace);
      at_ += length;
    } else if (starts_with_at(text_, at_, "//") ||
               (text_[at_] == '#' && (at_ == 0 || is_ascii_space(text_[at_ - 1])))) {
      note(RepairKind::kComment);
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (starts_with_at(text_, at_, "/*")) {
      note(RepairKind::kComment);
      const std::size_t end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    } else if (text_[at_] == '\\' && starts_with_at(text_, at_ + 1, "\n")) {
      note(RepairKind::kBadEscape);
      at_ += 2;
    } else {
      return;
    }
  }
}

bool Scanner::line_break_before() const {
  return text_.substr(before_space_, at_ - before_space_).find('\n') != std::string_view::npos;
}

void Scanner::take(const Mark& mark) {
  if (mark.length > 1) note(RepairKind::kWideMark);
  at_ += mark.length;
}

bool Scanner::take_word(std::string_view word) {
  if (!starts_with_at(text_, at_, word)) return false;
  at_ += word.size();
  return true;
}

bool Scanner::at_quote() const { return quote_at(at_).length != 0; }

std::size_t Scanner::skip_plain_space(std::size_t at) {
  const std::size_t begin = at;
  while (const std::size_t length = space_at(text_, at)) at += length;
  looked_ahead_ += at - begin;
  return at;
}

// Whether a key and its colon stand at `at`; looks a bounded way ahead.
bool Scanner::key_at(std::size_t at) {
  const Quote quote = quote_at(at);
  const std::size_t limit = std::min(text_.size(), at + kLookAhead);
  std::size_t end = at + quote.length;
  if (quote.length != 0) {
    const std::string_view window = text_.substr(0, limit);
    std::size_t close = std::string_view::npos;
    std::size_t length = 0;
    for (const std::string_view mark : quote.ends) {
      if (mark.empty()) continue;
      const std::size_t found = window.find(mark, end);
      if (found < close) close = found, length = mark.size();
    }
    looked_ahead_ += std::min(close, limit) - at;
    if (close == std::string_view::npos) return false;
    end = close + length;
  } else {
    while (end < limit && (is_ascii_letter(text_[end]) || is_ascii_digit(text_[end]) ||
                           text_[end] == '_' || text_[end] == '-' || text_[end] == '$')) {
      ++end;
    }
    looked_ahead_ += end - at;
    if (end == at) return false;
  }
  return mark_at(text_, skip_plain_space(end)).ascii == ':';
}

// Whether what stands at `at`, after a possible closing mark and spaces, can follow a value.
bool Scanner::value_may_end_here(std::size_t at, Inside inside) {
  const std::size_t next = skip_plain_space(at);
  if (next >= text_.size()) return true;
  const Mark mark = mark_at(text_, next);
  if (mark.ascii == '}' || mark.ascii == ']') return true;
  if (starts_with_at(text_, next, "//") || starts_with_at(text_, next, "/*")) return true;
  if (mark.ascii == ',') {
    const std::size_t after = skip_plain_space(next + mark.length);
    if (after >= text_.size()) return true;
    const Mark closer = mark_at(text_, after);
    if (closer.ascii == '}' || closer.ascii == ']') return true;
    if (starts_with_at(text_, after, "//") || starts_with_at(text_, after, "/*")) return true;
    if (inside == Inside::kObject) return key_at(after);
    return closer.ascii == '{' || closer.ascii == '[' || quote_at(after).length != 0 ||
           is_ascii_digit(text_[after]) || text_[after] == '-';
  }
  if (starts_with_at(text_, next, "+")) return quote_at(skip_plain_space(next + 1)).length != 0;
  // A comma may be missing only before a key or, in a list, before another string.
  if (inside == Inside::kObject) return next > at && key_at(next);
  const bool gap = text_.substr(at, next - at).find('\n') != std::string_view::npos;
  return gap && (quote_at(next).length != 0 || mark.ascii == '{');
}

bool Scanner::closes(const Quote& quote, std::size_t after, Inside inside, bool is_key) {
  closed_strings_ = true;
  // A key is a name. A quotation mark inside one is so rare that it is not looked for.
  if (is_key || (rule_ == QuoteRule::kStrict && quote.plain)) return true;
  return value_may_end_here(after, inside);
}

char32_t Scanner::read_hex4(std::size_t at) const {
  if (at + 4 > text_.size()) return kNoHex;
  char32_t code = 0;
  for (const char digit : text_.substr(at, 4)) {
    const char lower = ascii_lower(digit);
    if (is_ascii_digit(lower)) {
      code = code * 16 + static_cast<char32_t>(lower - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      code = code * 16 + static_cast<char32_t>(lower - 'a' + 10);
    } else {
      return kNoHex;
    }
  }
  return code;
}

// At a backslash; the caller made sure that something follows it.
void Scanner::read_escape(std::string& out) {
  const char next = text_[at_ + 1];
  constexpr std::string_view kFrom = "\"\\/bfnrt";
  constexpr std::string_view kTo = "\"\\/\b\f\n\r\t";
  if (const std::size_t found = kFrom.find(next); found != std::string_view::npos) {
    out += kTo[found];
    at_ += 2;
    return;
  }
  if (next == 'u') {
    const char32_t code = read_hex4(at_ + 2);
    if (code != kNoHex) {
      const std::size_t begin = at_;
      at_ += 6;
      if (code < 0xD800 || code > 0xDFFF) return append_utf8(out, code);
      const char32_t low = starts_with_at(text_, at_, "\\u") ? read_hex4(at_ + 2) : kNoHex;
      if (code < 0xDC00 && low >= 0xDC00 && low <= 0xDFFF) {
        at_ += 6;
        return append_utf8(out, 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00));
      }
      note(RepairKind::kLoneSurrogate, begin);
      return append_utf8(out, kReplacement);
    }
  }
  note(RepairKind::kBadEscape);
  // Markdown escapes punctuation (WAIT\_FOR\_USER); a backslash before a letter is a backslash.
  const bool punctuation =
      next > ' ' && next < 0x7F && !is_ascii_letter(next) && !is_ascii_digit(next);
  if (!punctuation) out += '\\';
  if (punctuation) out += next;
  at_ += punctuation ? 2 : 1;
}

// The length of a terminal's control sequence (ESC [ 3 1 m) that begins here; 1 if it is only ESC.
std::size_t Scanner::escape_sequence() const {
  constexpr std::size_t kLongest = 16;
  if (!starts_with_at(text_, at_ + 1, "[")) return 1;
  std::size_t end = at_ + 2;
  while (end < text_.size() && end - at_ < kLongest &&
         (is_ascii_digit(text_[end]) || text_[end] == ';' || text_[end] == '?')) {
    ++end;
  }
  return end < text_.size() && is_ascii_letter(text_[end]) ? end + 1 - at_ : 1;
}

std::optional<std::string> Scanner::read_string(Inside inside, bool is_key) {
  const Quote quote = quote_at(at_);
  if (!quote.plain) note(RepairKind::kOtherQuotes);
  at_ += quote.length;
  std::string out;
  bool valid = true;
  while (!at_end()) {
    const auto byte = static_cast<unsigned char>(text_[at_]);
    if (byte == '\\') {
      if (at_ + 1 >= text_.size()) return std::nullopt;
      read_escape(out);
      continue;
    }
    for (const std::string_view end : quote.ends) {
      if (end.empty() || !text_.substr(at_).starts_with(end)) continue;
      if (quote.length == 3 && quote.ends[0].size() == 3 && end == quote.ends[0] &&
          (end[0] == '"' || end[0] == '\'')) {
        at_ += 3;  // three marks need no look at what follows
        if (!valid) out = to_utf8(out);
        return out;
      }
      if (closes(quote, at_ + end.size(), inside, is_key)) {
        at_ += end.size();
        if (!valid) out = to_utf8(out);
        return out;
      }
      note(RepairKind::kInnerQuote);
      break;
    }
    if (byte < 0x20) {
      // Line ends and tabs are kept as they are meant; other control characters mean nothing.
      if (byte != '\r' || !starts_with_at(text_, at_ + 1, "\n"))
        note(RepairKind::kControlCharacter);
      if (byte == '\n' || byte == '\t') out += text_[at_];
      at_ += byte == 0x1B ? escape_sequence() : 1;
    } else if (byte < 0x80) {
      out += text_[at_++];
    } else {
      const Decoded next = decode_utf8(text_.substr(at_));
      if (!next.valid && valid) note(RepairKind::kBadUtf8);
      valid = valid && next.valid;
      out += text_.substr(at_, next.length);
      at_ += next.length;
    }
  }
  return std::nullopt;
}

std::optional<std::string> Scanner::read_bare_key() {
  std::size_t end = at_;
  while (end < text_.size() && end - at_ < kMaxBareWord) {
    const char next = text_[end];
    const bool part = is_ascii_letter(next) || is_ascii_digit(next) || next == '_' || next == '-' ||
                      next == '$' || next == '.' ||
                      (static_cast<unsigned char>(next) >= 0x80 && space_at(text_, end) == 0 &&
                       mark_at(text_, end).length == 0);
    if (!part) break;
    ++end;
  }
  looked_ahead_ += end - at_;
  if (end == at_ || mark_at(text_, skip_plain_space(end)).ascii != ':') return std::nullopt;
  note(RepairKind::kUnquotedKey);
  std::string key = to_utf8(text_.substr(at_, end - at_));
  at_ = end;
  return key;
}

std::string Scanner::excerpt() const {
  if (at_end()) return "the end of the text";
  std::string_view rest = cut_bytes(text_.substr(at_, 40), 24);
  rest = rest.substr(0, rest.find('\n'));
  return "'" + clean(to_utf8(rest)).text + "'";
}

}  // namespace fm
