// discovery: the team finds out what is wanted, debates it, and agrees with the person (C-30 to
// C-39).
//
//   a message   answers, a question back, an order to start, a vote, an ideation, or words to
//               somebody; else the debate goes on (debate.cc)
//   else        the next wave of questions; when enough is known a proposal, the adversary's
//               objections, the answer to them, votes; else the person is waited for
//
// Agreement of the person with an approach without open objections leads to `ready`; an explicit
// order leads to `synthesis` at once (C-37).
#include "flows/conversation/discovery.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "flows/conversation/anywhere.h"
#include "flows/conversation/asking.h"
#include "flows/conversation/confirm.h"
#include "flows/conversation/debate.h"
#include "flows/conversation/telling.h"
#include "flows/conversation/turns.h"
#include "team/conversation/conversation_state.h"

namespace fm {
namespace {

std::string newest_text(const FlowHandle& flow, std::string_view kind, std::string* id = nullptr) {
  std::string text;
  for (const Message* message :
       messages_of_iteration(flow.view<RoomView>(), *active_project(flow))) {
    if (message->kind != kind || message->interrupted) continue;
    text = *message->text;
    if (id != nullptr) *id = message->id;
  }
  return text;
}

bool has_kind(const FlowHandle& flow, std::string_view kind) {
  return !newest_text(flow, kind).empty();
}

Flow<Nothing> yield_floor(FlowHandle flow, ConversationPtr conversation, Step step) {
  if (step == Step::kStop) co_await say_capped(flow.at("stopped"), "The team stops here.");
  co_await wait(flow.at("wait"), conversation);
  co_return Nothing();
}

// The leader's proposal, attacked, defended and voted on, before the person is asked (C-36, C-38).
Flow<Nothing> propose(FlowHandle flow, ConversationPtr conversation, ConversationStatus now) {
  if (!now.complete_words.empty()) co_await say_line(flow.at("enough"), now.complete_words);
  const Spoken proposal =
      co_await speak(flow.at("propose"), conversation,
                     conversation_turn(flow, conversation, conversation->plan.leader, "propose",
                                       message_kind::kProposal));
  co_await flow.catch_up("proposed");
  if (proposal.step == Step::kFailed)
    co_return co_await fail_project(flow.at("failed"), *proposal.error);
  if (gives_floor(proposal.step) || has_unheard(flow, conversation))
    co_return co_await yield_floor(flow, conversation, proposal.step);
  const std::string& adversary = conversation->plan.adversary;
  if (!adversary.empty() && adversary != conversation->plan.leader) {
    const Spoken challenge = co_await speak(
        flow.at("challenge"), conversation,
        conversation_turn(flow, conversation, adversary, "challenge", message_kind::kObjection));
    co_await flow.catch_up("challenged");
    if (gives_floor(challenge.step) || has_unheard(flow, conversation))
      co_return co_await yield_floor(flow, conversation, challenge.step);
  }
  now = co_await stand(flow.at("challenged"));
  const Step met = co_await meet_objections(flow.at("meet"), conversation, now);
  if (gives_floor(met) || has_unheard(flow, conversation))
    co_return co_await yield_floor(flow, conversation, met);
  std::string id;
  const std::string text = newest_text(flow, message_kind::kProposal, &id);
  co_await vote(flow.at("vote"), conversation, id, text);
  co_return Nothing();
}

// What the person's words lead to once their answers are taken.
Flow<Nothing> react(FlowHandle flow, ConversationPtr conversation, Heard heard) {
  if (heard.reading.wants_vote || heard.reading.command == "vote") {
    std::string id;
    const std::string text = newest_text(flow, message_kind::kProposal, &id);
    if (text.empty())
      co_return co_await propose(flow.at("propose"), conversation,
                                 co_await stand(flow.at("before")));
    co_await vote(flow.at("vote"), conversation, id, text);
    co_return Nothing();
  }
  if (heard.reading.wants_ideas || heard.reading.command == "ideate") {
    co_await ideate(flow.at("ideate"), conversation,
                    heard.reading.rest.empty() ? heard.text : heard.reading.rest);
    co_return Nothing();
  }
  ConversationStatus now = co_await stand(flow.at("stand"));
  if (heard.newest && now.agreed && now.chosen && !now.reached) {
    if (gives_floor(co_await meet_objections(flow.at("agreed"), conversation, now)))
      co_return Nothing();
    now = co_await stand(flow.at("met"));
  }
  if (heard.newest && now.reached)
    co_return co_await to_phase(flow.at("ready"), Phase::kReady,
                                "agreed on: " + std::string(cut_bytes(now.approach, 300)));
  bool answered = false;
  if (!heard.reading.addressed.empty()) {
    auto turns = turns_of_addressed(flow, conversation, heard, "discuss", message_kind::kReply);
    for (TurnRequest& turn : turns) turn.values["reason"] = "The person speaks to you.";
    const Step step = co_await speak_all(flow.at("addressed"), conversation, std::move(turns));
    if (gives_floor(step)) co_return Nothing();
    answered = step == Step::kGoOn;
  }
  // "Enough" moves on only where the team was still asking.
  const bool ends_asking = heard.reading.enough && !has_kind(flow, message_kind::kProposal);
  const bool only_answers = (!heard.reading.closed.empty() || ends_asking) &&
                            heard.reading.addressed.empty() && !heard.reading.has_question;
  if (only_answers) co_return co_await name_open_questions(flow.at("open"));
  co_return co_await debate(flow.at("debate"), conversation, answered);
}

Flow<Nothing> hear(FlowHandle flow, ConversationPtr conversation) {
  const Heard heard = co_await take(flow.at("take"), conversation);
  if (co_await handle_anywhere(flow.at("any"), conversation, heard)) co_return Nothing();
  if (co_await take_answers(flow.at("answers"), conversation, heard)) co_return Nothing();
  if (co_await take_note(flow.at("note"), heard)) co_return Nothing();
  bool starts = heard.starts();
  if (heard.asks(Decision::kStart)) {
    const Confirmed sure =
        co_await confirm(flow.at("sure"), conversation, Decision::kStart, heard.text);
    if (sure == Confirmed::kOther) co_return Nothing();
    starts = sure == Confirmed::kYes;
  }
  if (starts)
    co_return co_await to_phase(flow.at("start"), Phase::kSynthesis, "the person wants it started");
  if (!heard.newest) co_return Nothing();
  co_return co_await react(flow.at("react"), conversation, heard);
}

// What the person wanted otherwise is taken up before anything else is said (C-41).
Flow<Nothing> take_up_feedback(FlowHandle flow, ConversationPtr conversation) {
  const Spoken spoken =
      co_await speak(flow.at("propose"), conversation,
                     conversation_turn(flow, conversation, conversation->plan.leader, "propose",
                                       message_kind::kProposal));
  co_await flow.catch_up("proposed");
  if (spoken.step == Step::kFailed)
    co_return co_await fail_project(flow.at("failed"), *spoken.error);
  if (gives_floor(spoken.step) || has_unheard(flow, conversation))
    co_return co_await yield_floor(flow, conversation, spoken.step);
  // Whoever asked for a change of the brief wants to see it changed (decision 0030).
  const Project& project = *active_project(flow);
  const bool asks = std::ranges::any_of(project.questions, [&](const ProjectQuestion& question) {
    return question.open() && question.iteration == project.iteration;
  });
  if (project.feedback.back().phase == Phase::kApproval && !asks)
    co_await to_phase(flow.at("again"), Phase::kSynthesis, "the brief is written anew");
  co_return Nothing();
}

}  // namespace

Flow<Step> ideate(FlowHandle flow, ConversationPtr conversation, std::string topic) {
  if (conversation->plan.ideation.empty()) {
    co_await say_line(flow.at("none"),
                      "This team cannot hold an ideation: nobody in it brings ideas.");
    co_return Step::kGoOn;
  }
  JsonObject args = conversation->plan.ideation;
  args["topic"] = topic;
  args["project"] = active_project(flow)->id.value;
  co_await say_line(flow.at("begins"), "An ideation begins on: " + topic);
  Outcome done = co_await flow.child("ideation", "ideation", std::move(args));
  co_await flow.catch_up("done");
  const RoomView& view = flow.view<RoomView>();
  std::string result = "The ideation ended without a choice.";
  if (view.selection) {
    const Idea* idea = view.idea(view.selection->id);
    if (idea != nullptr)
      result = "The ideation chose \"" + idea->now().title + "\": " + idea->now().description;
  }
  std::vector<NewEvent> events;
  events.push_back(
      document_event(flow, conversation->plan.leader, message_kind::kReply, std::move(result)));
  co_await tell(flow.at("result"), std::move(events));
  co_return done.interrupted ? Step::kInterrupted : Step::kGoOn;
}

Flow<Nothing> discovery_step(FlowHandle flow, ConversationPtr conversation) {
  if (has_unheard(flow, conversation)) co_return co_await hear(flow.at("hear"), conversation);
  const Project& project = *active_project(flow);
  const bool proposed = has_kind(flow, message_kind::kProposal);
  const bool wishes =
      !project.feedback.empty() && project.feedback.back().iteration == project.iteration;
  if (wishes && !proposed) co_return co_await take_up_feedback(flow.at("feedback"), conversation);
  if (!proposed) {
    const ConversationStatus now = co_await stand(flow.at("stand"));
    if (!now.complete.empty()) co_return co_await propose(flow.at("propose"), conversation, now);
    if (!now.askers.empty()) {
      const Step step = co_await ask_question_round(flow.at("wave"), conversation, now.askers,
                                                    now.questions_left);
      if (step == Step::kFailed)
        co_return co_await fail_project(
            flow.at("failed"), Error{"team_unheard", "Nobody of the team could be heard.",
                                     "Each agent's model failed; the warnings say how.",
                                     "See them with `folkmoot room show`, and say \"try again\"."});
      if (!gives_floor(step)) co_return Nothing();
      co_await flow.catch_up("interrupted");
      if (step == Step::kStop) co_await say_capped(flow.at("stopped"), "The team stops here.");
    }
  }
  co_await wait(flow.at("wait"), conversation);
  co_return Nothing();
}

}  // namespace fm
