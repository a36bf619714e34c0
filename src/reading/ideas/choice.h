// Which idea a leader chooses, from the words of the answer (I-9).
//
// The choice must be said: JSON with a "choice", "selected" or the like, a line that is only a
// label and an idea, or a sentence that chooses ("I choose ..."). Ideas are named by id or title;
// a title counts only as a whole. What is refused ("not idea-2", "over the map", "instead of")
// is no choice. Nothing certain, or several: none.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "reading/ideas/known_ideas.h"

namespace fm {

// The index of the chosen idea.
std::optional<std::size_t> read_choice(std::string_view text, const std::vector<KnownIdea>& ideas);

}  // namespace fm
