// What a message is beside the work, in this order:
//
//   cancel, another command   ends it, or says why not
//   pause                     the brief is talked about again
//   "go on"                   of stopped work: it goes on; else how far it is
//   where, how far            told by the program
//   a wish                    a note, or a pause
//   a question                kept until nothing else waits, then answered with the others
#include "flows/conversation/work/listening.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "flows/conversation/anywhere.h"
#include "flows/conversation/telling.h"
#include "flows/conversation/turns.h"
#include "flows/conversation/work/adjusting.h"
#include "flows/conversation/work/progress.h"
#include "team/conversation/conversation_state.h"
#include "team/conversation/slash_commands.h"
#include "team/tasks/task_map.h"
#include "team/text/one_line.h"

namespace fm {
namespace {

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

// Neither asks nor wants anything. By rules alone it may be a question in words that they do not
// know.
bool is_remark(const Heard& heard) {
  const MessageReading& reading = heard.reading;
  if (reading.has_question || !reading.addressed.empty()) return false;
  switch (reading.speech) {
    case SpeechAct::kRemark:
    case SpeechAct::kAgree:
    case SpeechAct::kAnswer:
    case SpeechAct::kCommand:
      return true;
    default:
      return false;
  }
}

struct Reaction {
  std::optional<WorkEnd> end;
  bool is_asked = false;  // it is to be answered by an agent
};

// Of the plan's builders at work, the one that is called; it is nobody of the talk.
std::string builder_called(const Project& project, const MessageReading& reading) {
  if (project.plans.empty()) return {};
  const TaskMap map = task_map_from_json(*project.plans.back().plan);
  for (const UnknownName& called : reading.unknown)
    for (const MapTask& task : map.tasks) {
      const TaskWork* work = project.work.find(task.id);
      if (work != nullptr && is_under_way(work->status) &&
          fold(task.builder()) == fold(called.name))
        return task.builder();
    }
  return {};
}

// A wish that is no order to stop: whether it stops the work is the person's to say.
Flow<Reaction> take_wish(FlowHandle at, ConversationPtr conversation, Heard heard) {
  const Waited answer =
      co_await wait(at.at("wish"), conversation, wish_gate(*active_project(at), heard.text));
  bool pauses = answer.answered && answer.answer == kPause.id;
  if (!answer.answered && has_unheard(at, conversation)) {  // in words; other words are heard next
    const Heard word = co_await take(at.at("word"), conversation);
    if (at.cancelled()) co_return Reaction();
    pauses = wants_pause(word);
    const bool is_note = word.text.size() <= kPlainWord && says(word.text, "note");
    if (!pauses && !is_note) conversation->heard = heard.at;
  }
  if (pauses) co_return Reaction{WorkEnd{WorkEnd::What::kRevise, heard.text, {}}};
  if (!at.cancelled()) co_await say_line(at.at("noted"), "Noted. Whoever checks the work is told.");
  co_return Reaction();
}

Flow<Reaction> react(FlowHandle at, ConversationPtr conversation, Heard heard) {
  const bool stopped = is_stopped(at, conversation);
  const std::string& command = heard.reading.command;
  if (heard.cancels()) co_return Reaction{WorkEnd{WorkEnd::What::kCancelled, heard.text, {}}};
  if (waits_for_work(command)) {
    co_await say_line(at.at("later"),
                      stopped ? "The work is stopped and not done. /pause first, or say \"go on\"."
                              : "Work is running. /pause it first, or wait until it is there.");
    co_return Reaction();
  }
  if (wants_pause(heard)) co_return Reaction{WorkEnd{WorkEnd::What::kRevise, heard.text, {}}};
  const bool continues = heard.continues() && !heard.wishes() && !heard.reading.has_question;
  // Said before Ctrl-C it does not undo that.
  if (stopped && continues && heard.at > conversation->stopped->at)
    co_return Reaction{WorkEnd{WorkEnd::What::kGoOn, heard.text, {}}};
  // Whoever builds hears it before their next step (flows/agency/building.h).
  if (const std::string builder = builder_called(*active_project(at), heard.reading);
      !builder.empty()) {
    co_await say_line(at.at("passed-on"), builder + " hears that before the next step.");
    co_return Reaction();
  }
  // Wrong names, and commands that only tell something.
  const bool tells = !heard.reading.unknown.empty() || !heard.reading.offers.empty() ||
                     (!command.empty() && command != "status");
  if (tells && co_await handle_anywhere(at.at("any"), conversation, heard)) co_return Reaction();
  if (continues || heard.reading.asks_progress || command == "status") {
    co_await say_line(at.at("progress"), progress_text(at, conversation));
    co_return Reaction();
  }
  // A model alone stops no work: what only it takes for giving up is asked about beside it.
  if (heard.asks(Decision::kCancel) && !heard.reading.by_model)
    co_return Reaction{WorkEnd{WorkEnd::What::kAsked, heard.text, {}}};
  if (heard.wishes() || heard.asks(Decision::kCancel))
    co_return co_await take_wish(at, conversation, heard);
  if (co_await tell_where(at.at("where"), heard)) co_return Reaction();
  if (stopped && is_remark(heard)) {
    if (heard.newest)
      co_await say_line(at.at("stopped"),
                        "The work is stopped. \"go on\" continues it, /pause changes the brief, "
                        "/cancel ends it.");
    co_return Reaction();
  }
  if (heard.reading.by_model && is_remark(heard)) {
    if (heard.newest) co_await say_line(at.at("noted"), "Noted. Whoever checks the work is told.");
    co_return Reaction();
  }
  co_return Reaction{.end = {}, .is_asked = true};
}

// The words that one of those who answer is asked.
std::string quoted(const std::vector<Heard>& asked, const std::string& agent, bool unaddressed) {
  constexpr std::size_t kQuoted = 600;  // bytes
  std::string lines;
  for (const Heard& one : asked) {
    const std::vector<std::string>& whom = one.reading.addressed;
    const bool mine = whom.empty() ? unaddressed : std::ranges::find(whom, agent) != whom.end();
    if (mine) lines += "- \"" + on_one_line(one.text, kQuoted) + "\"\n";
  }
  return lines;
}

}  // namespace

Flow<WorkEnd> listen(FlowHandle flow, ConversationPtr conversation) {
  std::vector<Heard> asked;  // and not answered yet
  for (int n = 1;; ++n) {
    const FlowHandle at = flow.at("message", n);
    if (!asked.empty() && !has_unheard(at, conversation)) {
      conversation->is_answering = true;
      co_await answer_about_work(at.at("answer"), conversation, std::exchange(asked, {}));
      if (at.cancelled()) co_return WorkEnd();
      conversation->is_answering = false;
      conversation->in_hand.reset();
      continue;
    }
    co_await wait(at.at("wait"), conversation);
    if (at.cancelled()) co_return WorkEnd();
    if (!has_unheard(at, conversation)) continue;
    if (asked.empty()) conversation->in_hand = conversation->heard;
    Heard heard = co_await take(at.at("take"), conversation);
    if (at.cancelled()) co_return WorkEnd();
    Reaction reaction;
    if (!heard.broken_off) reaction = co_await react(at, conversation, heard);
    if (at.cancelled()) co_return WorkEnd();
    if (reaction.is_asked) {
      asked.push_back(std::move(heard));
      continue;
    }
    // It is dealt with, whatever is heard once more for those that are not.
    if (!asked.empty()) conversation->decided.insert(heard.at.value);
    if (reaction.end && reaction.end->what != WorkEnd::What::kCancelled && !asked.empty())
      conversation->heard = *conversation->in_hand;
    if (reaction.end) co_return std::move(*reaction.end);
    if (asked.empty()) conversation->in_hand.reset();
  }
}

Flow<Step> answer_about_work(FlowHandle flow, ConversationPtr conversation,
                             std::vector<Heard> asked) {
  std::vector<std::string> agents;
  const auto add = [&agents](const std::string& agent) {
    if (std::ranges::find(agents, agent) == agents.end()) agents.push_back(agent);
  };
  const std::string& leader = conversation->plan.leader;
  for (Heard& one : asked) {
    std::erase_if(one.reading.addressed,
                  [&](const std::string& agent) { return !conversation->models.contains(agent); });
    if (one.reading.addressed.empty()) add(leader);
    for (const std::string& agent : one.reading.addressed) add(agent);
  }
  std::vector<TurnRequest> turns;
  for (const std::string& agent : agents) {
    turns.push_back(conversation_turn(flow, conversation, agent, "status", message_kind::kAnswer));
    turns.back().values["question"] = quoted(asked, agent, agent == leader);
    turns.back().values["state"] = progress_for_agent(flow, conversation);
  }
  co_return co_await speak_all(flow, conversation, std::move(turns));
}

}  // namespace fm
