#include "app/report/report_markdown.h"

#include <fmt/format.h>
#include <md4c.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <iterator>
#include <utility>
#include <vector>

#include "app/report/report_html.h"
#include "app/report/report_json.h"
#include "base/html.h"
#include "base/json.h"
#include "base/text.h"
#include "base/utf8.h"

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

// An attribute's plain text. An entity other than &amp; makes it useless for a link: a browser
// would read it again ("javascript&colon;").
std::string plain(const MD_ATTRIBUTE& attribute) {
  std::string text;
  for (std::size_t i = 0; attribute.text != nullptr && attribute.substr_offsets[i] < attribute.size;
       ++i) {
    const MD_OFFSET from = attribute.substr_offsets[i];
    const std::string_view part(attribute.text + from, attribute.substr_offsets[i + 1] - from);
    if (attribute.substr_types[i] != MD_TEXT_ENTITY) {
      text += part;
    } else if (part == "&amp;") {
      text += '&';
    } else {
      return {};
    }
  }
  return text;
}

// A link that can be followed from a saved page without running anything; else empty.
std::string safe_link(const MD_ATTRIBUTE& attribute) {
  std::string link = plain(attribute);
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

// The elements that a block or span always gets, in the order of md4c's enums; what depends on the
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
    {"", ""},                             // HTML: refused by MD_FLAG_NOHTML
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
static_assert(std::size(kBlockTags) == MD_BLOCK_TD + 1 && std::size(kSpanTags) == MD_SPAN_DEL + 1);

// Receives md4c's events and writes. A step gives 1 to stop the parse.
class Writer {
 public:
  Writer(int heading_level, std::size_t limit) : heading_level_(heading_level), limit_(limit) {}

  int enter_block(MD_BLOCKTYPE type, const void* detail) {
    if (++depth_ > kDeepest) return within_limit();
    out_ += kBlockTags[type].open;
    if (type == MD_BLOCK_OL)
      out_ +=
          fmt::format("<ol start=\"{}\">", static_cast<const MD_BLOCK_OL_DETAIL*>(detail)->start);
    if (type == MD_BLOCK_LI) enter_item(*static_cast<const MD_BLOCK_LI_DETAIL*>(detail));
    if (type == MD_BLOCK_H) out_ += fmt::format("<h{}>", heading_level_);
    if (type == MD_BLOCK_CODE) enter_code(*static_cast<const MD_BLOCK_CODE_DETAIL*>(detail));
    return within_limit();
  }

  int leave_block(MD_BLOCKTYPE type) {
    if (depth_-- > kDeepest) return within_limit();
    if (type == MD_BLOCK_H) out_ += fmt::format("</h{}>\n", heading_level_);
    if (type == MD_BLOCK_CODE) leave_code();
    out_ += kBlockTags[type].close;
    return within_limit();
  }

  int enter_span(MD_SPANTYPE type, const void* detail) {
    if (type == MD_SPAN_A) enter_link(static_cast<const MD_SPAN_A_DETAIL*>(detail)->href);
    out_ += kSpanTags[type].open;
    return within_limit();
  }

  int leave_span(MD_SPANTYPE type) {
    if (type == MD_SPAN_A) leave_link();
    out_ += kSpanTags[type].close;
    return within_limit();
  }

  int text(MD_TEXTTYPE type, std::string_view text) {
    if (in_json_) {
      json_ += text;
    } else if (type == MD_TEXT_BR) {
      out_ += "<br>\n";
    } else if (type == MD_TEXT_SOFTBR) {
      out_ += '\n';
    } else if (type == MD_TEXT_ENTITY) {
      out_ += entity_text(text);
    } else if (type != MD_TEXT_NULLCHAR) {
      append_html(out_, text);
    }
    return within_limit();
  }

  std::string take() { return std::move(out_); }

 private:
  int within_limit() const { return out_.size() > limit_ ? 1 : 0; }

  void enter_item(const MD_BLOCK_LI_DETAIL& item) {
    if (!item.is_task) {
      out_ += "<li>";
      return;
    }
    const bool done = item.task_mark != ' ';
    out_ += done ? "<li class=\"task\">☑ " : "<li class=\"task\">☐ ";
  }

  void enter_link(const MD_ATTRIBUTE& href) {
    const std::string link = safe_link(href);
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

  void enter_code(const MD_BLOCK_CODE_DETAIL& code) {
    in_json_ = plain(code.lang) == "json";
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

// Runs a step of the writer for md4c, which is C: no exception may pass through it.
template <class Step>
int guarded(void* writer, Step step) noexcept {
  try {
    return step(*static_cast<Writer*>(writer));
  } catch (const std::exception&) {
    return 1;
  }
}

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

  MD_PARSER parser{};
  parser.flags = MD_FLAG_NOHTML | MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS |
                 MD_FLAG_PERMISSIVEURLAUTOLINKS;
  parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* writer) {
    return guarded(writer, [&](Writer& to) { return to.enter_block(type, detail); });
  };
  parser.leave_block = [](MD_BLOCKTYPE type, void*, void* writer) {
    return guarded(writer, [&](Writer& to) { return to.leave_block(type); });
  };
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* writer) {
    return guarded(writer, [&](Writer& to) { return to.enter_span(type, detail); });
  };
  parser.leave_span = [](MD_SPANTYPE type, void*, void* writer) {
    return guarded(writer, [&](Writer& to) { return to.leave_span(type); });
  };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* part, MD_SIZE size, void* writer) {
    return guarded(writer, [&](Writer& to) { return to.text(type, {part, size}); });
  };

  Writer writer(heading_level, text.size() * kGrowth + 4096);
  if (md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, &writer) != 0)
    return as_it_is(text);
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
