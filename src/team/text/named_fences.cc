#include "team/text/named_fences.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.h"
#include "reading/json/chars.h"
#include "team/text/path_words.h"

namespace fm {
namespace {

using Name = std::string_view;
constexpr auto npos = Name::npos;

constexpr auto kKeys =
    std::to_array<Name>({"path", "file", "filename", "filepath", "title", "name", "src"});
constexpr auto kLabels = std::to_array<Name>(
    {"file", "path", "filename", "file name", "filepath", "datei", "fichier", "archivo"});

std::string_view without_marks(std::string_view text) {
  text = trim(text);
  while (!text.empty() && Name("`*_\"'“”").contains(text.front())) text = trim(text.substr(1));
  while (!text.empty() && Name("`*\"'“”").contains(text.back()))
    text = trim(text.substr(0, text.size() - 1));
  return text;
}

// "lib/app.js:" and "index.html (new)": the path without what is said of it.
std::string path_alone(std::string_view text) {
  text = without_marks(text);
  if (text.ends_with(':')) text = without_marks(text.substr(0, text.size() - 1));
  const std::size_t gloss = text.find(" (");
  if (gloss != npos && text.ends_with(')')) text = without_marks(text.substr(0, gloss));
  return looks_like_path(text) ? std::string(text) : std::string();
}

// "File: css/site.css", "path: `x`".
std::string labelled_path(std::string_view text) {
  text = without_marks(text);
  const std::size_t colon = text.find(':');
  if (colon != npos && among(Name(ascii_lower(without_marks(text.substr(0, colon)))), kLabels))
    return path_alone(text.substr(colon + 1));
  return path_alone(text);
}

// The words of an info string, quotation marks kept together.
std::vector<std::string_view> info_words(std::string_view info) {
  std::vector<std::string_view> out;
  std::size_t begin = 0;
  char quote = 0;
  for (std::size_t at = 0; at <= info.size(); ++at) {
    const char character = at < info.size() ? info[at] : ' ';
    if (quote != 0) {
      if (character == quote && at < info.size()) quote = 0;
      if (at < info.size()) continue;
    } else if ((character == '"' || character == '\'') && at > begin && info[at - 1] == '=') {
      quote = character;
      continue;
    }
    if (!is_ascii_space(character) && at < info.size()) continue;
    if (at > begin) out.push_back(info.substr(begin, at - begin));
    begin = at + 1;
  }
  return out;
}

// "path=index.html", "title=\"app/main.py\"", "{.python filename=x.py}": the value of a key of
// ours.
std::string keyed_path(std::string_view word) {
  while (!word.empty() && Name("{.").contains(word.front())) word.remove_prefix(1);
  while (!word.empty() && word.back() == '}') word.remove_suffix(1);
  const std::size_t mark = word.find_first_of("=:");
  if (mark == npos || mark == 0) return {};
  const std::string key = ascii_lower(word.substr(0, mark));
  if (!among(Name(key), kKeys)) return {};
  const std::string_view value = without_marks(word.substr(mark + 1));
  const bool certain = word[mark] == '=' && (key.starts_with("file") || key == "path");
  if (certain && value.size() <= kLongestPath) return std::string(value);
  const bool title = value.contains(' ') && word[mark] == '=';
  // A path in quotation marks may hold spaces; a title that is no path does not count.
  if (title) return value.find_last_of("/.") != npos ? std::string(value) : std::string();
  return looks_like_path(value) || value.contains("..") ? std::string(value) : std::string();
}

struct FenceInfo {
  std::string language;
  std::string path;
};

FenceInfo read_info(std::string_view info) {
  FenceInfo out;
  std::vector<std::string_view> words = info_words(info);
  if (words.empty()) return out;
  if (!looks_like_path(words[0]) && keyed_path(words[0]).empty())
    out.language = ascii_lower(words[0].substr(0, words[0].find_first_of(":{")));
  for (const std::string_view word : words) {
    out.path = keyed_path(word);
    if (!out.path.empty()) return out;
  }
  // "js:lib/app.js"; "C:\x" is a drive.
  const std::size_t colon = words[0].find(':');
  if (colon != npos && colon > 1 && looks_like_path(words[0].substr(colon + 1))) {
    out.path = words[0].substr(colon + 1);
    return out;
  }
  if (looks_like_path(words[0])) {
    out.path = words[0];
    return out;
  }
  std::erase_if(words, [](std::string_view word) { return word.starts_with('{'); });
  if (words.size() == 2) {
    std::string_view word = words[1];
    if (word.starts_with('(') && word.ends_with(')')) word = word.substr(1, word.size() - 2);
    word = without_marks(word);
    if (looks_like_path(word)) out.path = word;
  }
  return out;
}

// "// lib/app.js", "<!-- index.html -->", "index.html": the path, and whether it is a comment.
std::string path_in_first_line(std::string_view line, bool& comment) {
  line = trim(line);
  comment = false;
  if (line.starts_with("#!")) return {};
  for (const auto& [open, close] : std::to_array<std::pair<Name, Name>>({{"//", ""},
                                                                         {"<!--", "-->"},
                                                                         {"/*", "*/"},
                                                                         {"#", ""},
                                                                         {"--", ""},
                                                                         {";", ""},
                                                                         {"%", ""}})) {
    if (!line.starts_with(open)) continue;
    line.remove_prefix(open.size());
    line = trim(line);
    if (!close.empty() && line.ends_with(close)) line.remove_suffix(close.size());
    comment = true;
    break;
  }
  line = trim(line);
  // "main {" is code; "index.html" alone names a file.
  if (line.ends_with(':') && !comment) return {};
  return labelled_path(line);
}

// "`index.html`:", "### app/main.py", "1. **File:** css/site.css", "Here is `index.html`:".
std::string path_in_line_above(std::string_view line) {
  line = trim(line);
  while (!line.empty() && Name("#>-+•").contains(line.front())) line = trim(line.substr(1));
  if (line.starts_with("* ")) line = trim(line.substr(2));
  const std::size_t digits = line.find_first_not_of("0123456789");
  if (digits != npos && digits > 0 && digits < 4 && Name(".)").contains(line[digits]) &&
      digits + 1 < line.size() && line[digits + 1] == ' ')
    line = trim(line.substr(digits + 1));
  if (std::string path = labelled_path(line); !path.empty()) return path;
  std::string_view rest = line;
  while (!rest.empty() && Name("*: ").contains(rest.back())) rest.remove_suffix(1);
  if (rest.size() == line.size()) return {};
  // A sentence that leads to the fence, with one path in backticks.
  std::string found;
  for (std::size_t at = 0; (at = line.find('`', at)) != npos;) {
    const std::size_t end = line.find('`', at + 1);
    if (end == npos) break;
    const std::string_view inside = line.substr(at + 1, end - at - 1);
    if (looks_like_path(inside)) {
      if (!found.empty() && found != inside) return {};
      found = inside;
    }
    at = end + 1;
  }
  return found;
}

struct FenceMark {
  char character = 0;  // 0: none
  std::size_t length = 0;
  std::size_t indent = 0;
  std::string_view info;
};

FenceMark mark_of(std::string_view line) {
  const std::size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
  const std::string_view bare = line.substr(indent);
  if (bare.empty() || (bare.front() != '`' && bare.front() != '~')) return {};
  const std::size_t length = std::min(bare.find_first_not_of(bare.front()), bare.size());
  const std::string_view info = trim(bare.substr(length));
  if (length < 3 || (bare.front() == '`' && info.contains('`'))) return {};
  return {bare.front(), length, indent, info};
}

class FenceReader {
 public:
  void line(std::string_view whole) {
    take_in(whole);
    ++at_;
  }

  std::vector<NamedFence> take() {
    if (open_) end(false);
    return std::move(fences_);
  }

 private:
  void take_in(std::string_view whole) {
    const FenceMark mark = mark_of(whole);
    if (!open_) {
      if (mark.character != 0) return begin(mark);
      if (!trim(whole).empty()) {
        above_ = whole;
        gap_ = 0;
      } else {
        ++gap_;
      }
      return;
    }
    const bool closes =
        mark.character == open_->character && mark.length >= open_->length && mark.info.empty();
    if (closes && depth_ == 0) return end(true);
    // A shorter one inside cannot be taken for the end, and need not have one of its own.
    if (is_markdown_ && mark.character == open_->character && mark.length >= open_->length) {
      if (!mark.info.empty()) ++depth_;
      if (mark.info.empty() && depth_ > 0) --depth_;
    }
    std::size_t strip = 0;
    while (strip < open_->indent && strip < whole.size() && is_ascii_space(whole[strip])) ++strip;
    lines_.push_back(whole.substr(strip));
  }

  void begin(const FenceMark& mark) {
    open_ = mark;
    opens_ = at_;
    info_ = read_info(mark.info);
    depth_ = 0;
    const std::string lower = ascii_lower(info_.path);
    if (info_.path.empty() && gap_ < 2) named_above_ = path_in_line_above(above_);
    is_markdown_ = info_.language == "markdown" || info_.language == "md" ||
                   lower.ends_with(".md") || ascii_lower(named_above_).ends_with(".md");
  }

  void end(bool closed) {
    NamedFence fence{.path = info_.path,
                     .language = info_.language,
                     .text = {},
                     .closed = closed,
                     .opens = opens_,
                     .first = opens_ + 1,
                     .closes = at_};
    std::size_t first = 0;
    bool comment = false;
    if (fence.path.empty() && !lines_.empty()) {
      fence.path = path_in_first_line(lines_.front(), comment);
      // A bare name is no part of the file, nor is a comment where there are none.
      const bool no_comments = fence.path.ends_with(".json") || fence.path.ends_with(".txt") ||
                               fence.path.ends_with(".csv");
      if (!fence.path.empty() && (!comment || no_comments)) first = 1;
    }
    fence.first += first;
    if (fence.path.empty()) fence.path = named_above_;
    for (std::size_t i = first; i < lines_.size(); ++i) {
      fence.text += lines_[i];
      fence.text += '\n';
    }
    fences_.push_back(std::move(fence));
    lines_.clear();
    open_.reset();
    named_above_.clear();
    above_ = {};
    gap_ = 0;
  }

  std::vector<NamedFence> fences_;
  std::size_t at_ = 0;  // the line that is looked at
  std::optional<FenceMark> open_;
  std::size_t opens_ = 0;  // its line
  FenceInfo info_;
  std::vector<std::string_view> lines_;
  std::string named_above_;
  std::string_view above_;  // the last line that is not empty
  int gap_ = 0;             // empty lines since
  int depth_ = 0;
  bool is_markdown_ = false;
};

}  // namespace

std::vector<NamedFence> named_fences(std::string_view text) {
  FenceReader reader;
  for (const std::string_view line : split_lines(text)) reader.line(line);
  return reader.take();
}

}  // namespace fm
