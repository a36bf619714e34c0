// Merging approved tasks into the project's branch (A-7, S-11).
//
// Tasks that are ready together are merged as a train and tested once; where that fails they are
// tried one by one. Nothing of it touches the person's working copy, and a merge that fails leaves
// the branch as it was.
#pragma once

#include "flows/agency/agency.h"

namespace fm {

// The task is in `agency->to_merge` already. Returns when it is merged, or cannot be.
Flow<Merged> merge(FlowHandle flow, AgencyPtr agency, std::string task);

}  // namespace fm
