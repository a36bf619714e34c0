// What a project's past gives to those who write, check and count (team/room/brief.h,
// team/vote/tally.h). Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "team/room/brief.h"
#include "team/room/project.h"
#include "team/vote/tally.h"

namespace fm {

// For brief_from_log(), where the leader's own brief cannot be read.
BriefLog brief_log(const Project& project, const std::string& leader);

// The votes on that proposal; without one those of the present iteration. In the order in which
// they were cast: tally_votes() lets the last of an agent count.
std::vector<CastVote> cast_votes(const Project& project, std::string_view proposal = {});

}  // namespace fm
