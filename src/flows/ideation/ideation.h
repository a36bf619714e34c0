// Ideation: kickoff, rounds of exploration, scores, a choice, a report (I-1 to I-15).
//
//   kickoff      leader
//   round 1..n   researcher, ideation, adversary (, ideation, adversary), implementer, leader
//   validation   moderator or panel   selection   leader       report   ui-creator, outputs
//
// A discussion that is continued (I-22) is a flow of its own in the same room: no kickoff, and the
// rounds count on.
//
// The flow decides order, limits, repairs, warnings and the winner; what is said is the agents'.
#pragma once

#include "engine/flow/flow.h"
#include "flows/ideation/ideation_plan.h"

namespace fm {

FlowDefinition ideation_flow();

}  // namespace fm
