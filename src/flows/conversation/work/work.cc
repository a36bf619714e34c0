// execution: the brief's next steps, each by its agent, in their order; then one check of the
// whole, and what it finds is put right once (C-43).
//
// Beside it the person is heard: a question is answered from the state of the work, a wish is a
// note or a pause, and nothing starts another flow (C-13). What needs code is the agency's: it runs
// as a child in the place of work_on() and comes back the same way, with documents and a verdict.
#include "flows/conversation/work/work.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "flows/conversation/anywhere.h"
#include "flows/conversation/confirm.h"
#include "flows/conversation/telling.h"
#include "flows/conversation/turns.h"
#include "flows/conversation/work/adjusting.h"
#include "reading/brief/brief.h"
#include "team/conversation/conversation_state.h"
#include "team/conversation/slash_commands.h"
#include "team/documents/whose_part.h"
#include "team/documents/work_log.h"
#include "team/documents/work_review.h"
#include "team/text/one_line.h"

namespace fm {
namespace {

// Where the present stretch of work began: with the work on the newest brief (Project::work_began),
// or with what the person wanted done over since.
RoomSeq stretch_began(const Project& project) {
  RoomSeq began = project.work_began();
  for (const PhaseStep& step : project.steps)
    if (step.to == Phase::kExecution && step.from == Phase::kReview)
      began = std::max(began, step.room_seq);
  return began;
}

// An agent's newest piece of work, made in the present stretch; null: none is handed in.
const Message* work_of(const FlowHandle& flow, const std::string& agent) {
  const Project& project = *active_project(flow);
  const RoomSeq began = stretch_began(project);
  const Message* found = nullptr;
  for (const Message& message : flow.view<RoomView>().messages)
    if (message.project == project.id && message.kind == message_kind::kWork &&
        message.from == agent && !message.interrupted && message.room_seq > began)
      found = &message;
  return found;
}

struct Piece {
  std::string agent;
  std::string task;
  std::vector<std::string> after;  // agents whose pieces come first
  std::string change;              // the person's wish, where it is done over
};

// One piece for each agent: several tasks of one are its lines.
void add_piece(std::vector<Piece>& pieces, const std::string& agent, const BriefStep& step) {
  const auto same = std::ranges::find(pieces, agent, &Piece::agent);
  if (same == pieces.end()) {
    pieces.push_back({agent, step.task, step.after, {}});
    return;
  }
  same->task += "\n" + step.task;
  for (const std::string& before : step.after)
    if (before != agent) same->after.push_back(before);
}

// The brief's steps, one piece for each agent.
std::vector<Piece> all_pieces(const FlowHandle& flow, const ConversationPtr& conversation) {
  const Project& project = *active_project(flow);
  std::vector<Piece> pieces;
  if (project.brief() != nullptr)
    for (const BriefStep& step : project.brief()->brief->next_steps)
      add_piece(
          pieces,
          conversation->plan.models.contains(step.agent) ? step.agent : conversation->plan.leader,
          step);
  if (pieces.empty()) pieces.push_back({conversation->plan.leader, project.goal, {}, {}});
  return pieces;
}

// Of these agents, with what the person wants otherwise; also of one who had no part yet.
std::vector<Piece> pieces_of_agents(const std::vector<Piece>& all,
                                    const std::vector<std::string>& agents,
                                    const std::string& wish) {
  std::vector<Piece> pieces = all;
  std::erase_if(pieces, [&](const Piece& piece) {
    return std::ranges::find(agents, piece.agent) == agents.end();
  });
  for (const std::string& agent : agents)
    if (std::ranges::find(pieces, agent, &Piece::agent) == pieces.end())
      pieces.push_back({agent, wish, {}, {}});
  for (Piece& piece : pieces) piece.change = wish;
  return pieces;
}

// The wish that the work is done over for; empty: it is done for the first time.
std::string wish_of(const Project& project) {
  const PhaseStep& now = project.steps.back();
  const bool over = now.to == Phase::kExecution && now.from == Phase::kReview;
  return over && !project.feedback.empty() ? project.feedback.back().text : std::string();
}

// What there is to do: the brief's steps; after a review what the person wants adjusted.
std::vector<Piece> pieces_of(const FlowHandle& flow, const ConversationPtr& conversation) {
  const Project& project = *active_project(flow);
  std::vector<Piece> all = all_pieces(flow, conversation);
  const std::string wish = wish_of(project);
  if (wish.empty()) return all;
  std::vector<std::string> agents = project.steps.back().agents;
  std::erase_if(
      agents, [&](const std::string& agent) { return !conversation->plan.models.contains(agent); });
  if (agents.empty())
    for (const Piece& piece : all) agents.push_back(piece.agent);
  return pieces_of_agents(all, agents, wish);
}

// Somebody else looks at it: nobody approves their own work. Empty: everybody has worked on it.
std::string checker_of(const ConversationPtr& conversation, const std::vector<Piece>& pieces) {
  const auto is_free = [&](const std::string& agent) {
    return !agent.empty() && conversation->models.contains(agent) &&
           std::ranges::find(pieces, agent, &Piece::agent) == pieces.end();
  };
  for (const std::string& agent : {conversation->plan.adversary, conversation->plan.leader})
    if (is_free(agent)) return agent;
  for (const std::string& agent : conversation->plan.members)
    if (is_free(agent)) return agent;
  return {};
}

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

struct WorkEnd {
  enum class What { kDone, kCancelled, kAsked, kRevise, kFailed, kInterrupted } what = What::kDone;
  std::string words;  // of the person, for what they want otherwise
  std::optional<Error> error;
};

// In the present stretch of work, before a pause.
bool was_checked(const FlowHandle& flow) {
  const Project& project = *active_project(flow);
  const RoomSeq began = stretch_began(project);
  return std::ranges::any_of(flow.view<RoomView>().messages, [&](const Message& message) {
    return message.project == project.id && message.kind == message_kind::kCheck &&
           !message.interrupted && message.room_seq > began;
  });
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

// What the check of the whole found, for each who has to put it right: whoever's part it is, else
// who had the last word.
std::vector<Piece> to_put_right(const Json& verdict, const std::vector<Piece>& all,
                                const std::string& last) {
  std::vector<Piece> again;
  const Json* faults = find_at(verdict, "faults");
  if (bool_at(verdict, "passed") || faults == nullptr || !faults->is_array()) return again;
  for (const Json& fault : faults->get_array()) {
    auto whose = std::ranges::find(all, text_at(fault, "agent"), &Piece::agent);
    if (whose == all.end()) whose = std::ranges::find(all, last, &Piece::agent);
    if (whose == all.end()) whose = std::prev(all.end());
    const std::string text = "- " + std::string(text_at(fault, "text"));
    const auto same = std::ranges::find(again, whose->agent, &Piece::agent);
    if (same == again.end())
      again.push_back({whose->agent, whose->task, {}, text});
    else
      same->change += "\n" + text;
  }
  return again;
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

Flow<Nothing> put_right(FlowHandle flow, ConversationPtr conversation, std::vector<Piece> again,
                        std::string wish) {
  const std::string asked = wish.empty() ? wish : "The person asked for this: " + wish + "\n";
  std::vector<TurnRequest> turns;
  for (const Piece& piece : again) {
    turns.push_back(
        conversation_turn(flow, conversation, piece.agent, "redo", message_kind::kWork));
    turns.back().values["task"] = piece.task;
    turns.back().values["fault"] = asked + piece.change;
  }
  co_await speak_all(flow, conversation, std::move(turns));
  co_return Nothing();
}

// Whom those that were asked to change something name where they say that it is not theirs. It is
// passed on once.
std::vector<Piece> passed_on(const FlowHandle& flow, const ConversationPtr& conversation,
                             const std::vector<Piece>& asked) {
  const Project& project = *active_project(flow);
  std::vector<std::string> agents;
  for (const Piece& piece : asked) {
    const Message* work = piece.change.empty() ? nullptr : work_of(flow, piece.agent);
    if (work == nullptr) continue;
    for (const std::string& agent :
         passed_on_to(flow.view<RoomView>(), project, piece.agent, *work->text)) {
      const bool new_one = std::ranges::find(asked, agent, &Piece::agent) == asked.end() &&
                           std::ranges::find(agents, agent) == agents.end();
      if (new_one && conversation->plan.models.contains(agent)) agents.push_back(agent);
    }
  }
  if (agents.empty()) return {};
  return pieces_of_agents(all_pieces(flow, conversation), agents, asked.front().change);
}

std::vector<Piece> not_handed_in(const FlowHandle& flow, std::vector<Piece> pieces) {
  std::erase_if(pieces, [&](const Piece& piece) {  // it was done before a pause
    return work_of(flow, piece.agent) != nullptr;
  });
  return pieces;
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
  const std::string change = pieces.front().change;
  const std::vector<Piece> all = all_pieces(flow, conversation);
  const std::string checker = checker_of(conversation, all);
  if (checker.empty() || was_checked(flow)) co_return end;
  const Spoken checked = co_await check_whole(flow.at("check"), conversation, checker, change);
  if (gives_floor(checked.step)) end.what = WorkEnd::What::kInterrupted;
  const std::vector<Piece> again = to_put_right(checked.reading, all, pieces.back().agent);
  if (end.what == WorkEnd::What::kInterrupted || again.empty() || flow.cancelled()) co_return end;
  co_await put_right(flow.at("redo"), conversation, again, change);
  co_return end;
}

// Whom a piece waits for; empty: for nobody.
std::string waits_for(const FlowHandle& flow, const std::vector<Piece>& pieces,
                      const Piece& piece) {
  std::vector<std::string> before;
  for (const std::string& agent : piece.after)
    if (agent != piece.agent && work_of(flow, agent) == nullptr &&
        std::ranges::find(pieces, agent, &Piece::agent) != pieces.end())
      before.push_back(agent);
  return join(before, " and ");
}

// How the work stands, for whoever answers the person.
std::string state_lines(const FlowHandle& flow, const ConversationPtr& conversation) {
  constexpr std::size_t kTaskBytes = 160;
  const RoomView& view = flow.view<RoomView>();
  const Project& project = *active_project(flow);
  if (project.phase != Phase::kExecution)
    return "Nobody is at work: all of it is before the person, who takes it or says what should be "
           "different.\n" +
           work_state(view, project);
  const std::vector<Piece> now = pieces_of(flow, conversation);
  const std::vector<WorkPart> parts = work_parts(view, project);
  std::string lines;
  for (const Piece& piece : all_pieces(flow, conversation)) {
    const auto part = std::ranges::find(parts, piece.agent, &WorkPart::agent);
    const auto due = std::ranges::find(now, piece.agent, &Piece::agent);
    const bool is_due = due != now.end() && work_of(flow, piece.agent) == nullptr;
    const std::string waits = is_due ? waits_for(flow, now, *due) : std::string();
    std::string how = "handed in";
    if (is_due) how = waits.empty() ? "at work" : "waits for " + waits;
    if (!is_due && (part == parts.end() || part->newest == nullptr)) how = "not handed in";
    lines += "- " + piece.agent + ", " + how + ": " + on_one_line(piece.task, kTaskBytes) + "\n";
  }
  if (const std::string wish = wish_of(project); !wish.empty())
    lines += "It is done over for this wish of the person: " + on_one_line(wish, kTaskBytes) + "\n";
  return lines + where_text(view, project) + "\n";
}

constexpr GateOption kNote{"a-note", "A note"};
constexpr GateOption kPause{"pause-and-revise", "Pause and revise"};

GateRequest wish_gate(const Project& project, const std::string& words) {
  GateRequest gate;
  gate.type = "change_in_work";
  gate.question =
      "Is that a note for the team at work, or should the work pause so that the plan can change?";
  gate.offer(kNote);
  gate.offer(kPause);
  gate.subject = JsonObject{{"project", project.id.value}, {"words", words}};
  return gate;
}

constexpr std::size_t kPlainWord = 40;  // bytes: "just a note, please", and nothing else

bool wants_pause(const Heard& heard) {
  return heard.reading.act == Command::kPause || heard.reading.command == "pause";
}

bool says(std::string_view text, std::string_view word) {
  return (" " + fold(text) + " ").find(" " + std::string(word) + " ") != std::string::npos;
}

// Beside the work: until the person wants it stopped or changed. Ends only with that.
Flow<WorkEnd> listen(FlowHandle flow, ConversationPtr conversation) {
  for (int n = 1;; ++n) {
    const FlowHandle at = flow.at("message", n);
    co_await wait(at.at("wait"), conversation);
    if (at.cancelled()) co_return WorkEnd();
    if (!has_unheard(at, conversation)) continue;
    conversation->in_hand = conversation->heard;
    const Heard heard = co_await take(at.at("take"), conversation);
    if (at.cancelled()) co_return WorkEnd();
    if (heard.broken_off) {  // and so is the work
      conversation->in_hand.reset();
      continue;
    }
    if (heard.cancels()) co_return WorkEnd{WorkEnd::What::kCancelled, heard.text, {}};
    const std::string& command = heard.reading.command;
    if (waits_for_work(command)) {
      co_await say_line(at.at("later"),
                        "Work is running. /pause it first, or wait until it is there.");
      conversation->in_hand.reset();
      continue;
    }
    if (wants_pause(heard)) co_return WorkEnd{WorkEnd::What::kRevise, heard.text, {}};
    // Wrong names, and commands that only tell something.
    const bool tells = !heard.reading.unknown.empty() || (!command.empty() && command != "status");
    if (tells && co_await handle_anywhere(at.at("any"), conversation, heard)) {
      conversation->in_hand.reset();
      continue;
    }
    // A model alone stops no work: what only it takes for giving up is asked about beside it.
    if (heard.asks(Decision::kCancel) && !heard.reading.by_model)
      co_return WorkEnd{WorkEnd::What::kAsked, heard.text, {}};
    if (heard.wishes() || heard.asks(Decision::kCancel)) {
      const Waited answer =
          co_await wait(at.at("wish"), conversation, wish_gate(*active_project(at), heard.text));
      bool pauses = answer.answered && answer.answer == kPause.id;
      if (!answer.answered &&
          has_unheard(at, conversation)) {  // in words; other words are heard next
        const Heard word = co_await take(at.at("word"), conversation);
        if (at.cancelled()) co_return WorkEnd();
        pauses = wants_pause(word);
        const bool is_note = word.text.size() <= kPlainWord && says(word.text, "note");
        if (!pauses && !is_note) conversation->heard = heard.at;
      }
      if (pauses) co_return WorkEnd{WorkEnd::What::kRevise, heard.text, {}};
      if (at.cancelled()) co_return WorkEnd();
      co_await say_line(at.at("noted"), "Noted. Whoever checks the work is told.");
      if (!at.cancelled()) conversation->in_hand.reset();
      continue;
    }
    if (!co_await tell_where(at.at("where"), heard))
      co_await answer_about_work(at.at("status"), conversation, heard);
    if (!at.cancelled()) conversation->in_hand.reset();
  }
}

// A pause that says what should be different is an edit of the brief; else that is asked.
Flow<Nothing> revise(FlowHandle flow, WorkEnd end) {
  if (end.words.size() > kPlainWord)
    co_return co_await to_phase(flow.at("revise"), Phase::kDiscovery, {}, end.words);
  co_await to_phase(flow.at("revise"), Phase::kDiscovery);
  co_return co_await say_line(flow.at("paused"),
                              "Paused. Say what should be different, or \"go ahead\" to go on "
                              "with the work.");
}

}  // namespace

Flow<Nothing> answer_about_work(FlowHandle flow, ConversationPtr conversation, Heard heard) {
  auto turns = turns_of_addressed(flow, conversation, heard, "status", message_kind::kAnswer);
  for (TurnRequest& turn : turns) turn.values["state"] = state_lines(flow, conversation);
  co_await speak_all(flow, conversation, std::move(turns));
  co_return Nothing();
}

Flow<Nothing> execution_step(FlowHandle flow, ConversationPtr conversation) {
  if (co_await stopped_by_words(flow.at("words"), conversation)) co_return Nothing();
  const std::vector<FlowHandle> handles = {flow.branch("work"), flow.branch("listen")};
  std::vector<Flow<WorkEnd>> branches;
  branches.push_back(work_on(handles[0], conversation));
  branches.push_back(listen(handles[1], conversation));
  auto [which, end] = co_await flow.race(handles, std::move(branches));
  if (flow.cancelled()) co_return Nothing();
  // What was being answered when the work ended is heard again.
  if (which == 0 && conversation->in_hand) conversation->heard = *conversation->in_hand;
  co_await flow.catch_up("ended");
  switch (end.what) {
    case WorkEnd::What::kCancelled:
      co_return co_await finish_project(
          flow.at("cancel"), ProjectEnding::kCancellation,
          "the person said so: " + std::string(cut_bytes(end.words, 200)));
    // Nothing new begins while the person is asked; after a no the work goes on (C-12).
    case WorkEnd::What::kAsked:
      if (co_await confirm(flow.at("sure"), conversation, Decision::kCancel, end.words) ==
          Confirmed::kYes)
        co_await finish_project(flow.at("cancel-sure"), ProjectEnding::kCancellation,
                                "the person said so: " + std::string(cut_bytes(end.words, 200)));
      co_return Nothing();
    case WorkEnd::What::kRevise:
      co_return co_await revise(flow, end);
    case WorkEnd::What::kFailed:
      co_return co_await fail_project(
          flow.at("failed"),
          end.error.value_or(Error{"work_failed", "None of the work could be done.", "", ""}));
    case WorkEnd::What::kInterrupted:
      co_await wait(flow.at("wait"), conversation);
      co_return Nothing();
    case WorkEnd::What::kDone:
      break;
  }
  co_return co_await to_phase(flow.at("review"), Phase::kReview);
}

}  // namespace fm
