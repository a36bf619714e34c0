// full: from agreement to an approved brief (C-36 to C-42).
//
//   ready      the gate: start, or go on talking. Only the button, the command or an order starts
//   synthesis  the debate summed up, the brief written
//   approval   the gate: approve, change, cancel. Words are read in the order cancel, reject,
//              approve, unclear
#include "flows/conversation/full.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "flows/conversation/anywhere.h"
#include "flows/conversation/confirm.h"
#include "flows/conversation/own_room.h"
#include "flows/conversation/telling.h"
#include "flows/conversation/turns.h"
#include "reading/brief/brief.h"
#include "team/conversation/conversation_state.h"
#include "team/conversation/project_brief.h"
#include "team/documents/document_reading.h"
#include "team/documents/documents.h"
#include "team/room/brief.h"
#include "team/room/project_events.h"

namespace fm {
namespace {

constexpr GateOption kStart{"start-implementation", "Start implementation"};
constexpr GateOption kContinue{"continue-discussion", "Continue discussion"};
constexpr GateOption kApprove{"approve", "Approve"};
constexpr GateOption kChange{"change-something", "Change something"};
constexpr GateOption kCancel{"cancel", "Cancel"};
constexpr GateOption kApproveApart{"approve-in-a-room-of-its-own", "Approve, in a room of its own"};
constexpr std::size_t kLongWork = 5;  // steps of a brief from which a room of its own is offered
constexpr std::size_t kPlainNo = 16;  // bytes: a no that gives no reason
constexpr int kEditOffered = 3;       // iterations after which the brief is better edited by hand

// The work begins, by those whom the brief gives it.
Flow<Nothing> to_execution(FlowHandle flow) {
  std::vector<std::string> agents;
  for (const BriefStep& step : active_project(flow)->brief()->brief->next_steps)
    agents.push_back(step.agent);
  co_return co_await to_phase(flow, Phase::kExecution, {}, {}, std::move(agents));
}

// What the person says when they are asked what should be different.
Flow<Nothing> change_what(FlowHandle flow, ConversationPtr conversation) {
  const auto wish = co_await ask_what(flow, conversation);
  if (wish) co_await to_phase(flow.at("changes"), Phase::kDiscovery, {}, wish->text);
  co_return Nothing();
}

GateRequest ready_gate(const Project& project) {
  GateRequest gate;
  gate.type = "ready";
  gate.question = "The team and you agree. Shall it start?";
  gate.offer(kStart);
  gate.offer(kContinue);
  gate.subject = JsonObject{{"project", project.id.value},
                            {"agreed", project.steps.empty() ? "" : project.steps.back().why}};
  return gate;
}

// C-42: what was made, how to look at it, and what goes on.
GateRequest approval_gate(const FlowHandle& flow) {
  const Project& project = *active_project(flow);
  const BriefRevision* brief = project.brief();
  GateRequest gate;
  gate.type = "approval";
  gate.question = "Do you approve this brief?";
  for (const GateOption& option : {kApprove, kChange, kCancel}) gate.offer(option);
  if (brief->brief->next_steps.size() >= kLongWork && !has_own_room(flow))
    gate.offer(kApproveApart);
  gate.subject = JsonObject{
      {"project", project.id.value},
      {"checkpoint", "human-verify"},
      {"what_built",
       "the brief \"" + brief->brief->title + "\", revision " + std::to_string(brief->revision)},
      {"message", brief->message},
      {"how_to_verify",
       "Read it: is the goal yours, is what is in scope all of it, is nothing of yours missing?"},
      {"resume_signal", "\"yes\" starts the work; anything you want otherwise changes the brief"},
      {"brief", to_json(*brief->brief)}};
  return gate;
}

void add_objections(const ConversationStatus& now, DebateSummary& summary) {
  for (const Objection& one : now.objections) {
    DebateObjection objection{one.agent, one.text, ObjectionFate::kOpen, {}};
    if (one.state == ObjectionState::kAnswered) objection.fate = ObjectionFate::kAnswered;
    if (one.state == ObjectionState::kWithdrawn) objection.fate = ObjectionFate::kWithdrawn;
    if (one.state == ObjectionState::kTakenUp) objection.fate = ObjectionFate::kAccepted;
    if (!one.by.empty()) objection.answer = "by " + one.by;
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

// Asks for something to be read, with one repair turn (C-35, C-41, P-53).
Flow<Spoken> ask_readable(FlowHandle flow, ConversationPtr conversation, TurnRequest turn) {
  Spoken spoken = co_await speak(flow, conversation, turn);
  const std::string fault(text_at(spoken.reading, "fault"));
  if (spoken.step != Step::kGoOn || fault.empty()) co_return spoken;
  turn.task_before = turn.task;
  turn.task = "repair";
  turn.values["fault"] = fault;
  co_return co_await speak(flow.at("repair"), conversation, std::move(turn));
}

Flow<Step> sum_up(FlowHandle flow, ConversationPtr conversation) {
  TurnRequest turn = conversation_turn(flow, conversation, conversation->plan.leader, "debate", "");
  turn.reads = TurnReads::kDebate;
  const Spoken spoken = co_await ask_readable(flow.at("ask"), conversation, std::move(turn));
  if (gives_floor(spoken.step)) co_return spoken.step;
  const Project project = *active_project(flow);  // a copy: a view lasts until something is asked
  DebateSummary summary = debate_summary(spoken.reading, project.goal);
  if (!text_at(spoken.reading, "fault").empty() || spoken.reading.is_null())
    decide_from_log(project, summary);
  add_objections(co_await stand(flow.at("stand")), summary);
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

std::string doubts_text(const std::vector<Note>& doubts) {
  std::string text;
  for (const Note& doubt : doubts) text += "- " + doubt.message + "\n";
  return "The brief may contradict what the person said:\n" + text;
}

struct Written {
  Step step = Step::kGoOn;
  std::optional<Brief> brief;  // none: the leader's could not be read
};

Flow<Written> write_brief(FlowHandle flow, ConversationPtr conversation) {
  TurnRequest turn =
      conversation_turn(flow, conversation, conversation->plan.leader, "synthesise", "");
  turn.reads = TurnReads::kBrief;
  turn.values["agents"] = join(conversation->plan.members, ", ");
  Spoken spoken = co_await ask_readable(flow.at("ask"), conversation, turn);
  Written written{spoken.step, std::nullopt};
  if (spoken.step != Step::kGoOn) co_return written;
  const Json* found = find_at(spoken.reading, "brief");
  if (found == nullptr) co_return written;
  written.brief = brief_from_json(found->get_object());
  const SharedVector<ProjectQuestion> questions = active_project(flow)->questions;
  const std::vector<Note> doubts = doubts_about(*written.brief, questions);
  if (!doubts.empty()) {
    turn.task_before = turn.task;
    turn.task = "repair";
    turn.values["fault"] = doubts_text(doubts);
    spoken = co_await speak(flow.at("doubts"), conversation, std::move(turn));
    if (gives_floor(spoken.step)) {
      written.step = spoken.step;
      co_return written;
    }
    if (const Json* better = find_at(spoken.reading, "brief"))
      written.brief = brief_from_json(better->get_object());
  }
  add_unanswered(*written.brief, questions);
  co_return written;
}

// The brief is shown, and is the person's to judge.
Flow<Nothing> put_forward(FlowHandle flow, ConversationPtr conversation, Brief brief,
                          BriefOrigin origin, By by) {
  const Project& project = *active_project(flow);
  ProposedBrief proposed;
  proposed.revision = project.briefs.empty() ? 1 : project.briefs.back().revision + 1;
  proposed.origin = origin;
  proposed.by = by;
  std::string text = brief_markdown(brief, origin);
  if (project.brief() != nullptr) {
    const auto changes = change_lines(compare_briefs(*project.brief()->brief, brief));
    if (!changes.empty()) text += "\n\nWhat has changed:\n\n- " + join(changes, "\n- ") + "\n";
  }
  proposed.brief = std::move(brief);
  NewEvent shown =
      document_event(flow, conversation->plan.leader, message_kind::kBrief, std::move(text));
  proposed.message = std::string(text_at(Json(shown.body), "id"));
  std::vector<NewEvent> events;
  events.push_back(std::move(shown));
  events.push_back(brief_proposed(project.id, proposed));
  co_await tell(flow.at("brief"), std::move(events));
  co_return Nothing();
}

Flow<Nothing> interrupted(FlowHandle flow, ConversationPtr conversation) {
  co_await flow.catch_up("interrupted");
  co_await wait(flow.at("wait"), conversation);
  co_return Nothing();
}

// A brief that the person wrote or edited, given as "/brief" and its Markdown (C-41).
Flow<bool> take_edited(FlowHandle flow, ConversationPtr conversation, Heard heard) {
  if (heard.reading.command != "brief" || heard.reading.rest.empty()) co_return false;
  std::vector<RosterAgent> agents;
  for (const auto& [agent, model] : conversation->plan.models)
    agents.push_back({.id = agent, .name = agent, .aliases = {}, .forbidden = false});
  BriefOptions options;
  options.steps_fall_to = conversation->plan.leader;
  const auto read = read_brief(heard.reading.rest, Roster(std::move(agents)), options);
  if (!read) {
    co_await say_line(flow.at("unread"),
                      "That brief could not be read: " + read.error().message +
                          " Copy the text of the last one, change it, and send it after /brief.");
    co_return true;
  }
  co_await put_forward(flow.at("edited"), conversation, read->brief, BriefOrigin::kPerson,
                       heard.by);
  co_return true;
}

Flow<Nothing> answer_about_brief(FlowHandle flow, ConversationPtr conversation, Heard heard) {
  co_await speak_all(
      flow, conversation,
      turns_of_addressed(flow, conversation, heard, "answer_brief", message_kind::kAnswer));
  co_return Nothing();
}

Flow<Nothing> hear_in_approval(FlowHandle flow, ConversationPtr conversation) {
  const Heard heard = co_await take(flow.at("take"), conversation);
  if (co_await handle_anywhere(flow.at("any"), conversation, heard)) co_return Nothing();
  if (co_await take_edited(flow.at("edit"), conversation, heard)) co_return Nothing();
  const bool wishes = heard.answer() == Approval::kFeedback || heard.answer() == Approval::kReject;
  if (!heard.newest && !wishes) co_return Nothing();
  if (heard.at < active_project(flow)->brief()->room_seq && !wishes)
    co_return co_await say_line(flow.at("early"),
                                "You said that before the brief was there. It is there now: do you "
                                "approve it?");
  if (!heard.reading.addressed.empty()) {
    co_return co_await answer_about_brief(flow.at("addressed"), conversation, heard);
  }
  if (heard.reading.command == "go") co_return co_await to_execution(flow.at("go"));
  Approval said = heard.answer();
  if (heard.asks(Decision::kApprove)) {
    const Confirmed sure =
        co_await confirm(flow.at("sure"), conversation, Decision::kApprove, heard.text);
    if (sure == Confirmed::kOther) co_return Nothing();
    if (sure == Confirmed::kYes) co_return co_await to_execution(flow.at("sure-approved"));
    // Then it is what else was said, or nothing that could be changed.
    if (said == Approval::kUnclear) co_return co_await change_what(flow.at("not"), conversation);
  }
  switch (said) {
    case Approval::kReject:
      if (heard.text.size() < kPlainNo) co_return co_await change_what(flow.at("no"), conversation);
      co_return co_await to_phase(flow.at("rejected"), Phase::kDiscovery,
                                  "the person rejects the brief", heard.text);
    case Approval::kFeedback:
      co_return co_await to_phase(flow.at("changes"), Phase::kDiscovery, {}, heard.text);
    case Approval::kApprove:
      co_return co_await to_execution(flow.at("approved"));
    case Approval::kQuestion:
      co_return co_await answer_about_brief(flow.at("answer"), conversation, heard);
    case Approval::kUnclear:
      break;
  }
  if (!heard.reading.understood && heard.starts())
    co_return co_await to_execution(flow.at("started"));
  co_return co_await say_line(
      flow.at("unclear"),
      "I am not sure what that means for the brief. Say \"yes\" to start, say what should be "
      "different, or \"cancel\".");
}

}  // namespace

Flow<Nothing> ready_step(FlowHandle flow, ConversationPtr conversation) {
  if (!has_unheard(flow, conversation)) {
    const Waited answer =
        co_await wait(flow.at("wait"), conversation, ready_gate(*active_project(flow)));
    if (!answer.answered) co_return Nothing();
    co_await still_there(flow, true);
    if (answer.answer == kStart.id)
      co_return co_await to_phase(flow.at("start"), Phase::kSynthesis,
                                  "the person wants it started");
    co_return co_await to_phase(flow.at("go-on"), Phase::kDiscovery);
  }
  const RoomSeq before = conversation->heard;
  const Heard heard = co_await take(flow.at("take"), conversation);
  if (co_await handle_anywhere(flow.at("any"), conversation, heard)) co_return Nothing();
  if (heard.starts())
    co_return co_await to_phase(flow.at("start"), Phase::kSynthesis, "the person wants it started");
  const bool hint = heard.reading.understood ? heard.asks(Decision::kStart) : heard.approves();
  if (hint)
    co_return co_await say_line(
        flow.at("hint"),
        "Nothing is started by that alone: say \"go ahead\", or choose \"Start "
        "implementation\".");
  // Anything else goes on with the discussion, and is heard there.
  conversation->heard = before;
  co_return co_await to_phase(flow.at("discuss"), Phase::kDiscovery);
}

Flow<Nothing> synthesis_step(FlowHandle flow, ConversationPtr conversation) {
  if (co_await stopped_by_words(flow.at("words"), conversation)) co_return Nothing();
  const Step summed = co_await sum_up(flow.at("sum-up"), conversation);
  if (gives_floor(summed)) co_return co_await interrupted(flow.at("broken-off"), conversation);
  co_await flow.catch_up("summed-up");
  if (co_await stopped_by_words(flow.at("between"), conversation)) co_return Nothing();
  const Written written = co_await write_brief(flow.at("brief"), conversation);
  if (gives_floor(written.step)) co_return co_await interrupted(flow.at("broken"), conversation);
  co_await flow.catch_up("written");
  if (written.brief) {
    co_await put_forward(flow.at("leader"), conversation, *written.brief, BriefOrigin::kLeader,
                         {Actor::kAgent, conversation->plan.leader});
  } else {
    const Json from_log =
        co_await read(flow.at("log"), "brief", {{"leader", conversation->plan.leader}});
    if (!from_log.is_object()) co_return Nothing();  // the flow was cancelled
    co_await put_forward(flow.at("program"), conversation, brief_from_json(from_log.get_object()),
                         BriefOrigin::kLog, {});
  }
  co_await to_phase(flow.at("approval"), Phase::kApproval);
  if (active_project(flow)->iteration >= kEditOffered)
    co_await say_line(flow.at("edit"),
                      "You can also edit it yourself: copy its text, change it, and send it after "
                      "/brief.");
  co_return Nothing();
}

Flow<Nothing> approval_step(FlowHandle flow, ConversationPtr conversation) {
  if (has_unheard(flow, conversation))
    co_return co_await hear_in_approval(flow.at("hear"), conversation);
  const Waited answer = co_await wait(flow.at("wait"), conversation, approval_gate(flow));
  if (!answer.answered) co_return Nothing();
  co_await still_there(flow, true);
  if (answer.answer == kApprove.id) co_return co_await to_execution(flow.at("approved"));
  if (answer.answer == kApproveApart.id)
    co_return co_await move_to_own_room(flow.at("apart"), Begins::kYes);
  if (answer.answer == kCancel.id)
    co_return co_await finish_project(flow.at("cancel"), ProjectEnding::kCancellation,
                                      "the person cancelled it at the brief");
  if (!answer.reason.empty())
    co_return co_await to_phase(flow.at("changes"), Phase::kDiscovery, {}, answer.reason);
  co_return co_await change_what(flow.at("change"), conversation);
}

}  // namespace fm
