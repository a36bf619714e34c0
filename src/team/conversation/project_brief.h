// What a project's past gives to those who write and check its brief (team/room/brief.h). Pure.
#pragma once

#include <string>

#include "team/room/brief.h"
#include "team/room/project.h"

namespace fm {

// For brief_from_log(), where the leader's own brief cannot be read.
BriefLog brief_log(const Project& project, const std::string& leader);

}  // namespace fm
