#include "tool/web/page_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "base/text.h"
#include "base/utf8.h"
#include "net/url.h"

namespace fm {
namespace {

constexpr auto kBlocks = std::to_array<std::string_view>(
    {"p",          "div",     "br", "li", "tr",    "h1",      "h2",     "h3",     "h4",
     "h5",         "h6",      "ul", "ol", "table", "section", "header", "footer", "pre",
     "blockquote", "article", "dt", "dd", "nav",   "main",    "form",   "hr"});
constexpr auto kHidden =
    std::to_array<std::string_view>({"script", "style", "noscript", "template", "svg", "iframe"});

struct Entity {
  std::string_view name;
  char32_t code;
};
constexpr auto kEntities = std::to_array<Entity>({{"amp", '&'},
                                                  {"lt", '<'},
                                                  {"gt", '>'},
                                                  {"quot", '"'},
                                                  {"apos", '\''},
                                                  {"nbsp", ' '},
                                                  {"ndash", 0x2013},
                                                  {"mdash", 0x2014},
                                                  {"hellip", 0x2026},
                                                  {"copy", 0xA9}});

// The character of "&...;" at `at`, which is moved behind it; the & itself where it is none.
void append_entity(std::string& out, std::string_view text, std::size_t& at) {
  constexpr std::size_t kLongest = 12;
  const std::size_t end = text.substr(at, kLongest).find(';');
  const std::string_view name =
      end == text.npos ? std::string_view() : text.substr(at + 1, end - 1);
  if (name.starts_with('#')) {
    const bool is_hex = name.starts_with("#x") || name.starts_with("#X");
    const std::string_view digits = name.substr(is_hex ? 2 : 1);
    std::uint32_t code = 0;
    const auto read =
        std::from_chars(digits.data(), digits.data() + digits.size(), code, is_hex ? 16 : 10);
    if (read.ec == std::errc() && read.ptr == digits.data() + digits.size()) {
      append_utf8(out, code);
      at += end + 1;
      return;
    }
  }
  const auto known = std::ranges::find(kEntities, name, &Entity::name);
  if (known != kEntities.end()) {
    append_utf8(out, known->code);
    at += end + 1;
    return;
  }
  out += '&';
  ++at;
}

// href="..." of an <a ...>; empty: it has none, or leads to a place of the same page.
std::string_view link_of(std::string_view tag) {
  const std::size_t at = tag.find("href=");
  if (at == tag.npos || at + 6 >= tag.size()) return {};
  const char quote = tag[at + 5];
  if (quote != '"' && quote != '\'') return {};
  const std::string_view rest = tag.substr(at + 6);
  const std::string_view link = rest.substr(0, rest.find(quote));
  return link.starts_with("http://") || link.starts_with("https://") ? link : std::string_view();
}

class Reader {
 public:
  explicit Reader(std::string_view html) : html_(html) {}

  PageText read() {
    while (at_ < html_.size()) {
      const char c = html_[at_];
      if (c == '<' && is_tag()) {
        tag();
      } else if (c == '&') {
        std::string one;
        append_entity(one, html_, at_);
        add(one);
      } else {
        add(html_.substr(at_++, 1));
      }
    }
    std::string text = clean(to_utf8(text_)).text;
    return {.title = std::string(trim(clean(to_utf8(title_)).text)), .text = std::move(text)};
  }

 private:
  bool is_tag() const {
    const char next = at_ + 1 < html_.size() ? html_[at_ + 1] : ' ';
    return next == '/' || next == '!' || next == '?' || (next >= 'a' && next <= 'z') ||
           (next >= 'A' && next <= 'Z');
  }

  void tag() {
    if (html_.substr(at_).starts_with("<!--")) return pass("-->");
    const std::size_t close = std::min(html_.find('>', at_), html_.size());
    const std::string_view whole = html_.substr(at_ + 1, close - at_ - 1);
    const bool is_end = whole.starts_with('/');
    const std::string_view inside = whole.substr(is_end ? 1 : 0);
    const std::string name =
        lower_ascii(inside.substr(0, std::min(inside.find_first_of(" \t\r\n/"), inside.size())));
    at_ = std::min(close + 1, html_.size());
    if (name == "title") in_title_ = !is_end && title_.empty();
    if (!is_end && among(name, kHidden)) return pass_element(name);
    if (among(name, kBlocks)) new_line();
    if (!is_end && name == "li") text_ += "- ";
    if (name == "a" && !is_end) link_ = link_of(whole);
    if (name == "a" && is_end && !link_.empty()) {
      text_ += " (" + std::string(link_) + ")";
      link_ = {};
    }
  }

  void pass(std::string_view end) {
    const std::size_t found = html_.find(end, at_);
    at_ = found == html_.npos ? html_.size() : found + end.size();
  }

  void pass_element(std::string_view name) {
    for (;;) {
      const std::size_t end = html_.find("</", at_);
      if (end == html_.npos) return void(at_ = html_.size());
      at_ = end + 2;
      if (lower_ascii(html_.substr(at_, name.size())) == name) return pass(">");
    }
  }

  void new_line() {
    while (text_.ends_with(' ')) text_.pop_back();
    if (!text_.empty() && !text_.ends_with("\n\n")) text_ += '\n';
  }

  void add(std::string_view piece) {
    if (in_title_) {
      title_ += piece;
      return;
    }
    const bool is_space = piece == " " || piece == "\n" || piece == "\t" || piece == "\r";
    if (!is_space) {
      text_ += piece;
    } else if (!text_.empty() && !text_.ends_with(' ') && !text_.ends_with('\n')) {
      text_ += ' ';
    }
  }

  std::string_view html_;
  std::size_t at_ = 0;
  std::string title_, text_;
  std::string_view link_;
  bool in_title_ = false;
};

}  // namespace

PageText page_text(std::string_view html) { return Reader(html).read(); }

}  // namespace fm
