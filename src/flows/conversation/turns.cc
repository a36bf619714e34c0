// Turns of a conversation: several agents at once, and those that the short ways share.
#include "flows/conversation/turns.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/text.h"
#include "flows/conversation/telling.h"
#include "team/conversation/conversation_state.h"

namespace fm {

Step step_of_all(const std::vector<Spoken>& spoken) {
  const auto any = [&](Step step) {
    return std::ranges::any_of(spoken, [&](const Spoken& one) { return one.step == step; });
  };
  if (any(Step::kInterrupted)) return Step::kInterrupted;
  if (any(Step::kStop)) return Step::kStop;
  return any(Step::kGoOn) || any(Step::kSkipTurn) ? Step::kGoOn : Step::kFailed;
}

namespace {

// Who of them waits for a model or for money, as a list for people.
std::string held_agents(const std::vector<Spoken>& spoken, const std::vector<TurnRequest>& turns) {
  std::vector<std::string> agents;
  for (std::size_t i = 0; i < spoken.size(); ++i)
    if (!spoken[i].held.is_null()) agents.push_back(turns[i].agent);
  return join(agents, ", ");
}

// What is asked for all of them: what the first one waits for.
Json first_held(const std::vector<Spoken>& spoken) {
  for (const Spoken& one : spoken)
    if (!one.held.is_null()) return one.held;
  return {};
}

}  // namespace

Flow<std::vector<Spoken>> spoken_by_all(FlowHandle flow, ConversationPtr conversation,
                                        std::vector<TurnRequest> turns) {
  std::vector<Spoken> spoken(turns.size());
  std::vector<std::size_t> due(turns.size());
  std::iota(due.begin(), due.end(), std::size_t{0});
  for (int go = 1; !due.empty(); ++go) {
    const FlowHandle at = go == 1 ? flow : flow.at("again", go);
    std::vector<Flow<Spoken>> branches;
    for (const std::size_t i : due)
      branches.push_back(speak(at.branch(turns[i].agent), conversation, turns[i], OnInterrupt::kAsk,
                               OnWait::kHold));
    std::vector<Spoken> done = co_await at.all(std::move(branches));
    for (std::size_t i = 0; i < due.size(); ++i) spoken[due[i]] = std::move(done[i]);
    std::erase_if(due, [&](std::size_t i) { return spoken[i].held.is_null(); });
    if (due.empty()) break;
    // The person is asked once for all who wait.
    Step step = step_of_all(spoken) == Step::kInterrupted ? Step::kInterrupted : Step::kGoOn;
    const Json held = first_held(spoken);
    if (step == Step::kGoOn)
      step = co_await ask_held(at.at("held"), conversation, held_agents(spoken, turns), held, go);
    for (const std::size_t i : due) {
      turns[i].was_deferred = turns[i].was_deferred || find_at(spoken[i].held, "parked") != nullptr;
      spoken[i] = Spoken();
      spoken[i].step = step;
    }
    if (step != Step::kGoOn) break;
  }
  co_await flow.catch_up("spoken");
  co_return spoken;
}

Flow<Step> speak_all(FlowHandle flow, ConversationPtr conversation,
                     std::vector<TurnRequest> turns) {
  const std::vector<Spoken> spoken = co_await spoken_by_all(flow, conversation, std::move(turns));
  co_return step_of_all(spoken);
}

Flow<Spoken> ask_readable(FlowHandle flow, ConversationPtr conversation, TurnRequest turn) {
  Spoken spoken = co_await speak(flow, conversation, turn);
  const std::string fault(text_at(spoken.reading, "fault"));
  const bool is_there = text_at(spoken.reading, "code") == "nothing_changed";
  if (spoken.step != Step::kGoOn || fault.empty() || is_there) co_return spoken;
  turn.task_before = turn.task;
  turn.task = "repair";
  turn.values["fault"] = fault;
  co_return co_await speak(flow.at("repair"), conversation, std::move(turn));
}

Flow<Spoken> research(FlowHandle flow, ConversationPtr conversation) {
  const std::string& researcher = conversation->plan.researcher;
  TurnRequest turn = conversation_turn(flow, conversation,
                                       researcher.empty() ? conversation->plan.leader : researcher,
                                       "findings", message_kind::kFindings);
  turn.reads = TurnReads::kFindings;
  Spoken spoken = co_await speak(flow, conversation, std::move(turn));
  co_await flow.catch_up("found");
  co_return spoken;
}

Flow<Nothing> not_done(FlowHandle flow, ConversationPtr conversation, Spoken spoken) {
  if (spoken.step == Step::kInterrupted) {
    co_await wait(flow.at("wait"), conversation);
    co_return Nothing();
  }
  if (spoken.step == Step::kFailed)
    co_return co_await fail_project(flow.at("failed"), *spoken.error);
  co_return co_await finish_project(flow.at("stop"), ProjectEnding::kCancellation,
                                    "stopped by the person");
}

}  // namespace fm
