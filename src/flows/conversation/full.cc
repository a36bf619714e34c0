// full: from a draft to work that the person started (C-36 to C-42).
//
//   ready      the card with the brief: a plain yes, the button or an order starts the work
//   synthesis  an order came before there was a draft: it is written now
//   approval   the gate: approve, change, cancel
//
// In both a wish is an edit of the brief; words are read in the order cancel, reject, approve,
// unclear.
#include "flows/conversation/full.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "flows/conversation/anywhere.h"
#include "flows/conversation/confirm.h"
#include "flows/conversation/debate.h"
#include "flows/conversation/draft.h"
#include "flows/conversation/own_room.h"
#include "flows/conversation/planning.h"
#include "flows/conversation/telling.h"
#include "flows/conversation/turns.h"
#include "team/conversation/conversation_state.h"
#include "team/room/brief.h"

namespace fm {
namespace {

constexpr GateOption kStart{"start-implementation", "Start implementation"};
constexpr GateOption kContinue{"continue-discussion", "Continue discussion"};
constexpr GateOption kApprove{"approve", "Approve"};
constexpr GateOption kChange{"change-something", "Change something"};
constexpr GateOption kCancel{"cancel", "Cancel"};
constexpr GateOption kApproveApart{"approve-in-a-room-of-its-own", "Approve, in a room of its own"};
constexpr GateOption kDocuments{"start-documents", "Start, documents only"};
constexpr GateOption kBuild{"build", "Build it"};
constexpr GateOption kBuildWithSetup{"build-with-setup", "Build it, with the suggested setup"};
constexpr GateOption kStartApart{"start-in-a-room-of-its-own", "Start, in a room of its own"};
constexpr std::string_view kBuildBy = "build-by-";  // and a coding agent's id (S-20)
constexpr std::size_t kLongWork = 5;  // steps of a brief from which a room of its own is offered
constexpr int kEditOffered = 3;       // iterations after which the brief is better edited by hand

// What the person says when they are asked what should be different.
Flow<Nothing> change_what(FlowHandle flow, ConversationPtr conversation) {
  const auto wish = co_await ask_what(flow, conversation);
  if (wish) co_await to_phase(flow.at("changes"), Phase::kDiscovery, {}, wish->text);
  co_return Nothing();
}

bool offers_own_room(const FlowHandle& flow) {
  return active_project(flow)->brief()->brief->next_steps.size() >= kLongWork &&
         !has_own_room(flow);
}

// Of a room that was begun before there were drafts.
GateRequest ready_gate(const Project& project) {
  GateRequest gate;
  gate.type = "ready";
  gate.question = "You and the team agree. Start now?";
  gate.offer(kStart);
  gate.offer(kContinue);
  gate.subject = JsonObject{{"project", project.id.value},
                            {"agreed", project.steps.empty() ? "" : project.steps.back().why}};
  return gate;
}

// C-42: what was made, how to look at it, and what goes on.
JsonObject checkpoint_of(const Project& project, std::string_view signal) {
  const BriefRevision* brief = project.brief();
  return {
      {"project", project.id.value},
      {"checkpoint", "human-verify"},
      {"what_built",
       "the brief \"" + brief->brief->title + "\", revision " + std::to_string(brief->revision)},
      {"message", brief->message},
      {"how_to_verify",
       "Read it: is the goal yours, is what is in scope all of it, is nothing of yours missing?"},
      {"resume_signal", signal},
      {"brief", to_json(*brief->brief)}};
}

GateRequest draft_gate(const FlowHandle& flow, const ConversationPtr& conversation,
                       JsonObject standing) {
  GateRequest gate;
  gate.type = "ready";
  gate.question = "Start on this? (yes, or say what to change)";
  const bool builds = builds_code(flow, conversation);
  for (const GateOption& option : {kStart, kChange, kContinue}) gate.offer(option);
  if (builds) gate.offer(kDocuments);
  if (offers_own_room(flow)) gate.offer(kStartApart);
  gate.subject = checkpoint_of(*active_project(flow),
                               builds ? "\"yes\" has the plan of the work made; you see it before "
                                        "anything is built"
                                      : "\"yes\" starts the work; anything you want otherwise "
                                        "changes it");
  for (auto& [key, value] : standing) gate.subject.as_object()[key] = value;
  return gate;
}

// The plan and the brief on one card: the one approval of what is built (C-37).
GateRequest plan_gate(const FlowHandle& flow, const ConversationPtr& conversation) {
  GateRequest gate;
  gate.type = "approval";
  gate.question = "Build this? (yes, or say what to change)";
  gate.offer(kBuild);
  if (suggests_setup(flow)) gate.offer(kBuildWithSetup);
  for (const GateOption& option : {kChange, kContinue, kCancel}) gate.offer(option);
  for (const auto& [id, title] : conversation->plan.coders_here)
    gate.offer({std::string(kBuildBy) + id, "Build it with " + title});
  gate.subject = checkpoint_of(*active_project(flow),
                               "\"yes\" starts the work; anything you want otherwise changes the "
                               "plan");
  for (auto& [key, value] : plan_subject(flow, conversation)) gate.subject.as_object()[key] = value;
  return gate;
}

GateRequest approval_gate(const FlowHandle& flow, const ConversationPtr& conversation) {
  if (has_plan(flow)) return plan_gate(flow, conversation);
  GateRequest gate;
  gate.type = "approval";
  gate.question = "Approve this brief?";
  for (const GateOption& option : {kApprove, kChange, kCancel}) gate.offer(option);
  if (offers_own_room(flow)) gate.offer(kApproveApart);
  gate.subject =
      checkpoint_of(*active_project(flow),
                    "\"yes\" starts the work; anything you want otherwise changes the brief");
  return gate;
}

Flow<Nothing> interrupted(FlowHandle flow, ConversationPtr conversation) {
  co_await flow.catch_up("interrupted");
  co_await wait(flow.at("wait"), conversation);
  co_return Nothing();
}

// By those whose matter it surely is, else by the leader, from the brief.
Flow<Nothing> answer_about_brief(FlowHandle flow, ConversationPtr conversation, Heard heard) {
  if (heard.reading.addressed.empty() && (co_await stand(flow.at("whose"))).route_is_sure) {
    const Step step = co_await debate(flow.at("debate"), conversation, false);
    if (step == Step::kStop) co_await say_capped(flow.at("stopped"), "The team stops here.");
    co_return Nothing();
  }
  co_await speak_all(
      flow, conversation,
      turns_of_addressed(flow, conversation, heard, "answer_brief", message_kind::kAnswer));
  co_return Nothing();
}

Flow<Nothing> take_back(FlowHandle flow, ConversationPtr conversation, Heard heard) {
  if (heard.gives_no_reason()) co_return co_await change_what(flow.at("no"), conversation);
  co_return co_await to_phase(flow.at("rejected"), Phase::kDiscovery,
                              "the person rejects the brief", heard.text);
}

// Agreement is told once a draft: it starts nothing (C-36).
Flow<Nothing> tell_of_agreement(FlowHandle flow) {
  constexpr std::string_view kLine =
      "You agree. Nothing has started yet: \"yes\" starts it, or say what to change.";
  const Project& project = *active_project(flow);
  for (const Message& message : flow.view<RoomView>().messages)
    if (message.project == project.id && message.kind == message_kind::kSystem &&
        message.room_seq > project.brief()->room_seq && *message.text == kLine)
      co_return Nothing();
  co_return co_await say_line(flow, std::string(kLine));
}

// What is no word about the brief itself. True: the message is dealt with.
Flow<bool> hear_beside_card(FlowHandle flow, ConversationPtr conversation, Heard heard) {
  if (co_await handle_anywhere(flow.at("any"), conversation, heard)) co_return true;
  if (co_await take_edited_plan(flow.at("edit-plan"), heard)) co_return true;
  if (co_await take_edited(flow.at("edit"), conversation, heard)) co_return true;
  if (!heard.newest && !heard.wishes()) co_return true;
  if (heard.at < active_project(flow)->brief()->room_seq && !heard.wishes()) {
    co_await say_line(flow.at("early"),
                      "You said that before the brief was ready. It is ready now: start on it?");
    co_return true;
  }
  if (!heard.reading.addressed.empty()) {
    co_await answer_about_brief(flow.at("addressed"), conversation, heard);
    co_return true;
  }
  if (heard.reading.wants_vote || heard.reading.command == "vote") {
    co_await vote(flow.at("vote"), conversation);
    co_return true;
  }
  co_return false;
}

// A yes that had to be asked about may say more than itself: that goes into the brief, which is
// shown again where it changed. Nothing starts without it (C-12).
Flow<Nothing> start_confirmed(FlowHandle flow, ConversationPtr conversation, Heard heard) {
  const std::size_t before = active_project(flow)->briefs.size();
  const Step edited = co_await edit_brief(flow.at("edit"), conversation, heard.text);
  if (gives_floor(edited)) co_return co_await interrupted(flow.at("broken"), conversation);
  if (active_project(flow)->briefs.size() > before) co_return Nothing();
  co_return co_await begin_work(flow, conversation);
}

// A wish at the card with the plan changes the plan, and the card is there again.
Flow<Nothing> change_plan(FlowHandle flow, ConversationPtr conversation, std::string wish) {
  const Step changed = co_await edit_plan(flow, conversation, std::move(wish));
  if (gives_floor(changed)) co_await interrupted(flow.at("broken"), conversation);
  co_return Nothing();
}

Flow<Nothing> take_wish(FlowHandle flow, ConversationPtr conversation, std::string wish) {
  const bool at_plan = active_project(flow)->phase == Phase::kApproval && has_plan(flow);
  if (at_plan) co_return co_await change_plan(flow.at("plan"), conversation, std::move(wish));
  co_return co_await to_phase(flow, Phase::kDiscovery, {}, std::move(wish));
}

// `offered`: what a yes does there, kStart or kApprove. Cancel, reject, approve, unclear (C-37).
Flow<Nothing> hear_at_card(FlowHandle flow, ConversationPtr conversation, Decision offered) {
  const RoomSeq before = conversation->heard;
  const Heard heard = co_await take(flow.at("take"), conversation);
  if (co_await hear_beside_card(flow, conversation, heard)) co_return Nothing();
  if (heard.reading.wants_ideas || heard.reading.command == "ideate") {
    conversation->heard = before;
    co_return co_await to_phase(flow.at("discuss"), Phase::kDiscovery);
  }
  if (!heard.wishes() && (heard.starts() || heard.approves()))
    co_return co_await begin_work(flow.at("start"), conversation);
  if (heard.reading.speech == SpeechAct::kAgree)
    co_return co_await tell_of_agreement(flow.at("agreed"));
  const Approval said = heard.answer();
  // A yes with a wish in it is a change first.
  if (heard.asks(offered) && said != Approval::kFeedback) {
    const Confirmed sure = co_await confirm(flow.at("sure"), conversation, offered, heard.text);
    if (sure == Confirmed::kOther) co_return Nothing();
    if (sure == Confirmed::kYes)
      co_return co_await start_confirmed(flow.at("sure-start"), conversation, heard);
    // Then it is what else was said, or nothing that could be changed.
    if (said == Approval::kUnclear) co_return co_await change_what(flow.at("not"), conversation);
  }
  switch (said) {
    case Approval::kReject:
      co_return co_await take_back(flow, conversation, heard);
    case Approval::kFeedback:
      co_return co_await take_wish(flow.at("changes"), conversation, heard.text);
    case Approval::kQuestion:
      co_return co_await answer_about_brief(flow.at("answer"), conversation, heard);
    case Approval::kApprove:
    case Approval::kUnclear:
      co_return co_await say_line(
          flow.at("unclear"),
          "I am not sure what that means for the brief. Say \"yes\" to start, say what should be "
          "different, or \"cancel\".");
  }
}

// There is no draft yet: Start makes one, and shows it.
Flow<Nothing> ready_without_draft(FlowHandle flow, ConversationPtr conversation) {
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
  // Anything else goes on with the discussion, and is heard there.
  conversation->heard = before;
  co_return co_await to_phase(flow.at("discuss"), Phase::kDiscovery);
}

}  // namespace

Flow<Nothing> ready_step(FlowHandle flow, ConversationPtr conversation) {
  // In rooms of earlier releases what there was to start on was no brief of this iteration.
  const BriefRevision* brief = active_project(flow)->brief();
  if (brief == nullptr || brief->iteration != active_project(flow)->iteration)
    co_return co_await ready_without_draft(flow, conversation);
  if (has_unheard(flow, conversation))
    co_return co_await hear_at_card(flow.at("hear"), conversation, Decision::kStart);
  GateRequest gate = draft_gate(flow, conversation, co_await standing_doubts(flow.at("standing")));
  const Waited answer = co_await wait(flow.at("wait"), conversation, std::move(gate));
  if (!answer.answered) co_return Nothing();
  co_await still_there(flow, true);
  if (answer.answer == kStart.id) co_return co_await begin_work(flow.at("started"), conversation);
  if (answer.answer == kDocuments.id)
    co_return co_await begin_work(flow.at("started"), conversation, BuiltAs::kDocuments);
  if (answer.answer == kStartApart.id)
    co_return co_await move_to_own_room(flow.at("apart"), Begins::kYes);
  if (answer.answer == kContinue.id)
    co_return co_await to_phase(flow.at("go-on"), Phase::kDiscovery, {}, answer.reason);
  if (!answer.reason.empty())
    co_return co_await to_phase(flow.at("changes"), Phase::kDiscovery, {}, answer.reason);
  co_return co_await change_what(flow.at("change"), conversation);
}

Flow<Nothing> synthesis_step(FlowHandle flow, ConversationPtr conversation) {
  if (co_await stopped_by_words(flow.at("words"), conversation)) co_return Nothing();
  const BriefRevision* brief = active_project(flow)->brief();
  const bool is_written = brief != nullptr && brief->iteration == active_project(flow)->iteration &&
                          builds_code(flow, conversation);
  Step written = Step::kGoOn;
  if (!is_written) written = co_await make_draft(flow.at("brief"), conversation, Reviewed::kNot);
  if (written == Step::kGoOn && builds_code(flow, conversation))
    written = co_await make_plan(flow.at("plan"), conversation);
  if (gives_floor(written)) co_return co_await interrupted(flow.at("broken"), conversation);
  if (flow.cancelled()) co_return Nothing();
  PhaseRequest shown{.to = Phase::kApproval};
  if (has_plan(flow))
    shown.line = "Your turn: this is the plan. Nothing is built before you say yes." +
                 coders_line(coders_of_plan(flow, conversation));
  co_return co_await go_to(flow.at("approval"), std::move(shown));
}

Flow<Nothing> approval_step(FlowHandle flow, ConversationPtr conversation) {
  if (has_unheard(flow, conversation))
    co_return co_await hear_at_card(flow.at("hear"), conversation, Decision::kApprove);
  const Waited answer =
      co_await wait(flow.at("wait"), conversation, approval_gate(flow, conversation));
  if (!answer.answered) co_return Nothing();
  co_await still_there(flow, true);
  if (answer.answer == kBuildWithSetup.id) co_await accept_suggestion(flow.at("setup"));
  if (answer.answer == kApprove.id || answer.answer == kBuild.id ||
      answer.answer == kBuildWithSetup.id || answer.answer.starts_with(kBuildBy)) {
    conversation->built_with =
        answer.answer.starts_with(kBuildBy) ? answer.answer.substr(kBuildBy.size()) : std::string();
    co_return co_await start_work(flow.at("approved"));
  }
  if (answer.answer == kContinue.id)
    co_return co_await to_phase(flow.at("go-on"), Phase::kDiscovery, {}, answer.reason);
  if (answer.answer == kApproveApart.id)
    co_return co_await move_to_own_room(flow.at("apart"), Begins::kYes);
  if (answer.answer == kCancel.id)
    co_return co_await finish_project(flow.at("cancel"), ProjectEnding::kCancellation,
                                      "the person cancelled it at the brief");
  if (!answer.reason.empty())
    co_return co_await take_wish(flow.at("changes"), conversation, answer.reason);
  const auto wish = co_await ask_what(flow.at("change"), conversation);
  if (wish) co_await take_wish(flow.at("changed"), conversation, wish->text);
  co_return Nothing();
}

Flow<Nothing> show_edited(FlowHandle flow, Phase where) {
  if (where == Phase::kApproval) {
    PhaseRequest request;
    request.to = Phase::kApproval;
    co_await pass_to_phase(flow, {Phase::kSynthesis}, std::move(request));
  } else {
    co_await to_phase(flow, Phase::kReady, "the brief is there to be judged");
  }
  if (active_project(flow)->iteration >= kEditOffered)
    co_await say_line(
        flow.at("edit"),
        "You can also edit it yourself: /brief edit opens it in your editor; elsewhere "
        "send its changed text after /brief.");
  co_return Nothing();
}

}  // namespace fm
