// The next steps of a brief, in whatever shape they come, given to agents. For brief.cc only.
#pragma once

#include "base/json.h"
#include "reading/brief/brief.h"

namespace fm {

// Adds to brief.next_steps, to its unknowns (what the person is to do) and to the warnings.
Read<void> read_brief_steps(const Json& value, const Roster& roster, const BriefOptions& options,
                            BriefRead& out);

}  // namespace fm
