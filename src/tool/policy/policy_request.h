// What a call asks the policy for, out of its checked arguments. Pure.
#pragma once

#include "tool/policy/policy.h"
#include "tool/tool_action.h"

namespace fm {

// Fills in the tool, and the path, command or host that it is about. A path is taken as it was
// given: where links may lie on it, find() of files/lane_folder.h says where it really ends.
void ask_for(PolicyRequest& request, const ToolAction& action);

}  // namespace fm
