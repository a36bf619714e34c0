#include "cli/text/markdown_spans.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "team/text/markdown_events.h"

namespace fm::cli {
namespace {

constexpr std::string_view kMarks = "*_`";
// Any of these may be a mark; a line without them is shown as it is.
constexpr std::string_view kMayMean = "*_`\\&<[";

std::string_view entity_text(std::string_view entity) {
  // The numbers are those that markdown_text.h writes.
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kKnown = {
      {{"&amp;", "&"},
       {"&lt;", "<"},
       {"&gt;", ">"},
       {"&quot;", "\""},
       {"&nbsp;", " "},
       {"&#33;", "!"},
       {"&#96;", "`"}}};
  const auto known =
      std::ranges::find(kKnown, entity, &std::pair<std::string_view, std::string_view>::first);
  return known == kKnown.end() ? entity : known->second;
}

// A line that begins with this is a paragraph, whatever follows: "2. x" or "# x" inside an item is
// text here. It counts as punctuation, so marks after it open as at the beginning of a line.
constexpr std::string_view kBegin = ".";

class Spans final : public MarkdownReader {
 public:
  explicit Spans(TextStyle base) : base_(base) {}

  bool enter(MarkdownBlock, const MarkdownDetail&) override { return true; }
  bool leave(MarkdownBlock) override { return true; }

  bool enter(MarkdownSpan span, const MarkdownDetail& detail) override {
    ++open(span);
    if (span == MarkdownSpan::kLink) {
      link_ = detail;
      label_ = Line();
    } else if (span == MarkdownSpan::kPicture) {
      picture_ = detail;
      add("![");
    }
    return true;
  }

  bool leave(MarkdownSpan span) override {
    --open(span);
    if (span == MarkdownSpan::kLink && open(span) == 0) {
      const Line label = std::exchange(label_, Line());
      const std::string words = plain(label);
      const bool bare = words == link_.value || "mailto:" + words == link_.value;
      if (!bare) line_.add("[", style());
      for (const fm::cli::Span& part : label.spans) line_.add(part.text, part.style);
      if (!bare) line_.add("](" + target(link_) + ")", style());
    } else if (span == MarkdownSpan::kPicture) {
      add("](" + target(picture_) + ")");
    }
    return true;
  }

  bool text(MarkdownText kind, std::string_view text) override {
    if (!std::exchange(begun_, true)) text.remove_prefix(std::min(kBegin.size(), text.size()));
    if (kind == MarkdownText::kEntity) {
      add(entity_text(text));
    } else {
      add(kind == MarkdownText::kPlain ? text : " ");
    }
    return true;
  }

  Line take() { return std::move(line_); }

 private:
  int& open(MarkdownSpan span) { return open_[static_cast<std::size_t>(span)]; }

  static std::string target(const MarkdownDetail& detail) {
    return detail.title.empty() ? detail.value : detail.value + " \"" + detail.title + "\"";
  }

  TextStyle style() {
    TextStyle style = base_;
    style.bold = style.bold || open(MarkdownSpan::kStrong) > 0;
    style.italic = style.italic || open(MarkdownSpan::kEmphasis) > 0;
    style.dim = style.dim || open(MarkdownSpan::kCode) > 0;
    return style;
  }

  void add(std::string_view text) {
    (open(MarkdownSpan::kLink) > 0 ? label_ : line_).add(text, style());
  }

  TextStyle base_;
  Line line_;
  Line label_;  // of the link that is open
  MarkdownDetail link_;
  MarkdownDetail picture_;
  std::array<int, 6> open_{};
  bool begun_ = false;
};

Line read_spans(std::string_view text, TextStyle base) {
  if (text.find_first_of(kMayMean) == std::string_view::npos) return Line(std::string(text), base);
  Spans spans(base);
  if (!read_markdown(std::string(kBegin).append(text), MarkdownMarks::kCommon, spans))
    return Line(std::string(text), base);
  return spans.take();
}

// The ends that a growing line can still get, the shortest first.
constexpr std::array<std::string_view, 11> kEnds = {"",   "`",   "*",   "_",   "**", "__",
                                                    "`*", "***", "`**", "_**", "**_"};

}  // namespace

Line inline_spans(std::string_view text, TextStyle base, Growth growth) {
  if (growth == Growth::kDone) return read_spans(text, base);
  // What stands at the very end may be half a mark.
  const std::size_t last = text.find_last_not_of("*_` ");
  text = text.substr(0, last == std::string_view::npos ? 0 : last + 1);
  Line best;
  std::ptrdiff_t fewest = -1;
  for (const std::string_view end : kEnds) {
    Line line = read_spans(std::string(text).append(end), base);
    std::ptrdiff_t unread = 0;  // marks that are shown, but for those in code
    for (const auto& part : line.spans)
      if (part.style.dim == base.dim)
        unread += std::ranges::count_if(
            part.text, [](char c) { return kMarks.find(c) != std::string_view::npos; });
    if (fewest >= 0 && unread >= fewest) continue;
    fewest = unread;
    best = std::move(line);
    if (fewest == 0) break;
  }
  return best;
}

}  // namespace fm::cli
