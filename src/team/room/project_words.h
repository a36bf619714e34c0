// Where a project stands, in words for people: the same in every look and view. Pure.
#pragma once

#include <string>
#include <string_view>

#include "team/room/project_status.h"

namespace fm {

// The title of the newest brief; before there is one, the goal's first line.
std::string title_of(const Project& project);
std::string title_of(const ProjectStatus& status);

std::string phase_text(const ProjectStatus& status);      // "approval, iteration 2"
std::string questions_text(const ProjectStatus& status);  // "5 asked: 4 answered, 1 open"
std::string verdict_text(const BriefVerdict& verdict);    // "changes wanted, revision 1: ..."

// What is due, as a sentence: "Your turn: 2 questions."
std::string due_text(const ProjectStatus& status);

// What a person would say then, such as "go ahead", or "..." where only they know. Empty where
// nothing that is said goes on with it.
std::string_view usual_words(WaitsFor what);

}  // namespace fm
