// Turns of a conversation: several agents at once, and those that the short ways share.
#include <algorithm>
#include <utility>

#include "flows/talk.h"
#include "team/talk_state.h"

namespace fm {

Step step_of_all(const std::vector<Spoken>& spoken) {
  const auto any = [&](Step step) {
    return std::ranges::any_of(spoken, [&](const Spoken& one) { return one.step == step; });
  };
  if (any(Step::kInterrupted)) return Step::kInterrupted;
  if (any(Step::kStop)) return Step::kStop;
  return any(Step::kGoOn) || any(Step::kSkipTurn) ? Step::kGoOn : Step::kFailed;
}

Flow<std::vector<Spoken>> spoken_by_all(FlowHandle flow, TalkPtr talk,
                                        std::vector<TurnRequest> turns) {
  std::vector<Flow<Spoken>> branches;
  for (TurnRequest& turn : turns) {
    const FlowHandle branch = flow.branch(turn.agent);
    branches.push_back(speak(branch, talk, std::move(turn)));
  }
  std::vector<Spoken> spoken = co_await flow.all(std::move(branches));
  co_await flow.catch_up("spoken");
  co_return spoken;
}

Flow<Step> speak_all(FlowHandle flow, TalkPtr talk, std::vector<TurnRequest> turns) {
  const std::vector<Spoken> spoken = co_await spoken_by_all(flow, talk, std::move(turns));
  co_return step_of_all(spoken);
}

Flow<Spoken> research(FlowHandle flow, TalkPtr talk) {
  const std::string& researcher = talk->plan.researcher;
  TurnRequest turn = talk_turn(flow, talk, researcher.empty() ? talk->plan.leader : researcher,
                               "findings", talk_kind::kFindings);
  turn.reads = TurnReads::kFindings;
  Spoken spoken = co_await speak(flow, talk, std::move(turn));
  co_await flow.catch_up("found");
  co_return spoken;
}

Flow<Nothing> not_done(FlowHandle flow, TalkPtr talk, Spoken spoken) {
  if (spoken.step == Step::kInterrupted) {
    co_await wait(flow.at("wait"), talk);
    co_return Nothing();
  }
  if (spoken.step == Step::kFailed)
    co_return co_await fail_project(flow.at("failed"), *spoken.error);
  co_return co_await finish_project(flow.at("stop"), ProjectEnding::kCancellation,
                                    "stopped by the person");
}

}  // namespace fm
