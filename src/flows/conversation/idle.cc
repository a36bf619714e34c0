// A room where nothing runs: a message is talk, begins a project, or takes one up (C-10, C-13,
// C-46).
#include "flows/conversation/idle.h"

#include <algorithm>
#include <utility>

#include "flows/conversation/anywhere.h"
#include "flows/conversation/telling.h"
#include "flows/conversation/turns.h"
#include "flows/conversation/work/adjusting.h"
#include "team/conversation/conversation_state.h"
#include "team/documents/work_log.h"

namespace fm {
namespace {

// Whether a finished matter is one that can be built on (C-15).
bool can_be_built_on(const Project& project) {
  using enum Intent;
  return project.ending == ProjectEnding::kSuccess && project.intent &&
         (project.intent->intent == kExplore || project.intent->intent == kAdvice ||
          project.intent->intent == kResearch);
}

// What rests because of the silence or of a fault is offered again; what the person cancelled is
// not, unless asked for.
bool is_offered(const Project& project) {
  return project.came_from &&
         (project.ending == ProjectEnding::kTimeout || project.ending == ProjectEnding::kError);
}

// It failed before anybody of the team said anything: there is nothing to go on with, and whoever
// says it again, in the same words or in others, wants it tried.
bool failed_unheard(FlowHandle flow, const Project& project) {
  if (project.phase != Phase::kFailed || project.brief() != nullptr) return false;
  return std::ranges::none_of(flow.view<RoomView>().messages, [&](const Message& message) {
    return message.project == project.id && message.kind != "user" &&
           message.kind != message_kind::kSystem;
  });
}

std::string offer_of(const Project& project) {
  std::string question = "Welcome back. \"" + project.goal + "\" ";
  question += project.phase == Phase::kFailed ? "failed in " : "is paused in ";
  question += std::string(to_string(*project.came_from)) + ".";
  const auto open = project.open_questions();
  if (!open.empty())
    question += open.size() == 1 ? " One question is open."
                                 : " " + std::to_string(open.size()) + " questions are open.";
  return question + " Continue?";
}

Flow<Nothing> answer_talk(FlowHandle flow, ConversationPtr conversation, Heard heard,
                          std::string_view task = "reply") {
  co_await speak_all(flow.at("reply"), conversation,
                     turns_of_addressed(flow, conversation, heard, task, message_kind::kAnswer));
  co_return Nothing();
}

// About the project that was finished last, which stays the active one (C-20): what was made in it
// stands in the prompt.
Flow<Nothing> answer_finished(FlowHandle flow, ConversationPtr conversation, Heard heard) {
  auto turns = turns_of_addressed(flow, conversation, heard, "answer", message_kind::kAnswer);
  for (TurnRequest& turn : turns) turn.project = active_project(flow)->id;
  co_await speak_all(flow.at("answer"), conversation, std::move(turns));
  co_return Nothing();
}

constexpr GateOption kGoOn{"go-on", "Go on"};
constexpr GateOption kSomethingNew{"something-new", "Something new"};
constexpr GateOption kPlanIt{"plan-it", "Plan it"};
constexpr GateOption kJustAnswer{"just-answer", "Just answer"};

GateRequest build_gate(const Project& project) {
  GateRequest gate;
  gate.type = "escalate";
  gate.question = "Plan with the team how to build this?";
  gate.offer(kPlanIt);
  gate.offer(kJustAnswer);
  gate.subject = JsonObject{{"project", project.id.value}, {"goal", project.goal}};
  return gate;
}

}  // namespace

Flow<Nothing> idle_step(FlowHandle flow, ConversationPtr conversation) {
  if (!has_unheard(flow, conversation)) {
    co_await wait(flow.at("wait"), conversation);
    co_return Nothing();
  }
  const RoomSeq before = conversation->heard;
  Heard heard = co_await take(flow.at("take"), conversation);
  if (co_await handle_anywhere(flow.at("any"), conversation, heard)) co_return Nothing();
  if (heard.cancels() || (heard.newest && heard.reading.cancels))
    co_return co_await say_line(flow.at("nothing"), "Nothing is under way.");
  const Project* project = active_project(flow);
  if (project != nullptr && project->came_from) {
    if (heard.continues()) {
      co_return co_await to_phase(flow.at("up"), *active_project(flow)->came_from);
    }
    if (is_offered(*project) && !failed_unheard(flow, *project)) {
      GateRequest offer;
      offer.type = "take_up";
      offer.question = offer_of(*project);
      offer.offer(kGoOn);
      offer.offer(kSomethingNew);
      offer.subject =
          JsonObject{{"project", project->id.value}, {"phase", to_string(*project->came_from)}};
      const Waited answer = co_await wait(flow.at("offer"), conversation, std::move(offer));
      if (answer.answered && answer.answer == kGoOn.id) {
        conversation->heard = before;  // what was said is heard where it goes on
        co_return co_await to_phase(flow.at("up"), *active_project(flow)->came_from);
      }
      if (!answer.answered) {
        if (!has_unheard(flow, conversation)) co_return Nothing();
        const Heard first = std::exchange(heard, co_await take(flow.at("offered"), conversation));
        if (co_await handle_anywhere(flow.at("any-offered"), conversation, heard))
          co_return Nothing();
        // A plain yes to the offer; nothing is decided by it but that it goes on.
        const bool agrees = heard.newest && heard.reading.approval == Approval::kApprove;
        if (heard.continues() || agrees) {
          conversation->decided.insert(heard.at.value);
          conversation->heard = before;  // as with the button
          co_return co_await to_phase(flow.at("up"), *active_project(flow)->came_from);
        }
        // What was wanted first is not lost by a "no"; a further wish is heard after it.
        if (first.reading.intent.intent != Intent::kChat) {
          if (heard.reading.approval != Approval::kReject) conversation->heard = first.at;
          heard = first;
        }
      }
    }
  }
  project = active_project(flow);
  if (project != nullptr && can_be_built_on(*project) && !heard.reading.begins_anew) {
    if (heard.reading.wants_build && !heard.reading.other_matter)
      co_return co_await escalate(flow.at("build"), heard);
    if (heard.reading.asks_to_build) {
      const Waited answer =
          co_await wait(flow.at("offer-build"), conversation, build_gate(*project));
      if (answer.answered && answer.answer == kPlanIt.id)
        co_return co_await escalate(flow.at("build"), heard);
      // What was found out carries the advice; no project of its own begins for it.
      if (answer.answered)
        co_return co_await answer_talk(flow.at("just"), conversation, heard, "answer");
    }
  }
  if (project != nullptr && heard.reading.asks_where &&
      co_await tell_where(flow.at("where"), heard))
    co_return Nothing();
  // Its branch is there still, and the program brings it in: nobody has to work for that.
  if (project != nullptr && project->is_accepted() && heard.reading.takes_along)
    co_return co_await say_line(
        flow.at("along"), where_text(flow.view<RoomView>(), *project) +
                              "\n`folkmoot merge` brings it into the branch that you are on.");
  if (changes_finished(flow, heard)) co_return co_await adjust(flow.at("adjust"), heard);
  if (heard.reading.asks_where || asks_about_finished(flow, heard))
    co_return co_await answer_finished(flow.at("about"), conversation, heard);
  if (heard.reading.addressed.empty()) {
    co_await begin_project(flow.at("begin"), conversation, heard, heard.text);
    const Project* now = active_project(flow);
    if (now != nullptr && is_active(now->phase)) co_return Nothing();
  }
  co_return co_await answer_talk(flow.at("talk"), conversation, heard);
}

}  // namespace fm
