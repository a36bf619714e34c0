// An agent's Markdown in sections, however it marks them: headings of any level, underlined ones,
// lines in bold, labels ("Summary: ...") and bold labels of a list.
//
// Which titles are known is the caller's: a label or a line that ends in a colon begins a section
// only under a known title, a heading and a line in bold always do. Code keeps its lines and no
// quotation mark makes one; a table's rows become items that say their columns. Control characters
// go. Pure; linear; what is beyond 256 KiB is left out, since no document of ours is that long.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fm {

enum class ItemKind { kParagraph, kBullet };

struct MarkdownItem {
  ItemKind kind = ItemKind::kParagraph;
  int indent = 0;    // columns in front of it
  std::string text;  // on one line; without the bullet, with all other marks
};

inline constexpr int kBoldLevel = 7;   // of a section that a line in bold or a label begins
inline constexpr int kLabelLevel = 8;  // of one that ends with its paragraph

struct MarkdownSection {
  int level = 0;      // 1 to 6: a heading's; 0: what stands before the first
  std::string title;  // without marks and numbers
  std::vector<MarkdownItem> items;
};

using IsTitle = std::function<bool(std::string_view)>;

// The first has level 0, and may be empty. Reasoning is left out; an answer that stands in a fence
// of its own is taken out of it.
std::vector<MarkdownSection> markdown_sections(std::string_view answer, const IsTitle& is_known);

// Paragraphs apart, bullets as such.
std::string text_of_items(const std::vector<MarkdownItem>& items);

// Without the marks of emphasis and code around it, and without a colon at its end.
std::string bare_title(std::string_view text);

}  // namespace fm
