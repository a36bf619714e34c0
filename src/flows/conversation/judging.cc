#include "flows/conversation/judging.h"

#include <algorithm>

#include "team/conversation/conversation_state.h"
#include "team/conversation/model_understanding.h"

namespace fm {
namespace {

constexpr std::size_t kMostRefused = 16;  // older drafts are gone

// The orchestrator where it has a model of its own, else the leader.
std::string judge_of(const ConversationPlan& plan) {
  const auto model = plan.models.find(plan.orchestrator);
  const bool is_real = model != plan.models.end() && !model->second.starts_with("rehearsal");
  return is_real ? plan.orchestrator : plan.leader;
}

TurnRequest judge_turn(const FlowHandle& flow, const ConversationPtr& conversation,
                       const std::string& message, Decision asked) {
  TurnRequest turn =
      conversation_turn(flow, conversation, judge_of(conversation->plan), "understand", "");
  turn.fallbacks.clear();  // one try
  turn.tries = 1;
  turn.deadline = kUnderstandDeadline;
  turn.alone = true;
  turn.reads = TurnReads::kUnderstanding;
  turn.allowed = conversation->allowed;
  turn.values["message"] = message;
  if (asked != Decision::kNone) turn.values["asked"] = to_string(asked);
  return turn;
}

// What a closed question is about: the decision, and what there was to decide on.
std::string question_key(const FlowHandle& flow, Decision decision) {
  const Project* project = active_project(flow);
  if (project == nullptr) return {};
  std::string key = std::string(to_string(decision)) + " " + project->id.value + " " +
                    std::to_string(project->iteration) + " " +
                    std::to_string(project->briefs.size());
  if (decision == Decision::kAccept) {
    const PhaseStep* began = project->began(Phase::kReview);
    return key + " " + std::to_string(began == nullptr ? 0 : began->room_seq.value);
  }
  return key;
}

}  // namespace

Flow<Judged> judge_message(FlowHandle flow, ConversationPtr conversation, std::string message,
                           Decision asked) {
  if (!conversation->plan.understands) co_return Judged();
  if (const auto known = conversation->judged.find(message); known != conversation->judged.end())
    co_return Judged{.reading = known->second, .broken_off = false};
  JsonObject request{{"message", message}};
  if (asked != Decision::kNone) request["asked"] = to_string(asked);
  const Json is_for_model = co_await read(flow, "for-model", std::move(request));
  if (!is_for_model.is_bool() || !is_for_model.get_bool()) co_return Judged();
  const Outcome said =
      co_await flow.perform("turn", judge_turn(flow, conversation, message, asked).effect());
  if (flow.cancelled()) co_return Judged{.reading = {}, .broken_off = true};
  Judged judged{.reading = {}, .broken_off = said.interrupted};
  // Whatever went wrong, the turn's record has it, and the rules' reading stands.
  if (const Json* reading = said.ok() ? find_at(said.value, "reading") : nullptr)
    if (find_at(*reading, "fault") == nullptr) judged.reading = *reading;
  conversation->judged[message] = judged.reading;
  co_await flow.catch_up("judged");
  co_return judged;
}

void remember_refused(const FlowHandle& flow, const ConversationPtr& conversation,
                      Decision decision) {
  if (was_refused(flow, conversation, decision)) return;
  auto& refused = conversation->refused;
  refused.push_back(question_key(flow, decision));
  if (refused.size() > kMostRefused) refused.erase(refused.begin());
}

bool was_refused(const FlowHandle& flow, const ConversationPtr& conversation, Decision decision) {
  const auto& refused = conversation->refused;
  return std::ranges::find(refused, question_key(flow, decision)) != refused.end();
}

}  // namespace fm
