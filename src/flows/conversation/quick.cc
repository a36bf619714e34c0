// quick: advice and research. A question or two at most, then the answer (C-20).
//
//   discovery   ADVICE: the leader may ask one question; RESEARCH: the researcher up to two
//   execution   the researcher's findings; ADVICE: the leader's recommendation
//   idle        success; wanting to build on it begins `full` (C-15)
#include "flows/conversation/quick.h"

#include <algorithm>
#include <utility>

#include "flows/conversation/anywhere.h"
#include "flows/conversation/asking.h"
#include "flows/conversation/telling.h"
#include "flows/conversation/turns.h"
#include "team/conversation/conversation_state.h"

namespace fm {
namespace {

struct QuickPlan {
  std::string asks;
  int most = 1;
};

QuickPlan quick_plan(const Project& project, const ConversationPlan& plan) {
  const bool research = project.intent && project.intent->intent == Intent::kResearch;
  if (research && !plan.researcher.empty()) return {plan.researcher, 2};
  return {plan.leader, 1};
}

int asked(const Project& project) {
  return static_cast<int>(
      std::ranges::count(project.questions, project.iteration, &ProjectQuestion::iteration));
}

// How often the agent had the chance, in this iteration.
int ask_turns(const FlowHandle& flow, const Project& project) {
  return static_cast<int>(std::ranges::count_if(
      messages_of_iteration(flow.view<RoomView>(), project), [](const Message* message) {
        return message->kind == message_kind::kQuestion && !message->interrupted;
      }));
}

Flow<Nothing> hear(FlowHandle flow, ConversationPtr conversation) {
  Heard heard = co_await take(flow.at("take"), conversation);
  if (co_await handle_anywhere(flow.at("any"), conversation, heard)) co_return Nothing();
  if (heard.newest && heard.reading.wants_build && heard.reading.intent.intent == Intent::kBuild &&
      heard.reading.closed.empty())
    co_return co_await escalate(flow.at("build"), heard);
  // There is one question at most, so whatever is said is said to it.
  const auto open = active_project(flow)->open_questions();
  if (open.size() == 1 && can_answer(heard, *open.front()))
    heard.reading.closed.push_back({open.front()->id, QuestionEnd::kAnswered, heard.text});
  const bool explained = co_await take_answers(flow.at("answers"), conversation, heard);
  if (!explained && heard.newest && heard.reading.closed.empty())
    co_await answer_aside(flow.at("aside"), conversation, heard);
  co_return Nothing();
}

Flow<Nothing> ask_or_go_on(FlowHandle flow, ConversationPtr conversation) {
  const Project& project = *active_project(flow);
  const QuickPlan plan = quick_plan(project, conversation->plan);
  const bool enough = std::ranges::any_of(project.questions, [](const ProjectQuestion& question) {
    return question.end == QuestionEnd::kDropped || question.end == QuestionEnd::kYouDecide;
  });
  const int turns = ask_turns(flow, project);
  // Who had nothing to ask is not asked again.
  if (enough || asked(project) >= plan.most || turns > asked(project))
    co_return co_await to_phase(
        flow.at("work"), Phase::kExecution,
        turns > asked(project) ? "nothing has to be asked" : "enough is known");
  const Step step = co_await ask_question_round(flow.at("ask"), conversation, {plan.asks},
                                                plan.most - asked(project));
  if (step == Step::kInterrupted) co_await wait(flow.at("wait"), conversation);
  // Without a question the answer is as good as it can be.
  if (step == Step::kFailed)
    co_await to_phase(flow.at("unasked"), Phase::kExecution, "nobody could ask");
  if (step == Step::kStop)
    co_await finish_project(flow.at("stop"), ProjectEnding::kCancellation, "stopped by the person");
  co_return Nothing();
}

Flow<Nothing> answer(FlowHandle flow, ConversationPtr conversation) {
  const Project& project = *active_project(flow);
  const bool advice = project.intent && project.intent->intent == Intent::kAdvice;
  Spoken spoken = co_await research(flow.at("research"), conversation);
  // Advice is given without findings, too.
  if (advice && (spoken.step == Step::kGoOn || spoken.step == Step::kFailed)) {
    if (co_await stopped_by_words(flow.at("between"), conversation)) co_return Nothing();
    spoken = co_await speak(flow.at("recommend"), conversation,
                            conversation_turn(flow, conversation, conversation->plan.leader,
                                              "recommend", message_kind::kAnswer));
    co_await flow.catch_up("answered");
  }
  if (spoken.step != Step::kGoOn)
    co_return co_await not_done(flow.at("undone"), conversation, spoken);
  co_return co_await finish_project(flow.at("done"), ProjectEnding::kSuccess, "it is answered");
}

}  // namespace

Flow<Nothing> quick_step(FlowHandle flow, ConversationPtr conversation) {
  if (active_project(flow)->phase == Phase::kExecution) {
    if (co_await stopped_by_words(flow.at("words"), conversation)) co_return Nothing();
    co_return co_await answer(flow.at("answer"), conversation);
  }
  if (has_unheard(flow, conversation)) co_return co_await hear(flow.at("hear"), conversation);
  if (!active_project(flow)->open_questions().empty()) {
    co_await wait(flow.at("wait"), conversation);
    co_return Nothing();
  }
  co_return co_await ask_or_go_on(flow.at("ask"), conversation);
}

}  // namespace fm
