// A brief that was written in Markdown, as an object with our field names. For brief.cc only.
//
// Its sections are found by headings or by labels ("**Goal:** ..."), with the names that we give
// them and their kin. A line of dashes ends a section. Linear.
#pragma once

#include <string_view>

#include "base/json.h"
#include "reading/json/budget.h"

namespace fm {

// Empty without a goal and another section.
JsonObject brief_of_markdown(std::string_view text, Steps* steps);

}  // namespace fm
