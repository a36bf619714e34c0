// review: the program sums the work up; the person takes it, has one thing adjusted, or goes back
// (C-42, C-44).
#include "flows/conversation/work/review.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "flows/conversation/anywhere.h"
#include "flows/conversation/confirm.h"
#include "flows/conversation/own_room.h"
#include "flows/conversation/telling.h"
#include "flows/conversation/work/adjusting.h"
#include "flows/conversation/work/listening.h"
#include "reading/brief/brief.h"
#include "team/conversation/conversation_state.h"
#include "team/documents/documents.h"
#include "team/documents/work_log.h"
#include "team/documents/work_review.h"
#include "team/tasks/built_review.h"

namespace fm {
namespace {

constexpr GateOption kAccept{"accept", "Accept"};
constexpr GateOption kAcceptMerge{"accept-and-merge", "Accept, and bring it into my branch"};
constexpr GateOption kAdjust{"adjust-one-thing", "Adjust one thing"};
constexpr GateOption kDiscuss{"back-to-discussion", "Back to discussion"};

// By the agency: it is on a branch of its own.
bool was_built(const Project& project) { return !project.work.tasks.empty(); }

GateRequest review_gate(const RoomView& view, const Project& project) {
  GateRequest gate;
  gate.type = "review";
  gate.question = "Accept this work?";
  if (was_built(project)) gate.offer(kAcceptMerge);
  for (const GateOption& option : {kAccept, kAdjust, kDiscuss}) gate.offer(option);
  gate.subject = JsonObject{
      {"project", project.id.value},
      {"checkpoint", "human-verify"},
      {"what_built", project.brief() != nullptr ? project.brief()->brief->title : project.goal},
      {"where", files_folder(view, project)},
      {"how_to_verify",
       "Open the files, try what the summary names, and hold it against the brief."},
      {"resume_signal", "\"accept\" ends it; say what should be different otherwise"},
      {"stretch", static_cast<std::int64_t>(project.steps.size())}};
  return gate;
}

// C-44: made from the log, without a model.
Flow<Nothing> sum_up_work(FlowHandle flow, ConversationPtr conversation) {
  const Project& project = *active_project(flow);
  if (was_built(project)) {
    const TaskMap map = task_map_from_json(*project.plans.back().plan);
    co_await tell(flow.at("review"),
                  {document_event(flow, conversation->plan.leader, message_kind::kReview,
                                  built_review(map, project.work))});
    co_return co_await report_back(flow.at("back"),
                                   "is there to be looked at, and waits for your word.");
  }
  const auto documents = built_in_documents();
  FM_CHECK(documents.has_value(), "the templates of the program are right");
  const ReviewSummary summary = review_of(flow.view<RoomView>(), *active_project(flow));
  std::vector<NewEvent> events;
  events.push_back(document_event(flow, conversation->plan.leader, message_kind::kReview,
                                  documents->shown_review(summary)));
  co_await tell(flow.at("review"), std::move(events));
  co_await report_back(flow.at("back"), "is there to be looked at, and waits for your word.");
  co_return Nothing();
}

// A small task is its own summary.
bool is_summed_up(const FlowHandle& flow, const Project& project) {
  if (project.intent && project.intent->flow == "light") return true;
  const RoomSeq since = project.began(Phase::kReview)->room_seq;
  return std::ranges::any_of(flow.view<RoomView>().messages, [&](const Message& message) {
    return message.project == project.id && message.kind == message_kind::kReview &&
           message.room_seq > since;
  });
}

std::string why_not_merged(const Outcome& brought) {
  if (brought.error) return brought.error->message + " " + brought.error->cure;
  if (find_at(brought.value, "in_the_way") != nullptr)
    return "You have changed these files and not committed them: " +
           join(texts_at(brought.value, "in_the_way"), ", ") +
           ". Commit or put them aside, and accept again.";
  return "Your branch has gone on and changes the same lines in " +
         join(texts_at(brought.value, "conflicts"), ", ") +
         ". Merge it yourself with git, or say what should be different.";
}

// The result comes into the person's branch first; only then is the work over.
Flow<Nothing> accept_and_merge(FlowHandle flow) {
  const Outcome brought = co_await flow.perform(
      "bring-in", {"bring_in", {{"project", active_project(flow)->id.value}}});
  const bool done = brought.ok() && find_at(brought.value, "in_the_way") == nullptr &&
                    find_at(brought.value, "conflicts") == nullptr;
  if (!done) {
    if (!brought.interrupted)
      co_await say_line(flow.at("not"), "It is not in your branch yet. " + why_not_merged(brought));
    co_return Nothing();
  }
  std::string branch(text_at(brought.value, "branch"));
  if (branch.starts_with("refs/heads/")) branch.erase(0, std::string_view("refs/heads/").size());
  co_await say_line(flow.at("in"), branch.empty() ? "It is in your checkout now."
                                                  : "It is in " + branch + " now.");
  co_return co_await accept_work(flow.at("accepted"));
}

constexpr GateOption kBringIn{"accept-and-merge", "Accept it, and bring it into my branch"};
constexpr GateOption kOnlyAccept{"accept", "Accept it, and leave it on its own branch"};
constexpr GateOption kNeither{"neither", "Neither"};

GateRequest along_gate(const Project& project, std::string_view words) {
  GateRequest gate;
  gate.type = "confirm";
  gate.question = "You want it in your branch. Is the work accepted with that?";
  for (const GateOption& option : {kBringIn, kOnlyAccept, kNeither}) gate.offer(option);
  gate.subject = JsonObject{{"project", project.id.value},
                            {"decision", "accept"},
                            {"words", std::string(cut_bytes(words, 200))}};
  return gate;
}

// The words name the person's branch: a clear yes takes it there, and what is less than clear is
// asked about once, with all that it may mean. It is never taken for a change of the work.
Flow<Nothing> take_along(FlowHandle flow, ConversationPtr conversation, Heard heard) {
  if (heard.answer() == Approval::kApprove && !heard.asks(Decision::kAccept))
    co_return co_await accept_and_merge(flow.at("merged"));
  const Waited answer =
      co_await wait(flow.at("wait"), conversation, along_gate(*active_project(flow), heard.text));
  if (!co_await still_there(flow.at("there"), answer.answered) || !answer.answered)
    co_return Nothing();
  if (answer.answer == kBringIn.id) co_return co_await accept_and_merge(flow.at("sure-merged"));
  if (answer.answer == kOnlyAccept.id) co_return co_await accept_work(flow.at("sure-accepted"));
  co_return co_await say_line(flow.at("neither"), "Nothing was done. What should be different?");
}

Flow<Nothing> hear_in_review(FlowHandle flow, ConversationPtr conversation) {
  const Heard heard = co_await take(flow.at("take"), conversation);
  if (co_await handle_anywhere(flow.at("any"), conversation, heard)) co_return Nothing();
  if (!heard.newest && !heard.wishes()) co_return Nothing();
  if (heard.at < active_project(flow)->began(Phase::kReview)->room_seq && !heard.wishes())
    co_return co_await say_line(
        flow.at("early"), "You said that before the work was ready. It is ready now: accept it?");
  if (co_await tell_where(flow.at("where"), heard)) co_return Nothing();
  const Approval said = heard.answer();
  if (heard.reading.takes_along && was_built(*active_project(flow)) &&
      said != Approval::kQuestion && said != Approval::kReject)
    co_return co_await take_along(flow.at("along"), conversation, heard);
  if (heard.asks(Decision::kAccept)) {
    const Confirmed sure =
        co_await confirm(flow.at("sure"), conversation, Decision::kAccept, heard.text);
    if (sure == Confirmed::kOther) co_return Nothing();
    if (sure == Confirmed::kYes) co_return co_await accept_work(flow.at("sure-accepted"));
    // Asked once: what is no yes is a wish, and its words are asked for where there are none.
    if (said == Approval::kUnclear) {
      const auto wish = co_await ask_what(flow.at("what"), conversation);
      if (wish) co_await adjust(flow.at("adjust-sure"), *wish);
      co_return Nothing();
    }
  }
  switch (said) {
    case Approval::kApprove:
      co_return co_await accept_work(flow.at("accepted"));
    case Approval::kFeedback:
      co_return co_await adjust(flow.at("adjust"), heard);
    case Approval::kReject: {
      // A complaint is about the work: what it names is done over (C-44).
      if (!heard.gives_no_reason()) co_return co_await adjust(flow.at("adjust-no"), heard);
      const auto wish = co_await ask_what(flow.at("no"), conversation);
      if (wish) co_await adjust(flow.at("adjust-what"), *wish);
      co_return Nothing();
    }
    case Approval::kQuestion:
      co_await answer_about_work(flow.at("answer"), conversation, {heard});
      co_return Nothing();
    case Approval::kUnclear:
      break;
  }
  co_return co_await say_line(
      flow.at("unclear"),
      "I am not sure whether you accept it. Say \"accept\", or what should be different.");
}

}  // namespace

Flow<Nothing> review_step(FlowHandle flow, ConversationPtr conversation) {
  const Project& project = *active_project(flow);
  if (!is_summed_up(flow, project)) {
    if (co_await stopped_by_words(flow.at("words"), conversation)) co_return Nothing();
    co_return co_await sum_up_work(flow.at("sum-up"), conversation);
  }
  if (has_unheard(flow, conversation))
    co_return co_await hear_in_review(flow.at("hear"), conversation);
  const Waited answer =
      co_await wait(flow.at("wait"), conversation, review_gate(flow.view<RoomView>(), project));
  if (!answer.answered) co_return Nothing();
  co_await still_there(flow, true);
  if (answer.answer == kAcceptMerge.id) co_return co_await accept_and_merge(flow.at("merged"));
  if (answer.answer == kAccept.id) co_return co_await accept_work(flow.at("accepted"));
  if (answer.answer == kDiscuss.id)
    co_return co_await to_phase(flow.at("discuss"), Phase::kDiscovery, {}, answer.reason);
  std::optional<Heard> wish = Heard();
  wish->text = answer.reason;
  if (answer.reason.empty()) wish = co_await ask_what(flow.at("what"), conversation);
  if (wish) co_await adjust(flow.at("adjust"), *wish);
  co_return Nothing();
}

}  // namespace fm
