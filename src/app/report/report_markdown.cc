#include "app/report/report_markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>
#include <vector>

#include "app/report/report_html.h"
#include "app/report/report_json.h"
#include "base/html.h"
#include "base/json.h"
#include "base/text.h"
#include "base/utf8.h"
#include "team/text/markdown_events.h"

namespace fm {
namespace {

constexpr std::size_t kLongest = 512UL * 1024;  // bytes of one text; more is shown as it is
constexpr std::size_t kGrowth = 12;             // times its own length that a text may come to
constexpr int kDeepest = 10;                    // blocks within blocks that get elements

// The text of an entity; the numeric ones could hide what clean() removes.
std::string entity_text(std::string_view entity) {
  if (!entity.starts_with("&#")) return std::string(entity);
  std::string_view digits = entity.substr(2, entity.size() - 3);
  const bool hexadecimal = digits.starts_with('x') || digits.starts_with('X');
  if (hexadecimal) digits.remove_prefix(1);
  std::uint32_t code = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), code, hexadecimal ? 16 : 10);
  std::string text;
  append_utf8(text, code);
  return escaped(text);
}

// A link that can be followed from a saved page without running anything; else empty. A browser
// would read an entity in it again ("javascript&colon;").
std::string safe_link(const MarkdownDetail& detail) {
  if (detail.entities) return {};
  const std::string& link = detail.value;
  const auto is_kind = [&](std::string_view kind) {
    return link.size() > kind.size() &&
           std::ranges::equal(link.substr(0, kind.size()), kind, [](char a, char b) {
             return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b;
           });
  };
  if (!is_kind("http://") && !is_kind("https://") && !is_kind("mailto:")) return {};
  if (std::ranges::any_of(link, [](char c) { return c == ' ' || c == '\n' || c == '\t'; }))
    return {};
  return link;
}

struct Tags {
  std::string_view open;
  std::string_view close;
};

// The elements that a block or span always gets, in the order of their enums; what depends on the
// author's text (an item, a code block, a link) is empty here and written by Writer.
constexpr Tags kBlockTags[] = {
    {"", ""},                             // DOC
    {"<blockquote>", "</blockquote>\n"},  // QUOTE
    {"<ul>", "</ul>\n"},                  // UL
    {"", "</ol>\n"},                      // OL
    {"", "</li>\n"},                      // LI
    {"<hr>\n", ""},                       // HR
    {"", ""},                             // H
    {"", ""},                             // CODE
    {"", ""},                             // HTML, which is never told
    {"<p>", "</p>\n"},                    // P
    // A wide table scrolls by itself, and by keyboard, instead of widening the page.
    {"<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"Table\"><table>",
     "</table></div>\n"},             // TABLE
    {"<thead>", "</thead>"},          // THEAD
    {"<tbody>", "</tbody>"},          // TBODY
    {"<tr>", "</tr>\n"},              // TR
    {"<th scope=\"col\">", "</th>"},  // TH
    {"<td>", "</td>"},                // TD
};
constexpr Tags kSpanTags[] = {
    {"<em>", "</em>"},                                   // EM
    {"<strong>", "</strong>"},                           // STRONG
    {"", ""},                                            // A
    {"<span class=\"picture\">[picture: ", "]</span>"},  // IMG
    {"<code>", "</code>"},                               // CODE
    {"<del>", "</del>"},                                 // DEL
};
static_assert(std::size(kBlockTags) == static_cast<std::size_t>(MarkdownBlock::kCell) + 1 &&
              std::size(kSpanTags) == static_cast<std::size_t>(MarkdownSpan::kDeleted) + 1);

const Tags& tags_of(MarkdownBlock block) { return kBlockTags[static_cast<std::size_t>(block)]; }
const Tags& tags_of(MarkdownSpan span) { return kSpanTags[static_cast<std::size_t>(span)]; }

class Writer final : public MarkdownReader {
 public:
  Writer(int heading_level, std::size_t limit) : heading_level_(heading_level), limit_(limit) {}

  bool enter(MarkdownBlock block, const MarkdownDetail& detail) override {
    if (++depth_ > kDeepest) return within_limit();
    out_ += tags_of(block).open;
    if (block == MarkdownBlock::kNumberedList)
      out_ += fmt::format("<ol start=\"{}\">", detail.start);
    if (block == MarkdownBlock::kItem) enter_item(detail.task);
    if (block == MarkdownBlock::kHeading) out_ += fmt::format("<h{}>", heading_level_);
    if (block == MarkdownBlock::kCode) enter_code(detail.value);
    return within_limit();
  }

  bool leave(MarkdownBlock block) override {
    if (depth_-- > kDeepest) return within_limit();
    if (block == MarkdownBlock::kHeading) out_ += fmt::format("</h{}>\n", heading_level_);
    if (block == MarkdownBlock::kCode) leave_code();
    out_ += tags_of(block).close;
    return within_limit();
  }

  bool enter(MarkdownSpan span, const MarkdownDetail& detail) override {
    if (span == MarkdownSpan::kLink) enter_link(detail);
    out_ += tags_of(span).open;
    return within_limit();
  }

  bool leave(MarkdownSpan span) override {
    if (span == MarkdownSpan::kLink) leave_link();
    out_ += tags_of(span).close;
    return within_limit();
  }

  bool text(MarkdownText kind, std::string_view text) override {
    if (in_json_) {
      json_ += text;
    } else if (kind == MarkdownText::kBreak) {
      out_ += "<br>\n";
    } else if (kind == MarkdownText::kSoftBreak) {
      out_ += '\n';
    } else if (kind == MarkdownText::kEntity) {
      out_ += entity_text(text);
    } else {
      append_html(out_, text);
    }
    return within_limit();
  }

  std::string take() { return std::move(out_); }

 private:
  bool within_limit() const { return out_.size() <= limit_; }

  void enter_item(char task) {
    if (task == '\0') {
      out_ += "<li>";
      return;
    }
    out_ += task != ' ' ? "<li class=\"task\">☑ " : "<li class=\"task\">☐ ";
  }

  void enter_link(const MarkdownDetail& detail) {
    const std::string link = safe_link(detail);
    links_.push_back(!link.empty());
    if (link.empty()) return;
    out_ += "<a rel=\"noopener noreferrer nofollow\" href=\"";
    append_html(out_, link);
    out_ += "\">";
  }

  void leave_link() {
    if (links_.back()) out_ += "</a>";
    links_.pop_back();
  }

  void enter_code(std::string_view language) {
    in_json_ = language == "json";
    if (!in_json_) out_ += "<pre><code>";
  }

  void leave_code() {
    if (!std::exchange(in_json_, false)) {
      out_ += "</code></pre>\n";
      return;
    }
    if (const Result<Json> value = parse_json(json_); value.has_value()) {
      append_json_html(out_, *value);
    } else {
      out_ += "<pre><code>";
      append_html(out_, json_);
      out_ += "</code></pre>\n";
    }
    json_.clear();
  }

  std::string out_;
  std::string json_;
  std::vector<bool> links_;  // whether each open link got its element
  int heading_level_;
  std::size_t limit_;
  int depth_ = 0;
  bool in_json_ = false;
};

std::string as_it_is(std::string_view clean_text) {
  std::string out = "<pre><code>";
  append_html(out, clean_text);
  return out + "</code></pre>\n";
}

}  // namespace

std::string markdown_html(std::string_view markdown, int heading_level) {
  const std::string text = clean(markdown).text;
  if (text.size() > kLongest) return as_it_is(text);

  const std::string_view bare = trim(text);
  if (bare.starts_with('{') || bare.starts_with('[')) {
    if (const Result<Json> value = parse_json(bare); value.has_value()) {
      std::string out;
      append_json_html(out, *value);
      return out;
    }
  }

  Writer writer(heading_level, text.size() * kGrowth + 4096);
  if (!read_markdown(text, MarkdownMarks::kRich, writer)) return as_it_is(text);
  return writer.take();
}

std::string markdown_excerpt(std::string_view markdown, std::size_t bytes) {
  // Enough to leave `bytes` after the marks are gone; an excerpt need not read the whole.
  const std::string text = clean(cut_bytes(markdown, bytes * 4)).text;
  std::string words;
  for (std::string_view line : split_lines(text)) {
    line = trim(line);
    const bool is_data = line.starts_with("```") || line.starts_with('{') || line.starts_with('[');
    if (is_data && !words.empty()) break;
    if (line.starts_with("```") || line.starts_with("|-") || line.starts_with("| -")) continue;
    while (line.starts_with('>')) line = trim(line.substr(1));
    for (const char character : line) {
      if (character == '|') words += ' ';
      if (!std::string_view("*`~#|").contains(character)) words += character;
    }
    words += ' ';
  }
  return one_line(words, bytes);
}

}  // namespace fm
