// One task of a plan, from its start until it is merged or the person decides otherwise.
#pragma once

#include "flows/agency/agency.h"

namespace fm {

// Waits for the tasks it depends on, then for a free agent. Never throws the others off: what goes
// wrong ends in a question to the person.
Flow<Nothing> do_task(FlowHandle flow, AgencyPtr agency, std::string task);

}  // namespace fm
