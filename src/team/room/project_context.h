// Where a project stands, as every agent that works in it is told (P-24, C-31). Pure.
#pragma once

#include <string>

#include "team/room/project.h"

namespace fm {

// Goal, phase, who works, what was asked and answered, what is open, what the person wants
// otherwise. Whole lines; texts of others are fenced.
std::string project_context(const Project& project);

}  // namespace fm
