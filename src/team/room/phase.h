// Phases: where a project stands, and the one table by which it may go on (C-46a).
//
// Pure. The table is held where a change is made (phase_change.h); what is in the log is folded as
// it is (project.h).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace fm {

enum class Phase { kIdle, kDiscovery, kReady, kSynthesis, kApproval, kExecution, kReview, kFailed };
inline constexpr std::array kPhases = {Phase::kIdle,      Phase::kDiscovery, Phase::kReady,
                                       Phase::kSynthesis, Phase::kApproval,  Phase::kExecution,
                                       Phase::kReview,    Phase::kFailed};

std::string_view to_string(Phase phase);  // "discovery"
std::optional<Phase> phase_from(std::string_view name);

bool is_active(Phase phase);  // neither idle nor failed

// Whether silence in this phase is the person's, so that it ends in a rest after a while (C-46).
// Work is never cut off: not in synthesis, not in execution.
bool waits_for_person(Phase phase);

// What the table has to know besides the two phases.
struct PhaseContext {
  // Of an idle or failed project: the phase that it can be taken up in.
  std::optional<Phase> came_from;
  // It ended with work that the person took: a change of that brings it back (C-20).
  bool accepted = false;
  // Quick and light ways of working have no brief that needs a yes.
  enum class Way { kFull, kQuickOrLight };
  Way way = Way::kFull;
};

// Why the project may go from one to the other, as a clause ("everybody sees what would be built").
// Error: phase_illegal, which says where it may go instead.
Result<std::string_view> check_change(Phase from, Phase to, const PhaseContext& context = {});

// All phases that may follow, in their order.
std::vector<Phase> next_phases(Phase from, const PhaseContext& context = {});

}  // namespace fm
