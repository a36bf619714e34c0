// What the person decided in a project, in their own words (C-39, C-44, C-49, C-52): the answers to
// questions, and what they wanted otherwise, of the brief as of the work.
//
// What was left to the team and spoken of by the person later is not told as left to the team: the
// later words are told. Pure.
#pragma once

#include <vector>

#include "team/documents/documents.h"
#include "team/room/project.h"

namespace fm {

std::vector<DecidedPoint> decided_by_person(const Project& project);

}  // namespace fm
