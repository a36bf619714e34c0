// Text that a command is given apart from its arguments: standard input, or a file.
//
// Blocking; for commands that do nothing else meanwhile.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace fm::cli {

// All of standard input, where it has at most `most` bytes: never a part of it. `what` is what it
// should be, for the message: "topic". Errors: input_unreadable, text_too_large.
Result<std::string> read_standard_input(std::string_view what, std::size_t most);

// A file, below `folder` where its path is relative. Errors: file_unreadable, file_too_large.
Result<std::string> read_given_file(const std::string& path, const std::string& folder);

}  // namespace fm::cli
