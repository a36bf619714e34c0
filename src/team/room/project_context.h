// Where a project stands, as every agent that works in it is told (P-24, C-31). Pure.
#pragma once

#include <string>

#include "team/room/project.h"

namespace fm {

enum class BriefIn { kHere, kElsewhere };

// Goal, phase, who works, what was asked and answered and what is open, or once there is one the
// brief whole, which holds all that; what the person wanted otherwise. Texts of others are fenced.
std::string project_context(const Project& project, BriefIn brief = BriefIn::kHere);

}  // namespace fm
