// The order of a plan's tasks: what each waits for, by ids that exist, without a cycle.
#pragma once

#include <optional>

#include "reading/plan/plan.h"

namespace fm {

// Brings dependencies to the ids as the tasks have them ("Task 1.1" is 1.1), each once, in the
// order given. Faults: duplicate_id, unknown_dependency.
std::optional<Fault> settle_dependencies(Plan& plan);

// The fault cycle, if tasks wait for each other.
std::optional<Fault> find_cycle(const Plan& plan);

}  // namespace fm
