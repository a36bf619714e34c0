// The last word of a discussion: who won and why, all scores, where the files are, what to type.
//
// Made from the story alone, so that `room show` ends with the same words as the discussion did.
// Pure.
#pragma once

#include <cstddef>

#include "cli/terminal/ink.h"
#include "cli/view/story.h"
#include "cli/view/view.h"

namespace fm::cli {

// `columns` is where text wraps; tables are laid for it as well.
Lines summary_lines(const Story& story, const Ending& ending, std::size_t columns, Charset charset);

// The choice alone, for --quiet: the idea, its score, and the files.
Lines brief_summary(const Story& story, const Ending& ending, std::size_t columns, Charset charset);

}  // namespace fm::cli
