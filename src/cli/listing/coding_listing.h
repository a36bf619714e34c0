// Coding agents as the command line shows them: a list, and what to do about each (S-20).
#pragma once

#include <vector>

#include "app/queries/coding_agents.h"
#include "cli/context/context.h"
#include "cli/listing/doctor.h"
#include "team/pack/pack.h"

namespace fm::cli {

// Those that count in the folder. Runs each one's own version command.
std::vector<CodingAgentRow> load_coding_agents(const Library& library, LookAtLogin login);

JsonObject coding_json(const CodingAgentRow& row);
Lines coding_lines(const std::vector<CodingAgentRow>& rows, const Context& context);
// Of one that is installed: its version, whether it is logged in, and what to do.
Finding coding_finding(const CodingAgentRow& row);

}  // namespace fm::cli
