#include "flows/conversation/summing_up.h"

#include <utility>

#include "flows/conversation/telling.h"
#include "flows/conversation/turns.h"
#include "reading/brief/brief.h"
#include "team/conversation/conversation_state.h"
#include "team/documents/document_reading.h"
#include "team/documents/documents.h"

namespace fm {
namespace {

void add_objections(const Project& project, DebateSummary& summary) {
  if (project.brief() == nullptr) return;
  using Outcome = BriefObjection::Outcome;
  for (const BriefObjection& one : project.brief()->brief->objections) {
    DebateObjection objection{one.agent, one.text, ObjectionFate::kOpen, one.why};
    if (one.outcome == Outcome::kAnswered) objection.fate = ObjectionFate::kAnswered;
    if (one.outcome == Outcome::kTakenUp) objection.fate = ObjectionFate::kAccepted;
    if (one.outcome == Outcome::kOverruled) objection.fate = ObjectionFate::kOverruled;
    summary.objections.push_back(std::move(objection));
  }
}

// Where the leader's own summary cannot be read: what the log says.
void decide_from_log(const Project& project, DebateSummary& summary) {
  for (const ProjectQuestion& question : project.questions)
    if (question.end == QuestionEnd::kAnswered)
      summary.decided.push_back({question.text + " " + question.answer, {}, question.answer_by});
    else
      summary.open.push_back(question.text);
}

}  // namespace

Flow<Step> sum_up(FlowHandle flow, ConversationPtr conversation) {
  TurnRequest turn = conversation_turn(flow, conversation, conversation->plan.leader, "debate", "");
  turn.reads = TurnReads::kDebate;
  const Spoken spoken = co_await ask_readable(flow.at("ask"), conversation, std::move(turn));
  if (gives_floor(spoken.step)) co_return spoken.step;
  const Project project = *active_project(flow);  // a copy: a view lasts until something is asked
  DebateSummary summary = debate_summary(spoken.reading, project.goal);
  if (!text_at(spoken.reading, "fault").empty() || spoken.reading.is_null())
    decide_from_log(project, summary);
  add_objections(project, summary);
  const auto documents = built_in_documents();
  FM_CHECK(documents.has_value(), "the templates of the program are right");
  // Only a summary that could be read stands for the debate (C-39).
  RoomSeq covers;
  const bool is_read = find_at(spoken.reading, "decided") != nullptr;
  for (const Message& message : flow.view<RoomView>().messages)
    if (is_read && message.project == project.id) covers = message.room_seq;
  std::vector<NewEvent> events;
  events.push_back(document_event(flow, conversation->plan.leader, message_kind::kDebate,
                                  documents->debate(summary), covers));
  co_await tell(flow.at("debate"), std::move(events));
  co_return Step::kGoOn;
}

}  // namespace fm
