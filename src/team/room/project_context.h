// Where a project stands, as every agent that works in it is told (P-24, C-31). Pure.
#pragma once

#include <string>

#include "team/room/project.h"

namespace fm {

enum class Answered { kInTalk, kListed };
enum class OpenObjections { kInTask, kListed };

// Goal, phase, and until there is a brief, which holds all that, what is open, and where the talk
// does not show it what was answered; objections, those that are open where the task does not list
// them, and votes by their state, and what the person wanted otherwise since the brief was made or
// the work was last shown. Texts of others are fenced.
std::string project_context(const Project& project, Answered answered = Answered::kListed,
                            OpenObjections open = OpenObjections::kListed);

}  // namespace fm
