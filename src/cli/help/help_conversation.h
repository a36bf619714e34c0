// The help pages of the program itself and of the commands of a conversation: what they look like
// is said in help.h.
#pragma once

#include <span>
#include <string_view>
#include <utility>

namespace fm::cli {

using HelpPage = std::pair<std::string_view, std::string_view>;  // a command's first word, its page

std::span<const HelpPage> conversation_pages();  // "" and "help" are the program's own

}  // namespace fm::cli
