// Reviews of a task, by others than its author.
#pragma once

#include "flows/agency/agency.h"

namespace fm {

struct ReviewEnd {
  enum class What { kApproved, kChanges, kFailed, kInterrupted } what = What::kApproved;
  std::vector<ReviewFinding> findings;  // to be put right; of kChanges
  std::string why;                      // of kFailed
};

// Those of one stage, in parallel. One that cannot be had is a warning; all of them fail the stage.
// Approval by all is approval; where they do not agree, the leader weighs it.
Flow<ReviewEnd> review(FlowHandle flow, AgencyPtr agency, MapTask task, TaskStage stage);

}  // namespace fm
