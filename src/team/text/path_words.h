// Which words are paths of files by their look: in the fences of an answer, and in what a person
// says (P-24). "Node.js", "example.com" and "e.g." are none. Pure.
#pragma once

#include <cstddef>
#include <string_view>

namespace fm {

inline constexpr std::size_t kLongestPath = 1000;  // bytes; what is longer is no path at all

// One word with a folder, an ending, or a name that files have. Spaces are in none; whether it is
// safe is asked elsewhere.
bool looks_like_path(std::string_view text);

// Of one that does: its last part is a file's name by itself, as in "shop/app.py" and "Makefile";
// not in "and/or".
bool ends_in_file_name(std::string_view path);

}  // namespace fm
