// The help pages: one for the program and one for each command, at most 80 columns wide, each with
// examples that can be typed as they stand.
#pragma once

#include <string>
#include <string_view>

namespace fm::cli {

// `about`: a command's name, "room list" or "room"; empty for the program. Empty when unknown.
std::string_view help_text(std::string_view about);

}  // namespace fm::cli
