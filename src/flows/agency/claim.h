// "Done" is a claim: Folkmoot looks at the lane and runs the task's commands itself.
#pragma once

#include <string>
#include <vector>

#include "engine/flow/flow.h"

namespace fm {

struct Claim {
  ProjectId project;
  std::string task;
  std::vector<std::string> commands;
};

// Whether what is claimed is shown. Empty: it is; else what the agent is told.
Flow<std::string> shown(FlowHandle flow, Claim claim);

// Snapshots the lane and runs commands on it, as an effect: {tree, changed, passed, failed[],
// markers[]}.
// `on`: base, task or merge (team/tasks/task_work.h).
EffectRequest evidence_request(const ProjectId& project, const std::string& task,
                               std::string_view on, const std::vector<std::string>& commands);

}  // namespace fm
