// A text on one line, for lists and lines of state.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fm {

// White space as single spaces; longer than `bytes` it ends behind a whole word, with " ...". Pure.
std::string on_one_line(std::string_view text, std::size_t bytes);

}  // namespace fm
