// ToolsPerformer: the calls of an agent's newest step, held to the policy and run in its lane
// (P-53, P-61).
//
//   tools  {project, task, answers?: [{call, answer, reason}]}
//          {asks: [{call, tool, what, pattern, why, exact}]}    nothing was run: the person decides
//          {commit, changed, loop?}                             all were run or refused
//
// After the calls the lane is committed to a hidden ref. A crash in the middle brings the lane back
// to the step before and runs the calls again: what a call in the sandbox can change is the lane.
// What a call answers is an event of its own (tool.finished, tool.refused), which the agent's next
// turn shows to its model.
#pragma once

#include <map>
#include <set>
#include <string>

#include "team/agency/lane_performers.h"
#include "tool/files/seen_files.h"
#include "tool/lane_view.h"

namespace fm {

class ToolsPerformer final : public WorkshopPerformer {
 public:
  using WorkshopPerformer::WorkshopPerformer;
  std::vector<NewEvent> announce(const EffectCall& call) override;
  Task<Performed> begin(EffectCall call, const Fold& view) override;

 private:
  struct Work;
  Task<Result<Performed>> run(EffectCall call, TaskGround ground);
  Task<Result<void>> see_again(const AgentSession& session, const LaneView& place,
                               CancelToken cancel);

  // By the session's flow; made again after a restart.
  std::map<std::string, SeenFiles> seen_;
  std::map<std::string, std::set<std::string>> left_out_;  // files that it was told of
};

}  // namespace fm
