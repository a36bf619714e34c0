// The last word of a discussion: who won and why, all scores, where the files are, what to type.
//
// Made from the story alone, so that `room show` ends with the same words as the discussion did.
// Pure.
#pragma once

#include <cstddef>

#include "cli/terminal/styled_text.h"
#include "cli/view/view.h"
#include "cli/view/view_state.h"

namespace fm::cli {

// `columns` is where text wraps; tables are laid for it as well.
Lines summary_lines(const ViewState& view_state, const Ending& ending, std::size_t columns,
                    Charset charset);

// The choice alone, for --quiet: the idea, its score, and the files.
Lines brief_summary(const ViewState& view_state, const Ending& ending, std::size_t columns,
                    Charset charset);

}  // namespace fm::cli
