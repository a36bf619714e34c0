// What the person decided in a project, in their own words (C-39, C-44, C-49, C-52): the answers to
// questions, and what they wanted otherwise, of the brief as of the work.
//
// A question that was left to the team is told as that, also where the person spoke of its subject
// later: whether a wish answers it, words alone do not tell, and the wish is told beside it. Pure.
#pragma once

#include <vector>

#include "team/documents/documents.h"
#include "team/room/project.h"

namespace fm {

std::vector<DecidedPoint> decided_by_person(const Project& project);

}  // namespace fm
