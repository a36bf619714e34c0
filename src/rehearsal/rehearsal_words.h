// English as far as the rehearsal needs it: capitals and lists.
//
// Pure functions over UTF-8. They change ASCII letters only; words of other scripts, emoji and
// identifiers from code pass through as they are.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/json.h"

namespace fm {

std::string lowered(std::string_view text);
std::string capitalised(std::string_view text);                          // past opening quotes
std::string listed(const JsonArray& items, std::string_view last_word);  // "x, y and z"
std::string shown_line(std::string_view text, std::size_t columns);      // cut with "…"

}  // namespace fm
