// builder: an agent at work in a lane, with tools, until what it claims is shown (A-5, P-53).
//
// A flow of its own for each stretch of work, so that its session (team/tasks/agent_session.h) and
// its replay stay short. A round is one call of the model and one effect for all tools it asked
// for; after each round that changed something the lane is committed to a hidden ref. "Done" is a
// claim: Folkmoot runs the task's commands on the tree that is there, and tells the agent what
// failed. It ends with {end, why?, said?}: end is done, failed, stuck or interrupted.
#pragma once

#include <map>
#include <string>

#include "flows/agency/agency.h"
#include "flows/agency/claim.h"

namespace fm {

FlowDefinition builder_flow();

inline constexpr int kMostToolRounds = 60;
inline constexpr int kMostClaims = 4;  // of being done, that the commands did not confirm

struct Built {
  bool done = false;
  bool interrupted = false;
  std::string why;   // not done
  std::string said;  // the agent's last words
};

// `work` is a task of prompts/agency.yaml: build, rework or resolve. Where the task's builder has a
// coding agent of the person's (AgencyArgs::coders) it is that one's work (coding.h).
Flow<Built> build(FlowHandle flow, AgencyPtr agency, MapTask task, std::string work,
                  std::map<std::string, std::string> values = {});

}  // namespace fm
