// What Tab completes in a conversation: /commands at the beginning of the line, @agents and @files
// anywhere, and the room's projects after /switch (C-2, C-47, P-24). Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/view/view_state.h"

namespace fm::cli {

// The words that may stand where the last word of `line` does, in order; empty: none fits. `paths`
// are the folder's; they are completed up to the next folder.
std::vector<std::string> completions(const ViewState& view_state, std::string_view line,
                                     const std::vector<std::string>& paths = {});

}  // namespace fm::cli
