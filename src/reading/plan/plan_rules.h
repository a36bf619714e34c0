// The rules of A-1 that a TaskMap is held to once it could be read (reading/plan/plan.h).
//
// Who builds and who reviews, and that nobody reviews their own work. A review without a SYNTHESIZE
// behind it gets one, done by `leader`: it is asked only where reviews disagree, so a map
// that forgot it costs no repair.
#pragma once

#include <cstddef>
#include <optional>

#include "reading/plan/plan.h"

namespace fm {

// `leader`: the agent of a SYNTHESIZE that is missing. The fault invalid_value names the rule in
// words for the planner.
std::optional<Fault> settle_plan_rules(Plan& plan, const Roster& roster, std::size_t leader);

}  // namespace fm
