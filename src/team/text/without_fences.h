// A text without what stands in its fences, for whoever reads only what is said: each is "[file
// PATH]", or "[file]" where nobody names it. A file's own lines of backticks are a part of it.
// Pure.
#pragma once

#include <string>
#include <string_view>

namespace fm {

std::string without_fences(std::string_view text);

}  // namespace fm
