// execution: the brief's next steps, each by its agent, in their order; then one check of the
// whole, and what it finds is put right once (C-43).
//
// Beside it the person is heard (listening.h). Ctrl-C stops it: then only they are heard, until
// they say how it goes on. What was not handed in, checked or put right is done then. What has a
// plan is the agency's (agency_work.h): it runs as a child in the place of work_on() and comes back
// the same way.
#include "flows/conversation/work/work.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "flows/conversation/anywhere.h"
#include "flows/conversation/confirm.h"
#include "flows/conversation/telling.h"
#include "flows/conversation/turns.h"
#include "flows/conversation/work/agency_work.h"
#include "flows/conversation/work/listening.h"
#include "flows/conversation/work/pieces.h"
#include "team/conversation/conversation_state.h"
#include "team/documents/work_log.h"

namespace fm {
namespace {

struct PieceEnd {
  Step step = Step::kGoOn;
  std::string agent;
  std::optional<Error> error;
};

Flow<PieceEnd> do_piece(FlowHandle flow, ConversationPtr conversation, Piece piece) {
  TurnRequest turn =
      conversation_turn(flow, conversation, piece.agent, piece.change.empty() ? "work" : "adjust",
                        message_kind::kWork);
  if (piece.change.empty())
    turn.values["task"] = piece.task + "\nFiles that you name are saved in `" +
                          project_folder(*active_project(flow)) + "files/` of the person's folder.";
  if (!piece.change.empty()) turn.values["change"] = piece.change;
  const Spoken spoken = co_await speak(flow.at("work"), conversation, std::move(turn));
  co_return PieceEnd{.step = spoken.step, .agent = piece.agent, .error = spoken.error};
}

// Those whose pieces can be done now: all before them are handed in, or cannot be.
std::vector<Piece> due_of(std::vector<Piece>& left) {
  std::vector<Piece> due;
  for (const Piece& piece : left) {
    const bool waits = std::ranges::any_of(piece.after, [&](const std::string& agent) {
      return agent != piece.agent && std::ranges::find(left, agent, &Piece::agent) != left.end();
    });
    if (!waits) due.push_back(piece);
  }
  if (due.empty()) due = left;  // they wait for each other: then all at once
  std::erase_if(left, [&](const Piece& piece) {
    return std::ranges::find(due, piece.agent, &Piece::agent) != due.end();
  });
  return due;
}

// The pieces in their order, those that need not wait for each other at once.
Flow<std::vector<PieceEnd>> do_pieces(FlowHandle flow, ConversationPtr conversation,
                                      std::vector<Piece> left) {
  std::vector<PieceEnd> all;
  for (int stretch = 1; !left.empty(); ++stretch) {
    const FlowHandle at = flow.at("stretch", stretch);
    std::vector<Flow<PieceEnd>> branches;
    for (Piece& piece : due_of(left)) {
      const FlowHandle branch = at.branch(piece.agent);
      branches.push_back(do_piece(branch, conversation, std::move(piece)));
    }
    std::vector<PieceEnd> ends = co_await at.all(std::move(branches));
    co_await at.catch_up("worked");
    for (PieceEnd& end : ends) all.push_back(std::move(end));
    const bool stops =
        std::ranges::any_of(all, [](const PieceEnd& end) { return gives_floor(end.step); });
    if (stops || flow.cancelled()) break;
  }
  co_return all;
}

Flow<Spoken> check_whole(FlowHandle flow, ConversationPtr conversation, const std::string checker,
                         std::string change) {
  TurnRequest turn =
      conversation_turn(flow, conversation, checker, "check_whole", message_kind::kCheck);
  turn.reads = TurnReads::kWholeCheck;
  turn.values["change"] = change.empty() ? "" : " The person asked for this change: " + change;
  Spoken spoken = co_await ask_readable(flow, conversation, std::move(turn));
  co_await flow.catch_up("checked");
  co_return spoken;
}

Flow<Step> put_right(FlowHandle flow, ConversationPtr conversation, std::vector<Piece> again,
                     std::string wish) {
  const std::string asked = wish.empty() ? wish : "The person asked for this: " + wish + "\n";
  std::vector<TurnRequest> turns;
  for (const Piece& piece : again) {
    turns.push_back(
        conversation_turn(flow, conversation, piece.agent, "redo", message_kind::kWork));
    turns.back().values["task"] = piece.task;
    turns.back().values["fault"] = asked + piece.change;
  }
  co_return co_await speak_all(flow, conversation, std::move(turns));
}

std::vector<CheckFinding> findings_in(const Json& verdict) {
  std::vector<CheckFinding> found;
  const Json* faults = find_at(verdict, "faults");
  if (bool_at(verdict, "passed") || faults == nullptr || !faults->is_array()) return found;
  for (const Json& fault : faults->get_array())
    found.push_back({std::string(text_at(fault, "agent")), std::string(text_at(fault, "text"))});
  return found;
}

// The check of the whole, and what it finds put right; also a repair that was broken off.
Flow<Step> look_over(FlowHandle flow, ConversationPtr conversation, std::string change) {
  std::vector<Piece> again = left_to_put_right(flow, conversation);
  const std::string checker = checker_of(conversation, all_pieces(flow, conversation));
  if (!checker.empty() && !was_checked(flow)) {
    const Spoken checked = co_await check_whole(flow.at("check"), conversation, checker, change);
    if (gives_floor(checked.step)) co_return checked.step;
    again = to_put_right(flow, conversation, findings_in(checked.reading));
  }
  if (again.empty() || flow.cancelled()) co_return Step::kGoOn;
  co_return co_await put_right(flow.at("redo"), conversation, again, change);
}

Flow<WorkEnd> work_on(FlowHandle flow, ConversationPtr conversation) {
  const std::vector<Piece> pieces = pieces_of(flow, conversation);
  std::vector<PieceEnd> ends =
      co_await do_pieces(flow.at("steps"), conversation, not_handed_in(flow, pieces));
  const bool stops =
      std::ranges::any_of(ends, [](const PieceEnd& end) { return gives_floor(end.step); });
  const std::vector<Piece> further = passed_on(flow, conversation, pieces);
  if (!stops && !flow.cancelled() && !further.empty())
    for (PieceEnd& end :
         co_await do_pieces(flow.at("passed-on"), conversation, not_handed_in(flow, further)))
      ends.push_back(std::move(end));
  WorkEnd end;
  std::vector<std::string> missing;
  for (const PieceEnd& piece : ends) {
    if (gives_floor(piece.step)) end.what = WorkEnd::What::kInterrupted;
    if (piece.error) end.error = piece.error;
    if (piece.step != Step::kGoOn) missing.push_back(piece.agent);
  }
  if (end.what == WorkEnd::What::kInterrupted || flow.cancelled()) co_return end;
  if (!ends.empty() && missing.size() == ends.size()) {
    end.what = WorkEnd::What::kFailed;
    co_return end;
  }
  if (!missing.empty())
    co_await say_line(flow.at("missing"), "Missing: the work of " + join(missing, ", ") + ".");
  const Step looked = co_await look_over(flow, conversation, pieces.front().change);
  if (gives_floor(looked)) end.what = WorkEnd::What::kInterrupted;
  co_return end;
}

// A pause that says what should be different is an edit of the brief; else that is asked.
Flow<Nothing> revise(FlowHandle flow, WorkEnd end) {
  constexpr std::size_t kPlainWord = 40;  // bytes: "pause, please", and nothing else
  if (end.words.size() > kPlainWord)
    co_return co_await to_phase(flow.at("revise"), Phase::kDiscovery, {}, end.words);
  co_await to_phase(flow.at("revise"), Phase::kDiscovery);
  co_return co_await say_line(flow.at("paused"),
                              "Paused. Say what should be different, or \"go ahead\" to go on "
                              "with the work.");
}

Flow<Nothing> end_work(FlowHandle flow, ConversationPtr conversation, WorkEnd end) {
  const std::string why = "the person said so: " + std::string(cut_bytes(end.words, 200));
  switch (end.what) {
    case WorkEnd::What::kCancelled:
      co_return co_await finish_project(flow.at("cancel"), ProjectEnding::kCancellation, why);
    // Nothing new begins while the person is asked; after a no the work goes on (C-12).
    case WorkEnd::What::kAsked:
      if (co_await confirm(flow.at("sure"), conversation, Decision::kCancel, end.words) ==
          Confirmed::kYes)
        co_await finish_project(flow.at("cancel-sure"), ProjectEnding::kCancellation, why);
      co_return Nothing();
    case WorkEnd::What::kRevise:
      co_return co_await revise(flow, end);
    case WorkEnd::What::kFailed:
      co_return co_await fail_project(
          flow.at("failed"),
          end.error.value_or(Error{"work_failed", "None of the work could be done.", "", ""}));
    case WorkEnd::What::kInterrupted:
      remember_stop(flow, conversation);
      co_return Nothing();
    case WorkEnd::What::kGoOn:
      conversation->stopped.reset();
      co_return Nothing();
    case WorkEnd::What::kDone:
      break;
  }
  co_return co_await to_phase(flow.at("review"), Phase::kReview);
}

// Nothing runs: what is said is heard, and starts nothing but by an order.
Flow<Nothing> hear_while_stopped(FlowHandle flow, ConversationPtr conversation) {
  WorkEnd end = co_await listen(flow.at("listen"), conversation);
  if (flow.cancelled()) co_return Nothing();
  co_await flow.catch_up("ended");
  co_return co_await end_work(flow, conversation, std::move(end));
}

}  // namespace

Flow<Nothing> execution_step(FlowHandle flow, ConversationPtr conversation) {
  if (is_stopped(flow, conversation))
    co_return co_await hear_while_stopped(flow.at("stopped"), conversation);
  if (co_await stopped_by_words(flow.at("words"), conversation)) co_return Nothing();
  const std::vector<FlowHandle> handles = {flow.branch("work"), flow.branch("listen")};
  std::vector<Flow<WorkEnd>> branches;
  branches.push_back(works_on_plan(flow, conversation) ? build_plan(handles[0], conversation)
                                                       : work_on(handles[0], conversation));
  branches.push_back(listen(handles[1], conversation));
  auto [which, end] = co_await flow.race(handles, std::move(branches));
  if (flow.cancelled()) co_return Nothing();
  // What was being answered when the work ended is heard again, but for what the person broke off.
  const bool broken = end.what == WorkEnd::What::kInterrupted;
  if (which == 0 && conversation->in_hand && !(broken && conversation->is_answering))
    conversation->heard = *conversation->in_hand;
  co_await flow.catch_up("ended");
  co_return co_await end_work(flow, conversation, std::move(end));
}

}  // namespace fm
