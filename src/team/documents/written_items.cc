#include "team/documents/written_items.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "reading/brief/brief_fields.h"
#include "reading/json/chars.h"
#include "reading/json/names.h"
#include "team/text/markdown_sections.h"

namespace fm {
namespace {

using Name = std::string_view;
constexpr std::size_t kLongestHeading = 80;
constexpr std::size_t kMostItems = 500;

// How long the mark of a fence is that the line begins with; 0: none.
std::size_t fence_length(std::string_view line) {
  if (!line.starts_with("```") && !line.starts_with("~~~")) return 0;
  return std::min(line.find_first_not_of(line.front()), line.size());
}

bool is_rule(std::string_view line) {
  return line.size() >= 3 && line.find_first_not_of("-*_= ") == std::string_view::npos;
}

int indent_of(std::string_view line) {
  int columns = 0;
  for (const char character : line) {
    if (character != ' ' && character != '\t') break;
    columns += character == '\t' ? 4 : 1;
  }
  return columns;
}

// "## Objections", "**Objections**", "Objections:".
bool is_heading(std::string_view line) {
  if (line.starts_with('#')) {
    const std::size_t marks = std::min(line.find_first_not_of('#'), line.size());
    return marks < 7 && marks < line.size() && line[marks] == ' ';
  }
  if (line.size() > kLongestHeading || line.starts_with('|')) return false;
  const bool bold = line.size() > 4 && line.starts_with("**") &&
                    (line.ends_with("**") || line.ends_with("**:")) &&
                    line.find("**", 2) + 3 >= line.size() - 1;
  return bold || line.ends_with(':') || line.ends_with(":**");
}

class ItemReader {
 public:
  void line(std::string_view whole) {
    std::string_view line = trim(whole);
    if (code_) return in_code(whole, line);
    if (fence_length(line) > 0) {
      code_ = true;
      fence_ = line.substr(0, fence_length(line));
      gap_ = false;
      if (!open_) begin(false, 0, {});
      return append("\n", line);
    }
    if (line.empty()) {
      gap_ = true;
      return;
    }
    const bool gap = std::exchange(gap_, false);
    if (is_rule(line)) {
      open_ = false;
      return;
    }
    const std::string_view text = without_list_mark(line);
    const bool bullet = text != line;
    const int indent = indent_of(whole);
    const bool below = open_ && items_.back().bullet && indent > indent_;
    if (below && (bullet || gap)) return append("\n", line);
    if (bullet) {
      begin(true, indent, text);
      if (open_) items_.back().unticked = is_unticked(line);
      return;
    }
    if (!below && is_heading(line)) {
      heading_ = bare_title(line);
      open_ = false;
      return;
    }
    if (open_ && !gap) return append(after_code_ ? "\n" : " ", line);
    begin(false, indent, line);
  }

  std::vector<WrittenItem> take() { return std::move(items_); }

 private:
  void in_code(std::string_view whole, std::string_view line) {
    const bool ends = line.starts_with(fence_) && fence_length(line) == line.size();
    append("\n", ends ? line : whole);
    code_ = !ends;
    after_code_ = !code_;
  }

  void begin(bool bullet, int indent, std::string_view text) {
    after_code_ = false;
    open_ = items_.size() < kMostItems;
    if (!open_) return;
    items_.push_back(
        {.heading = heading_, .bullet = bullet, .unticked = false, .text = std::string(text)});
    indent_ = indent;
  }

  void append(std::string_view between, std::string_view text) {
    after_code_ = false;
    if (!open_) return;
    std::string& all = items_.back().text;
    if (!all.empty()) all += between;
    all += text;
  }

  std::vector<WrittenItem> items_;
  std::string heading_;
  int indent_ = 0;
  bool open_ = false;
  bool gap_ = false;
  bool code_ = false;
  std::string_view fence_;  // the mark that opened it
  bool after_code_ = false;
};

}  // namespace

std::vector<WrittenItem> written_items(std::string_view text) {
  ItemReader reader;
  for (const std::string_view line : split_lines(text)) reader.line(line);
  return reader.take();
}

bool is_unticked(std::string_view line) {
  const std::size_t box = line.find("[ ] ");
  return box != std::string_view::npos &&
         line.substr(0, box).find_first_not_of("-*+•–—0123456789.) \t") == std::string_view::npos;
}

bool says_none(std::string_view text) {
  static constexpr auto kNone = std::to_array<Name>({"no",
                                                     "noobjection",
                                                     "noobjections",
                                                     "noobjectionsatall",
                                                     "nothingtoobject",
                                                     "nothingtoobjectto",
                                                     "noconcerns",
                                                     "nocontradiction",
                                                     "nocontradictions",
                                                     "nonefound",
                                                     "nofaults",
                                                     "noissues",
                                                     "nochanges",
                                                     "nochangesneeded",
                                                     "nothingfound",
                                                     "noquestion",
                                                     "noquestions",
                                                     "nothingtoask",
                                                     "nofurtherquestions",
                                                     "keine",
                                                     "keineeinwände",
                                                     "rien"});
  if (says_nothing(text)) return true;
  if (text.size() > kLongestHeading) return false;
  const std::string key = name_key(text);
  return std::ranges::find(kNone, Name(key)) != kNone.end();
}

}  // namespace fm
