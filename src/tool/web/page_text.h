// A page's text out of its HTML: what a reader sees, a line for each block, links with where they
// lead. Scripts, styles and comments are left out. Any bytes will do; time is linear. Pure.
#pragma once

#include <string>
#include <string_view>

namespace fm {

struct PageText {
  std::string title;
  std::string text;
};

PageText page_text(std::string_view html);

}  // namespace fm
