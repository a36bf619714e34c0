// Making a change of phase: the events of it, or the reason why it may not be (C-46a).
//
// The one way in which phases change. Every change comes with a line in the system's own name that
// says what begins and who works; both are posted in one commit. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/log/event.h"
#include "team/room/project.h"

namespace fm {

inline constexpr std::string_view kSystemMessage = "system";  // the kind of such a line

struct PhaseRequest {
  Phase to = Phase::kIdle;
  std::string line_id;                  // of the line's message
  std::string line;                     // its words; empty: what the phase says
  std::string why;                      // empty: the table's reason
  std::vector<std::string> agents;      // who works in it; empty: the project's agents, or leader
  std::optional<ProjectEnding> ending;  // of a change to idle, which must have one
  std::string feedback;                 // what the person wants otherwise
  std::optional<Error> error;           // of a change to failed, which must have one
  bool quiet = false;                   // no line: the answer that follows at once is enough
};

// phase.changed and the line, in this order. Errors: phase_illegal, also for a timeout where the
// silence is not the person's.
Result<std::vector<NewEvent>> change_phase(const Project& project, const PhaseRequest& request);

// Through several phases at once, with one line: what the last of them says (C-46a).
Result<std::vector<NewEvent>> pass_phases(const Project& project, const std::vector<Phase>& through,
                                          PhaseRequest request);

// Start on the newest brief, from wherever it lies before the person: the phases up to the work, by
// those whom its steps name (C-36).
Result<std::vector<NewEvent>> start_work(const Project& project, std::string line_id);

// The line alone.
std::string phase_line(const Project& project, const PhaseRequest& request);

}  // namespace fm
