// Laying text out in columns: width, fit, wrap, cut.
#include <algorithm>

#include "base/grapheme.h"
#include "base/text.h"

namespace fm {
namespace {

constexpr std::string_view kEllipsis = "…";
constexpr std::size_t kTab = 4;

std::string expand_tabs(std::string_view line) {
  std::string out;
  std::size_t column = 0;
  for (std::size_t at = 0; at < line.size();) {
    const Grapheme next = first_grapheme(line.substr(at));
    if (line[at] == '\t') {
      const std::size_t spaces = kTab - column % kTab;
      out.append(spaces, ' ');
      column += spaces;
    } else {
      out += line.substr(at, next.bytes);
      column += next.columns;
    }
    at += next.bytes;
  }
  return out;
}

// Fills the lines of one paragraph.
class Wrapper {
 public:
  Wrapper(std::vector<std::string>& lines, std::size_t columns)
      : lines_(lines), columns_(columns) {}

  void run(std::string_view paragraph) {
    const std::size_t spaces = std::min(paragraph.find_first_not_of(' '), paragraph.size());
    // A deeper indentation would leave so little room that words are cut into letters.
    indent_ = std::min(spaces, columns_ / 2);
    begin_line();
    for (std::size_t at = spaces; at < paragraph.size();) {
      const std::size_t word_end = std::min(paragraph.find(' ', at), paragraph.size());
      add_word(paragraph.substr(at, word_end - at));
      at = std::min(paragraph.find_first_not_of(' ', word_end), paragraph.size());
      gap_ = at - word_end;
    }
    if (is_line_empty()) line_.clear();
    lines_.push_back(std::move(line_));
  }

 private:
  bool is_line_empty() const { return line_.size() == indent_; }

  void begin_line() {
    line_.assign(indent_, ' ');
    used_ = indent_;
    gap_ = 0;
  }

  void end_line() {
    lines_.push_back(std::move(line_));
    begin_line();
  }

  void add_word(std::string_view word) {
    const std::size_t columns = width(word);
    if (used_ + gap_ + columns <= columns_) {
      line_.append(gap_, ' ');
      line_ += word;
      used_ += gap_ + columns;
      return;
    }
    if (!is_line_empty()) end_line();
    add_in_parts(word);
  }

  void add_in_parts(std::string_view word) {
    while (!word.empty()) {
      const Grapheme next = first_grapheme(word);
      if (used_ + next.columns > columns_ && !is_line_empty()) end_line();
      line_ += word.substr(0, next.bytes);
      used_ += next.columns;
      word.remove_prefix(next.bytes);
    }
  }

  std::vector<std::string>& lines_;
  std::size_t columns_;
  std::size_t indent_ = 0;
  std::string line_;
  std::size_t used_ = 0;  // columns of line_
  std::size_t gap_ = 0;   // spaces before the next word, written only if it comes on this line
};

}  // namespace

std::size_t width(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const Grapheme next = first_grapheme(text);
    columns += next.columns;
    text.remove_prefix(next.bytes);
  }
  return columns;
}

std::string fit(std::string_view text, std::size_t columns) {
  std::size_t used = 0;
  std::size_t room = 0;  // bytes that leave a column for the ellipsis
  for (std::size_t at = 0; at < text.size();) {
    const Grapheme next = first_grapheme(text.substr(at));
    at += next.bytes;
    used += next.columns;
    if (used > columns) {
      std::string cut(text.substr(0, room));
      return columns == 0 ? cut : cut.append(kEllipsis);
    }
    if (used < columns) room = at;
  }
  return std::string(text);
}

std::vector<std::string> wrap(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  for (const std::string_view line : split_lines(text)) {
    Wrapper(lines, std::max<std::size_t>(columns, 1)).run(expand_tabs(line));
  }
  return lines;
}

std::string_view cut_bytes(std::string_view text, std::size_t bytes) {
  std::size_t end = 0;
  while (end < text.size()) {
    const std::size_t next = first_grapheme(text.substr(end)).bytes;
    if (end + next > bytes) break;
    end += next;
  }
  return text.substr(0, end);
}

}  // namespace fm
