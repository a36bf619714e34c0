// The points of an answer as they were written: list items with what stands below them, paragraphs,
// and the heading that they stand under. Unlike markdown_sections.h it takes no marks away but
// those of lists: for texts that are passed on word for word.
//
// A fence belongs to the point that it stands in. Pure; linear.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fm {

struct WrittenItem {
  std::string heading;  // without marks; a short line that ends with a colon is one, too
  bool bullet = false;
  bool unticked = false;  // "- [ ] payments"
  std::string text;       // lines that were only wrapped are one
};

// `text` clean and without reasoning.
std::vector<WrittenItem> written_items(std::string_view text);

// A line of a list with an empty box: "- [ ] payments".
bool is_unticked(std::string_view line);

// "No", "none", "nothing to object": what an item says where there is nothing to say.
bool says_none(std::string_view text);

}  // namespace fm
