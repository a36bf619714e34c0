// The policy that holds for a project's agents: what the pack says, the commands on the plan's
// card, and what the person allowed since (P-61, F-48).
//
// One function for those who act by it (tools_performer.h) and those who show it. Pure.
#pragma once

#include "base/result.h"
#include "team/room/project.h"
#include "tool/policy/policy.h"

namespace fm {

// Errors: config_invalid.
Result<PolicyTable> pack_policy();

PolicyTable project_policy(PolicyTable pack, const Project& project);

}  // namespace fm
