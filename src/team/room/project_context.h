// Where a project stands, as every agent that works in it is told (P-24, C-31). Pure.
#pragma once

#include <string>

#include "team/room/project.h"

namespace fm {

enum class Answered { kInTalk, kListed };

// Goal, phase, and until there is a brief, which holds all that, what is open, and where the talk
// does not show it what was answered; objections and votes by
// their state, and what the person wanted otherwise since the brief was made. Texts of others are
// fenced.
std::string project_context(const Project& project, Answered answered = Answered::kListed);

}  // namespace fm
