#include "team/text/markdown_sections.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "reading/brief/brief_fields.h"
#include "reading/json/chars.h"
#include "reading/json/find.h"

namespace fm {
namespace {

constexpr std::size_t kLongest = 256 << 10;
constexpr std::size_t kLongestTitle = 120;

bool is_fence_mark(std::string_view line) {
  return line.starts_with("```") || line.starts_with("~~~");
}

// "---", "***", "===".
bool is_rule(std::string_view line) {
  return line.size() >= 3 && line.find_first_not_of(line.substr(0, 1)) == std::string_view::npos &&
         std::string_view("-*_=").contains(line.front());
}

bool is_bold_line(std::string_view line) {
  if (line.size() > kLongestTitle || line.size() < 5 || !line.starts_with("**")) return false;
  if (line.ends_with(':')) line.remove_suffix(1);
  return line.ends_with("**") && line.find("**", 2) == line.size() - 2;
}

int indent_of(std::string_view line) {
  int columns = 0;
  for (const char character : line) {
    if (character != ' ' && character != '\t') break;
    columns += character == '\t' ? 4 : 1;
  }
  return columns;
}

std::vector<std::string> cells_of(std::string_view row) {
  std::vector<std::string> cells(1);
  row = trim(row);
  row.remove_prefix(1);
  if (row.ends_with('|')) row.remove_suffix(1);
  for (const char character : row) {
    if (character == '|') {
      cells.emplace_back();
    } else {
      cells.back() += character;
    }
  }
  for (std::string& cell : cells) cell = trim(cell);
  return cells;
}

// The answer without reasoning, or the one fence that holds all of it.
std::string document_of(std::string_view answer) {
  std::string text = without_reasoning(answer);
  if (text.size() > kLongest) text = std::string(cut_bytes(text, kLongest));
  text = clean(text).text;
  const auto lines = split_lines(trim(text));
  if (lines.size() < 3 || !is_fence_mark(trim(lines.front()))) return text;
  const std::string info = ascii_lower(trim(lines.front()).substr(3));
  const bool markdown = info.empty() || info == "md" || info == "markdown";
  const auto marks =
      std::ranges::count_if(lines, [](std::string_view line) { return is_fence_mark(trim(line)); });
  if (!markdown || marks != 2 || !is_fence_mark(trim(lines.back()))) return text;
  const std::size_t begin = static_cast<std::size_t>(lines[1].data() - text.data());
  const std::size_t end = static_cast<std::size_t>(lines.back().data() - text.data());
  return text.substr(begin, end - begin);
}

class SectionReader {
 public:
  explicit SectionReader(const IsTitle& is_known) : is_known_(is_known), sections_(1) {}

  void line(std::string_view whole) {
    std::string_view line = trim(whole);
    if (is_fence_mark(line)) {
      in_code_ = !in_code_;
      columns_.clear();
      return;
    }
    if (in_code_) return add(whole);
    while (line.starts_with('>')) line = trim(line.substr(1));
    if (line.empty()) return blank();
    if (!line.starts_with('|')) columns_.clear();
    if (is_rule(line)) return rule(line);
    if (line.starts_with('#')) return heading(line);
    if (line.starts_with('|')) return row(line);
    if (is_bold_line(line)) return titled(kBoldLevel, bare_title(line));
    if (!labelled(whole, line)) add(whole);
  }

  std::vector<MarkdownSection> take() { return std::move(sections_); }

 private:
  MarkdownSection& now() { return sections_.back(); }

  // A label's paragraph ends here; what follows belongs to what it stood in.
  void blank() {
    open_ = false;
    if (now().level != kLabelLevel) return;
    const MarkdownSection& outer = sections_[outer_];
    sections_.push_back({outer.level, outer.title, {}});
  }

  void begin(int level, std::string title) {
    if (level != kLabelLevel) outer_ = sections_.size();
    sections_.push_back({level, std::move(title), {}});
    open_ = false;
  }

  void heading(std::string_view line) {
    const std::size_t marks = std::min(line.find_first_not_of('#'), line.size());
    const std::string_view title = trim(line.substr(marks));
    if (marks > 6 || title.empty()) return add(line);
    titled(static_cast<int>(marks), title);
  }

  // "Confidence: HIGH" is a known title and its first words.
  void titled(int level, std::string_view title) {
    const std::string bare = bare_title(title);
    const Labelled parts = is_known_(bare) ? Labelled() : split_label(title);
    if (parts.label.empty() || !is_known_(parts.label)) return begin(level, bare);
    begin(level, bare_title(parts.label));
    now().items.push_back({ItemKind::kParagraph, 0, parts.text});
  }

  // What is underlined is a heading, if it is short.
  void rule(std::string_view line) {
    const bool underlines = (line.front() == '=' || line.front() == '-') && open_ &&
                            now().items.back().kind == ItemKind::kParagraph &&
                            now().items.back().text.size() <= kLongestTitle;
    if (!underlines) return blank();
    const std::string title = std::move(now().items.back().text);
    now().items.pop_back();
    titled(line.front() == '=' ? 1 : 2, title);
  }

  void row(std::string_view line) {
    open_ = false;
    if (line.find_first_not_of("|-: ") == std::string_view::npos) return;
    const std::vector<std::string> cells = cells_of(line);
    if (columns_.empty()) {
      columns_ = cells;
      return;
    }
    std::string text = cells.front();
    for (std::size_t i = 1; i < cells.size(); ++i) {
      if (cells[i].empty()) continue;
      const std::string column = i < columns_.size() ? ascii_lower(columns_[i]) : "";
      if (column.starts_with("source") || column.starts_with("quelle")) {
        text += " (source: " + cells[i] + ")";
        continue;
      }
      text += i == 1 ? ": " : ", ";
      if (cells.size() > 2 && i < columns_.size()) text += columns_[i] + " ";
      text += cells[i];
    }
    if (!text.empty()) now().items.push_back({ItemKind::kBullet, 0, std::move(text)});
  }

  // "Summary: ...", "- **Summary:** ...", "Key findings:".
  bool labelled(std::string_view whole, std::string_view line) {
    const bool bullet = without_list_mark(line) != line;
    if (bullet && (indent_of(whole) > 0 || !line.contains("**"))) return false;
    if (line.ends_with(':') && line.size() <= kLongestTitle) {
      std::string title = bare_title(line);
      if (!is_known_(title)) return false;
      begin(kBoldLevel, std::move(title));
      return true;
    }
    const Labelled parts = split_label(line);
    if (parts.label.empty() || !is_known_(parts.label)) return false;
    begin(kLabelLevel, bare_title(parts.label));
    now().items.push_back({ItemKind::kParagraph, 0, parts.text});
    open_ = true;
    return true;
  }

  void add(std::string_view whole) {
    const std::string_view line = trim(whole);
    if (line.empty()) return;
    const std::string_view text = in_code_ ? line : without_list_mark(line);
    const bool bullet = text != line;
    if (bullet && now().level == kLabelLevel && indent_of(whole) == 0) blank();
    if (!bullet && open_) {
      now().items.back().text.append(" ").append(line);
      return;
    }
    now().items.push_back(
        {bullet ? ItemKind::kBullet : ItemKind::kParagraph, indent_of(whole), std::string(text)});
    open_ = true;
  }

  const IsTitle& is_known_;
  std::vector<MarkdownSection> sections_;
  std::vector<std::string> columns_;  // of the table that is being read
  std::size_t outer_ = 0;             // the section that a label stands in
  bool open_ = false;                 // the last item goes on with the next line
  bool in_code_ = false;
};

}  // namespace

std::vector<MarkdownSection> markdown_sections(std::string_view answer, const IsTitle& is_known) {
  const std::string text = document_of(answer);
  SectionReader reader(is_known);
  for (const std::string_view line : split_lines(text)) reader.line(line);
  return reader.take();
}

std::string text_of_items(const std::vector<MarkdownItem>& items) {
  std::string out;
  const MarkdownItem* before = nullptr;
  for (const MarkdownItem& item : items) {
    const bool bullet = item.kind == ItemKind::kBullet;
    const bool in_list = before != nullptr && bullet && before->kind == ItemKind::kBullet;
    if (before != nullptr) out += in_list ? "\n" : "\n\n";
    out += bullet ? "- " + item.text : item.text;
    before = &item;
  }
  return out;
}

std::string bare_title(std::string_view text) {
  // "C#" is a name; the marks that close a heading stand apart.
  const auto ends_in_name = [](std::string_view title) {
    const std::size_t last = title.find_last_not_of('#');
    return title.back() == '#' && last != std::string_view::npos && title[last] != ' ';
  };
  constexpr std::string_view kMarks = "*_`# ";
  text = without_list_mark(trim(text));
  for (int i = 0; i < 2; ++i) {
    while (!text.empty() && kMarks.contains(text.front())) text.remove_prefix(1);
    while (!text.empty() && kMarks.contains(text.back()) && !ends_in_name(text))
      text.remove_suffix(1);
    if (text.ends_with(':')) text.remove_suffix(1);
    text = trim(text);
  }
  return std::string(without_list_mark(text));
}

}  // namespace fm
