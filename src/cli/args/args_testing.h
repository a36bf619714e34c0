// For tests that hold help and parser together.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fm::cli {

// The names of a command's own options ("--out"). The empty command has the global ones.
std::vector<std::string> option_names(std::string_view command);

}  // namespace fm::cli
