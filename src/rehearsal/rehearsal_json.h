// The JSON parts of a rehearsal's answers, as models write them, and how they get spoiled.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/json.h"
#include "rehearsal/screenplay.h"

namespace fm {

// A fenced block {"ideas": [{title, description, rationale, tags, id?, builds_on?}]}.
std::string ideas_block(const JsonArray& ideas);

// A fenced block {"scores": [{id, title, feasibility, ..., overall, pros, cons, feedback}]}.
// `scores` replaces the overall score of an idea by its id; "none" leaves the idea out.
std::string scores_block(const JsonArray& ideas, const std::map<std::string, std::string>& scores);

// `text` with its first fenced block spoiled; a text without one is returned as it is.
std::string spoiled(std::string_view text, Broken how);

}  // namespace fm
