// coding: a task's work by a coding agent that the person has, in the place of `builder` (S-20).
//
//   run     it works in the lane until it says that it is done (team/agency/coding_performer.h)
//   claim   Folkmoot looks at the lane and runs the task's commands; what does not pass it is told,
//           in the same session where it has one, kMostCodingClaims times in all
//
// What the person says to the agent meanwhile it is told in a run after that. It takes the
// arguments of `builder`, with {coding: {agent: {profile, permissions?}}}, and ends like it:
// {end, why?, said?}; end is done, failed or interrupted.
#pragma once

#include "engine/flow/flow.h"

namespace fm {

FlowDefinition coding_flow();

inline constexpr int kMostCodingClaims = 3;  // of being done, that the commands did not confirm
inline constexpr int kMostCodingRuns = 8;    // with those for what the person said

}  // namespace fm
