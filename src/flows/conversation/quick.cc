// quick: advice and research, answered at once (C-20).
//
//   execution   one call of one agent: the answer, with what it assumed; or, where the answer would
//               turn on it, a question instead
//   discovery   the question waits for the person; then the answer
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

bool is_research(const Project& project) {
  return project.intent && project.intent->intent == Intent::kResearch;
}

// An answer may turn on so many questions.
int most_questions(const Project& project) { return is_research(project) ? 2 : 1; }

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

// A document of findings is made of a research that was asked for as such.
Flow<bool> wants_findings(FlowHandle flow, ConversationPtr conversation) {
  if (!is_research(*active_project(flow))) co_return false;
  for (const Message& message : flow.view<RoomView>().messages) {
    if (message.project != active_project(flow)->id || message.kind != message_kind::kPerson)
      continue;
    const Json value = co_await read(
        flow, "message", {{"message", message.id}, {"unsure", conversation->plan.unsure_below}});
    co_return message_reading(value).wants_findings;
  }
  co_return false;
}

Flow<Nothing> answer(FlowHandle flow, ConversationPtr conversation) {
  if (co_await wants_findings(flow.at("wants"), conversation)) {
    const Spoken found = co_await research(flow.at("research"), conversation);
    if (found.step != Step::kGoOn)
      co_return co_await not_done(flow.at("undone"), conversation, found);
    co_return co_await finish_project(flow.at("done"), ProjectEnding::kSuccess, "it is answered",
                                      Lines::kNone);
  }
  const Project& project = *active_project(flow);
  const std::string& researcher = conversation->plan.researcher;
  const std::string agent =
      is_research(project) && !researcher.empty() ? researcher : conversation->plan.leader;
  TurnRequest turn = conversation_turn(flow, conversation, agent, "answer", message_kind::kAnswer);
  const auto asked =
      std::ranges::count(project.questions, project.iteration, &ProjectQuestion::iteration);
  if (asked < most_questions(project)) turn.reads = TurnReads::kQuestionBack;
  const Spoken spoken = co_await speak(flow.at("answer"), conversation, std::move(turn));
  co_await flow.catch_up("answered");
  if (spoken.step != Step::kGoOn)
    co_return co_await not_done(flow.at("undone"), conversation, spoken);
  if (co_await take_question_back(flow.at("asks"), spoken, agent))
    co_return co_await to_phase_quietly(flow.at("ask"), Phase::kDiscovery,
                                        "the answer turns on what was asked");
  co_return co_await finish_project(flow.at("done"), ProjectEnding::kSuccess, "it is answered",
                                    Lines::kNone);
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
  co_return co_await to_phase_quietly(flow.at("work"), Phase::kExecution, "enough is known");
}

}  // namespace fm
