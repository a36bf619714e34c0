// Who speaks next, from the router's answer: an agent, WAIT_FOR_USER or CONSENSUS_REACHED.
//
// Read from JSON ({"agent": ...} in its variants), else from a label, a tag or a line that is
// nothing but the name or signal. A signal that is only mentioned in a sentence or in another
// field decides nothing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "reading/json/budget.h"
#include "reading/json/fault.h"
#include "reading/json/roster.h"

namespace fm {

enum class Route { kAgent, kWaitForUser, kConsensus };

struct Routing {
  Route route = Route::kAgent;
  std::size_t agent = 0;  // index in the roster
  std::string model;      // as the answer says; may be empty
  std::string reasoning;  // the same
  std::vector<Note> repairs;
};

// Faults: no_json, empty, truncated, ambiguous, invalid_type, missing_field, placeholder,
// unknown_agent, forbidden_agent, duplicate_key_conflict.
Read<Routing> read_routing(std::string_view text, const Roster& roster, Steps* steps = nullptr);

}  // namespace fm
