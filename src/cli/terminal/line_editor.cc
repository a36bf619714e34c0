#include "cli/terminal/line_editor.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "app/message_limits.h"
#include "base/text.h"

namespace fm::cli {
namespace {

constexpr char kEscape = '\x1b';
constexpr std::string_view kSearch = "search ";
constexpr std::string_view kPasteBegins = "\x1b[200~";
constexpr std::string_view kPasteEnds = "\x1b[201~";

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

std::string on_one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

}  // namespace

void LineEditor::assist(const std::vector<std::string>& history, Complete complete) {
  walk_.emplace(history);
  complete_ = std::move(complete);
}

void LineEditor::show(const std::optional<std::string>& line) {
  if (line) text_.set(*line);
}

void LineEditor::insert(std::string_view text) { refused_ = !text_.insert(text) || refused_; }

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
  if (!complete_ || !text_.is_at_end()) return;
  const std::string_view typed = text_.typed();
  const std::vector<std::string> fits = complete_(typed);
  if (fits.empty()) return;
  const std::size_t space = typed.find_last_of(" \t\n");
  const std::size_t begin = space == typed.npos ? 0 : space + 1;
  std::string common = fits.front();
  for (const std::string& one : fits) {
    std::size_t same = 0;
    while (same < std::min(common.size(), one.size()) && common[same] == one[same]) ++same;
    common.resize(same);
  }
  if (fits.size() > 1 && common.size() <= typed.size() - begin) {
    choices_ = fits;
    return;
  }
  text_.erase_last_word();
  const bool is_whole = fits.size() == 1 && !common.ends_with('/');  // a folder goes on
  insert(common + (is_whole ? " " : ""));
}

void LineEditor::feed(std::string_view bytes, const std::function<void(std::string)>& entered) {
  while (!bytes.empty()) bytes = paste_ ? take_paste(bytes) : take_keys(bytes, entered);
}

// Gives back what is left to be read: what comes after the begin of a paste.
std::string_view LineEditor::take_keys(std::string_view more,
                                       const std::function<void(std::string)>& entered) {
  const std::string bytes = std::exchange(pending_, {}) + std::string(more);
  std::size_t at = 0;
  while (at < bytes.size()) {
    const char c = bytes[at];
    std::size_t length = 1;
    if (c == kEscape) {
      length = sequence_length(bytes, at);
      if (length == 0) break;
      const std::string_view sequence = std::string_view(bytes).substr(at, length);
      if (sequence == kPasteBegins) {
        paste_.emplace();
        return more.substr(more.size() - (bytes.size() - at - length));
      }
      escape(sequence);
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      if (!search_key(std::string_view(&c, 1))) control(c, entered);
    } else {
      length = length_of(c);
      if (at + length > bytes.size()) break;
      const std::string_view character = std::string_view(bytes).substr(at, length);
      if (!search_key(character)) insert(character);
    }
    at += length;
  }
  // What never becomes a whole sequence must not swallow the keys that follow.
  if (bytes.size() - at <= 32) pending_ = bytes.substr(at);
  return {};
}

// Up to the end of the paste. Of one that is too long only its end is looked for.
std::string_view LineEditor::take_paste(std::string_view bytes) {
  std::string& paste = *paste_;
  const std::size_t had = paste.size();
  paste += bytes;
  const std::size_t overlap = std::min(had, kPasteEnds.size() - 1);
  const std::size_t end = paste.find(kPasteEnds, had - overlap);
  if (end == paste.npos) {
    if (paste.size() > kMessageLimit) {
      too_long_ = true;
      paste.erase(0, paste.size() - (kPasteEnds.size() - 1));
    }
    return {};
  }
  const std::size_t rest = paste.size() - end - kPasteEnds.size();
  paste.resize(end);
  pasted(*std::exchange(paste_, std::nullopt));
  return bytes.substr(bytes.size() - rest);
}

void LineEditor::pasted(std::string text) {
  if (walk_) walk_->end_search();
  if (std::exchange(too_long_, false)) {
    refused_ = true;
    return;
  }
  std::string lines;  // as terminals send them: \r for each line end, some \r\n
  lines.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] != '\r') {
      lines += text[i];
    } else if (i + 1 == text.size() || text[i + 1] != '\n') {
      lines += '\n';
    }
  refused_ = !text_.paste(clean(lines).text) || refused_;
}

void LineEditor::escape(std::string_view sequence) {
  if (walk_) walk_->end_search();
  const auto is = [&](std::initializer_list<std::string_view> any) {
    return std::ranges::find(any, sequence) != any.end();
  };
  if (is({"\x1b[A", "\x1bOA"})) up();
  if (is({"\x1b[B", "\x1bOB"})) down();
  if (is({"\x1b[D", "\x1bOD"})) text_.left();
  if (is({"\x1b[C", "\x1bOC"})) text_.right();
  if (is({"\x1b[H", "\x1bOH", "\x1b[1~"})) text_.line_begin();
  if (is({"\x1b[F", "\x1bOF", "\x1b[4~"})) text_.line_end();
  if (is({"\x1b[3~"})) text_.erase_right();
  // Alt-Enter; and Shift-Enter where a terminal tells it apart.
  if (is({"\x1b\r", "\x1b\n", "\x1b[13;2u", "\x1b[27;2;13~"})) insert("\n");
}

void LineEditor::up() {
  if (!text_.up() && walk_) show(walk_->older(text_.whole()));
}

void LineEditor::down() {
  if (!text_.down() && walk_) show(walk_->newer());
}

// A backslash before it is taken for a line that goes on, as in a shell.
void LineEditor::enter(const std::function<void(std::string)>& entered) {
  if (text_.is_at_end() && text_.typed().ends_with('\\')) {
    text_.erase_left();
    return insert("\n");
  }
  if (walk_) walk_->reset();
  entered(text_.take());
}

void LineEditor::control(char c, const std::function<void(std::string)>& entered) {
  switch (c) {
    case '\r':
      return enter(entered);
    case '\n':
      return insert("\n");  // Ctrl-J
    case '\t':
      return complete();
    case 0x08:
    case 0x7F:
      return text_.erase_left();
    case 0x01:
      return text_.line_begin();  // Ctrl-A
    case 0x02:
      return text_.left();  // Ctrl-B
    case 0x04:
      finished_ = finished_ || text_.empty();
      return text_.erase_right();  // Ctrl-D
    case 0x05:
      return text_.line_end();  // Ctrl-E
    case 0x06:
      return text_.right();  // Ctrl-F
    case 0x0B:
      return text_.erase_to_end();  // Ctrl-K
    case 0x0E:
      return down();  // Ctrl-N
    case 0x10:
      return up();  // Ctrl-P
    case 0x12:
      if (walk_) show(walk_->search(text_.whole()));
      break;  // Ctrl-R
    case 0x15:
      return text_.erase_to_begin();  // Ctrl-U
    case 0x17:
      return text_.erase_word();  // Ctrl-W
    default:
      break;
  }
}

std::string LineEditor::shown() const {
  if (paste_) return text_.shown() + "[pasting...]";
  if (!walk_ || !walk_->is_searching()) return text_.shown();
  return std::string(kSearch) + walk_->query() + ": " + on_one_line(text_.shown());
}

std::size_t LineEditor::cursor() const {
  if (walk_ && walk_->is_searching()) return kSearch.size() + walk_->query().size();
  return text_.cursor_in_shown();
}

}  // namespace fm::cli
