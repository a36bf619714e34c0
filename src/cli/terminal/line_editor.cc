#include "cli/terminal/line_editor.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace fm::cli {
namespace {

constexpr char kEscape = '\x1b';
constexpr std::string_view kSearch = "search ";
constexpr std::string_view kPasteBegins = "\x1b[200~";
constexpr std::string_view kPasteEnds = "\x1b[201~";

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::size_t length_of(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

// The length of the escape sequence at `at`, or 0 when it is not all there yet.
std::size_t sequence_length(std::string_view bytes, std::size_t at) {
  if (at + 1 >= bytes.size()) return 0;
  if (bytes[at + 1] == 'O') return at + 2 < bytes.size() ? 3 : 0;
  if (bytes[at + 1] != '[') return 2;
  for (std::size_t end = at + 2; end < bytes.size(); ++end)
    if (bytes[end] >= 0x40 && bytes[end] <= 0x7E) return end + 1 - at;
  return 0;
}

std::string_view as_space(char c) {
  return c == '\n' || c == '\t' ? std::string_view(" ") : std::string_view();
}

std::string on_one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (const auto space = as_space(c); !space.empty()) {
      out += space;
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

void LineEditor::assist(const std::vector<std::string>& history, Complete complete) {
  walk_.emplace(history);
  complete_ = std::move(complete);
}

void LineEditor::show(const std::optional<std::string>& line) {
  if (!line) return;
  text_ = *line;
  cursor_ = text_.size();
}

// A key of a search: its words, an older find, or one character less. Any other key ends it.
bool LineEditor::search_key(std::string_view key) {
  if (!walk_ || !walk_->is_searching()) return false;
  const bool erases = key == "\x7f" || key == "\b";
  if (!erases && static_cast<unsigned char>(key.front()) < 0x20) {
    if (key == "\x12") return false;  // the next one
    walk_->end_search();
    return false;
  }
  show(erases ? walk_->widen() : walk_->narrow(key));
  return true;
}

// The last word becomes what all that fits begins with; where nothing is gained, it is a choice.
void LineEditor::complete() {
  if (!complete_ || cursor_ != text_.size()) return;
  const std::vector<std::string> fits = complete_(text_);
  if (fits.empty()) return;
  const std::size_t space = text_.find_last_of(" \t\n");
  const std::size_t begin = space == text_.npos ? 0 : space + 1;
  std::string common = fits.front();
  for (const std::string& one : fits) {
    std::size_t same = 0;
    while (same < std::min(common.size(), one.size()) && common[same] == one[same]) ++same;
    common.resize(same);
  }
  if (fits.size() > 1 && common.size() <= text_.size() - begin) {
    choices_ = fits;
    return;
  }
  text_.resize(begin);
  cursor_ = begin;
  insert(common + (fits.size() == 1 ? " " : ""));
}

void LineEditor::feed(std::string_view more, const std::function<void(std::string)>& entered) {
  pending_ += more;
  const std::string bytes = std::exchange(pending_, {});
  std::size_t at = 0;
  while (at < bytes.size()) {
    const char c = bytes[at];
    if (c == kEscape) {
      if (!escape(bytes, at)) break;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      if (pasting_ || !search_key(std::string_view(&c, 1))) control(c, entered);
      ++at;
    } else {
      const std::size_t length = length_of(c);
      if (at + length > bytes.size()) break;
      const std::string_view character = std::string_view(bytes).substr(at, length);
      if (!search_key(character)) insert(character);
      at += length;
    }
  }
  // What never becomes a whole sequence must not swallow the keys that follow.
  if (bytes.size() - at <= 32) pending_ = bytes.substr(at);
}

bool LineEditor::escape(std::string_view bytes, std::size_t& at) {
  const std::size_t length = sequence_length(bytes, at);
  if (length == 0) return false;
  const std::string_view sequence = bytes.substr(at, length);
  at += length;
  if (walk_) walk_->end_search();
  if (walk_ && (sequence == "\x1b[A" || sequence == "\x1bOA")) show(walk_->older(text_));
  if (walk_ && (sequence == "\x1b[B" || sequence == "\x1bOB")) show(walk_->newer());
  if (sequence == kPasteBegins) pasting_ = true;
  if (sequence == kPasteEnds) pasting_ = false;
  if (sequence == "\x1b[D" || sequence == "\x1bOD") cursor_ = before(cursor_);
  if (sequence == "\x1b[C" || sequence == "\x1bOC") cursor_ = after(cursor_);
  if (sequence == "\x1b[H" || sequence == "\x1bOH" || sequence == "\x1b[1~") cursor_ = 0;
  if (sequence == "\x1b[F" || sequence == "\x1bOF" || sequence == "\x1b[4~") cursor_ = text_.size();
  if (sequence == "\x1b[3~") erase(cursor_, after(cursor_));
  return true;
}

void LineEditor::control(char c, const std::function<void(std::string)>& entered) {
  switch (c) {
    case '\r':
    case '\n':
      if (pasting_) {
        insert("\n");
      } else {
        cursor_ = 0;
        if (walk_) walk_->reset();
        entered(std::exchange(text_, {}));
      }
      break;
    case '\t':
      if (pasting_) {
        insert("\t");
      } else {
        complete();
      }
      break;
    case 0x08:
    case 0x7F:
      erase(before(cursor_), cursor_);
      break;
    case 0x01:
      cursor_ = 0;
      break;  // Ctrl-A
    case 0x02:
      cursor_ = before(cursor_);
      break;  // Ctrl-B
    case 0x04:
      finished_ = finished_ || (text_.empty() && !pasting_);
      erase(cursor_, after(cursor_));
      break;  // Ctrl-D
    case 0x05:
      cursor_ = text_.size();
      break;  // Ctrl-E
    case 0x06:
      cursor_ = after(cursor_);
      break;  // Ctrl-F
    case 0x0B:
      erase(cursor_, text_.size());
      break;  // Ctrl-K
    case 0x0E:
      if (walk_) show(walk_->newer());
      break;  // Ctrl-N
    case 0x10:
      if (walk_) show(walk_->older(text_));
      break;  // Ctrl-P
    case 0x12:
      if (walk_) show(walk_->search(text_));
      break;  // Ctrl-R
    case 0x15:
      erase(0, cursor_);
      break;  // Ctrl-U
    case 0x17:
      erase(word_before(cursor_), cursor_);
      break;  // Ctrl-W
    default:
      break;
  }
}

void LineEditor::insert(std::string_view text) {
  if (text_.size() + text.size() > kLongest) return;
  text_.insert(cursor_, text);
  cursor_ += text.size();
}

void LineEditor::erase(std::size_t from, std::size_t to) {
  text_.erase(from, to - from);
  cursor_ = from;
}

// Past the character and the marks on it, so that an accent goes with its letter.
std::size_t LineEditor::after(std::size_t at) const {
  if (at >= text_.size()) return text_.size();
  do {
    at += length_of(text_[at]);
  } while (at < text_.size() &&
           width(std::string_view(text_).substr(at, length_of(text_[at]))) == 0);
  return std::min(at, text_.size());
}

std::size_t LineEditor::before(std::size_t at) const {
  if (at == 0) return 0;
  do {
    do {
      --at;
    } while (at > 0 && continues(text_[at]));
  } while (at > 0 && width(std::string_view(text_).substr(at, length_of(text_[at]))) == 0);
  return at;
}

std::size_t LineEditor::word_before(std::size_t at) const {
  while (at > 0 && text_[at - 1] == ' ') --at;
  while (at > 0 && text_[at - 1] != ' ') --at;
  return at;
}

std::string LineEditor::shown() const {
  std::string text = on_one_line(text_);
  if (!walk_ || !walk_->is_searching()) return text;
  return std::string(kSearch) + walk_->query() + ": " + text;
}

std::size_t LineEditor::cursor_columns() const {
  if (walk_ && walk_->is_searching()) return width(kSearch) + width(walk_->query());
  return width(on_one_line(std::string_view(text_).substr(0, cursor_)));
}

}  // namespace fm::cli
