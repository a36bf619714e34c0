// Files in what an agent hands in, as they are shown in the room: the name above, of a long one the
// first lines and how much there is. The whole file lies where the review says (C-44).
//
// Text that still grows only gets longer by it. For showing only. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

namespace fm::cli {

std::string with_short_files(std::string_view text);

}  // namespace fm::cli
