// discovery: the team finds out what is wanted, debates it, and proposes one way (C-30 to C-39).
//
//   a message   answers, a question back, an order to start, a vote, an ideation, or words to
//               somebody; else the debate goes on (debate.cc)
//   else        the next wave of questions; when enough is known the draft of the brief, its
//               reviews, its revision (draft.cc), and `ready`; a wish about a brief is an edit;
//               else the person is waited for
//
// An order to start without a draft leads to `synthesis` at once (C-37).
#include "flows/conversation/discovery.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "flows/conversation/anywhere.h"
#include "flows/conversation/asking.h"
#include "flows/conversation/confirm.h"
#include "flows/conversation/debate.h"
#include "flows/conversation/draft.h"
#include "flows/conversation/full.h"
#include "flows/conversation/telling.h"
#include "flows/conversation/turns.h"
#include "team/conversation/conversation_state.h"

namespace fm {
namespace {

// What was under way rests until the person says how it goes on.
Flow<Nothing> yield_floor(FlowHandle flow, ConversationPtr conversation, Step step) {
  if (step == Step::kStop) co_await say_capped(flow.at("stopped"), "The team stops here.");
  if (step == Step::kInterrupted)
    co_await say_line(flow.at("how"), "\"go on\" continues where you stopped it.");
  co_await flow.catch_up("yielded");
  if (gives_floor(step)) remember_stop(flow, conversation);
  co_return Nothing();
}

// What is left open is done by its default, in one line (C-33).
std::string left_open_line(const Project& project) {
  std::string line;
  for (const ProjectQuestion* question : project.open_questions()) {
    if (question->iteration != project.iteration) continue;
    line += line.empty() ? " Left open: " : "; ";
    line += std::to_string(project.number_of(*question));
    if (!question->fallback.empty()) line += ", so " + std::string(trim(question->fallback));
    while (line.ends_with('.')) line.pop_back();
  }
  return line.empty() ? line : line + ".";
}

// Also one that the person broke into: it is finished with what they said.
Flow<Nothing> go_on_with_draft(FlowHandle flow, ConversationPtr conversation) {
  const Step finished = co_await finish_draft(flow.at("finish"), conversation);
  if (gives_floor(finished)) co_return co_await yield_floor(flow, conversation, finished);
  co_return Nothing();
}

Flow<Nothing> propose(FlowHandle flow, ConversationPtr conversation, ConversationStatus now) {
  const std::string open = left_open_line(*active_project(flow));
  if (!now.complete_words.empty() || !open.empty())
    co_await say_line(flow.at("enough"), now.complete_words + open);
  const Step drafted = co_await make_draft(flow.at("draft"), conversation, Reviewed::kLater);
  if (gives_floor(drafted)) co_return co_await yield_floor(flow, conversation, drafted);
  if (has_unheard(flow, conversation)) co_return Nothing();
  co_return co_await go_on_with_draft(flow, conversation);
}

bool settles(SpeechAct act) {
  return act == SpeechAct::kAgree || act == SpeechAct::kApprove || act == SpeechAct::kEnough ||
         act == SpeechAct::kYouDecide;
}

// The person is done talking about a draft that they have seen: what was said goes into it.
Flow<Nothing> settle_draft(FlowHandle flow, ConversationPtr conversation, Heard heard) {
  if (was_spoken_of(flow, *active_project(flow), heard.id)) {
    const Step edited = co_await edit_brief(flow.at("edit"), conversation,
                                            "All that the person said since the brief was shown.");
    if (gives_floor(edited)) co_return co_await yield_floor(flow, conversation, edited);
  } else {
    co_await keep_brief(flow);
  }
  co_return co_await to_phase(flow.at("ready"), Phase::kReady, "the brief is there to be judged");
}

// What the person's words lead to once their answers are taken.
Flow<Nothing> react(FlowHandle flow, ConversationPtr conversation, Heard heard) {
  const BriefRevision* brief = active_project(flow)->brief();
  const bool shown = brief != nullptr && was_shown(*active_project(flow));
  if (heard.reading.wants_vote || heard.reading.command == "vote") {
    if (brief == nullptr)
      co_return co_await propose(flow.at("propose"), conversation,
                                 co_await stand(flow.at("before")));
    co_await vote(flow.at("vote"), conversation);
    co_return Nothing();
  }
  if (heard.reading.wants_ideas || heard.reading.command == "ideate") {
    co_await ideate(flow.at("ideate"), conversation,
                    heard.reading.rest.empty() ? heard.text : heard.reading.rest);
    co_return Nothing();
  }
  if (shown && heard.reading.addressed.empty()) {
    if (settles(heard.reading.speech))
      co_return co_await settle_draft(flow.at("settle"), conversation, heard);
    if (heard.wishes() && !heard.gives_no_reason()) {
      const Step edited = co_await edit_brief(flow.at("edit"), conversation, heard.text);
      if (gives_floor(edited)) co_return co_await yield_floor(flow, conversation, edited);
      co_return co_await show_edited(flow.at("shown"), Phase::kReady);
    }
  }
  bool answered = false;
  if (!heard.reading.addressed.empty()) {
    auto turns = turns_of_addressed(flow, conversation, heard, "discuss", message_kind::kReply);
    for (TurnRequest& turn : turns) turn.values["reason"] = "The person speaks to you.";
    const Step step = co_await speak_all(flow.at("addressed"), conversation, std::move(turns));
    if (gives_floor(step)) co_return co_await yield_floor(flow, conversation, step);
    answered = step == Step::kGoOn;
  }
  // "Enough" moves on only where the team was still asking.
  const bool ends_asking = heard.reading.enough && brief == nullptr;
  const bool only_answers = (!heard.reading.closed.empty() || ends_asking) &&
                            heard.reading.addressed.empty() && !heard.reading.has_question;
  if (only_answers) co_return Nothing();
  // A draft that is under way is finished with these words.
  if (brief != nullptr && !shown) co_return Nothing();
  const Step debated = co_await debate(flow.at("debate"), conversation, answered);
  if (gives_floor(debated)) co_return co_await yield_floor(flow, conversation, debated);
  if (shown && !has_unheard(flow, conversation))
    co_await say_line(flow.at("due"),
                      "When you are done, say \"go ahead\": the brief is changed accordingly, and "
                      "shown.");
  co_return Nothing();
}

// A brief that is written and not judged by the person yet: its reviews and revision come first.
bool is_under_way(const Project& project) {
  return project.brief() != nullptr && !was_shown(project);
}

// An order to start: what is shown and unchanged starts, all else is shown first (C-37).
Flow<Nothing> start(FlowHandle flow, ConversationPtr conversation, Heard heard) {
  const Project& project = *active_project(flow);
  if (project.brief() == nullptr)
    co_return co_await to_phase(flow, Phase::kSynthesis, "the person wants it started");
  if (was_spoken_of(flow, project, heard.id))
    co_return co_await settle_draft(flow, conversation, heard);
  co_return co_await start_work(flow);
}

// Whether what was stopped may go on after these words: an order, an answer, a wish. What was said
// before it was stopped, a question and a remark leave it where it is (C-4).
bool ends_stop(const Heard& heard, RoomSeq stopped) {
  const MessageReading& reading = heard.reading;
  return heard.at > stopped &&
         (heard.continues() || heard.starts() || heard.wishes() || heard.asks(Decision::kStart) ||
          settles(reading.speech) || reading.enough || !reading.closed.empty());
}

// "Go on": nothing else is said that would have to be heard.
bool only_continues(const Heard& heard) {
  return heard.continues() && !heard.starts() && !heard.wishes() && heard.reading.closed.empty() &&
         !heard.reading.has_question;
}

Flow<Nothing> hear(FlowHandle flow, ConversationPtr conversation) {
  const Heard heard = co_await take(flow.at("take"), conversation);
  if (co_await handle_anywhere(flow.at("any"), conversation, heard)) co_return Nothing();
  if (is_stopped(flow, conversation)) {
    if (ends_stop(heard, conversation->stopped->at)) conversation->stopped.reset();
    if (only_continues(heard)) co_return Nothing();
  }
  if (co_await take_answers(flow.at("answers"), conversation, heard)) co_return Nothing();
  if (co_await take_edited(flow.at("edited"), conversation, heard)) {
    if (is_under_way(*active_project(flow)))
      co_await to_phase(flow.at("ready"), Phase::kReady, "the brief is there to be judged");
    co_return Nothing();
  }
  if (co_await take_note(flow.at("note"), heard)) co_return Nothing();
  bool starts = heard.starts();
  // There is nothing to start before the brief is judged, and that is asked with it.
  if (is_under_way(*active_project(flow)) && (starts || heard.asks(Decision::kStart)))
    co_return Nothing();
  if (heard.asks(Decision::kStart)) {
    const Confirmed sure =
        co_await confirm(flow.at("sure"), conversation, Decision::kStart, heard.text);
    if (sure == Confirmed::kOther) co_return Nothing();
    starts = sure == Confirmed::kYes;
  }
  if (starts) co_return co_await start(flow.at("start"), conversation, heard);
  if (!heard.newest) co_return Nothing();
  co_return co_await react(flow.at("react"), conversation, heard);
}

// What the person wants otherwise is one call, and is shown again where they judge it (C-41).
Flow<Nothing> take_up_feedback(FlowHandle flow, ConversationPtr conversation) {
  const Feedback wish = active_project(flow)->feedback.back();
  const Step edited = co_await edit_brief(flow.at("edit"), conversation, wish.text);
  if (gives_floor(edited)) co_return co_await yield_floor(flow, conversation, edited);
  if (has_unheard(flow, conversation)) co_return Nothing();
  co_return co_await show_edited(flow.at("shown"), wish.phase);
}

// The newest wish about a brief that was not shown since, changed or as it was; null: none.
const Feedback* open_wish(const Project& project) {
  if (project.brief() == nullptr || project.feedback.empty()) return nullptr;
  const Feedback& wish = project.feedback.back();
  const bool taken_up =
      wish.iteration != project.iteration || project.brief()->room_seq > wish.room_seq;
  return taken_up || was_shown_since(project, wish.room_seq) ? nullptr : &wish;
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
  if (is_stopped(flow, conversation)) {
    co_await wait(flow.at("stopped"), conversation);
    co_return Nothing();
  }
  const Project& project = *active_project(flow);
  if (open_wish(project) != nullptr)
    co_return co_await take_up_feedback(flow.at("feedback"), conversation);
  if (is_under_way(project)) co_return co_await go_on_with_draft(flow.at("draft"), conversation);
  if (project.brief() == nullptr) {
    const ConversationStatus now = co_await stand(flow.at("stand"));
    if (!now.complete.empty()) co_return co_await propose(flow.at("propose"), conversation, now);
    if (!now.askers.empty()) {
      const std::size_t asked = project.questions.size();
      const Step step = co_await ask_question_round(flow.at("wave"), conversation, now.askers,
                                                    now.questions_left);
      if (step == Step::kFailed)
        co_return co_await fail_project(
            flow.at("failed"), Error{"team_unheard", "Nobody of the team could be heard.",
                                     "Each agent's model failed; the warnings say how.",
                                     "See them with `folkmoot room show`, and say \"try again\"."});
      const bool nobody_asks = step == Step::kGoOn && !conversation->plan.thorough &&
                               active_project(flow)->questions.size() == asked;
      if (nobody_asks && !has_unheard(flow, conversation))
        co_return co_await propose(flow.at("none-asked"), conversation, now);
      if (gives_floor(step)) co_await yield_floor(flow.at("broken"), conversation, step);
      co_return Nothing();
    }
  }
  co_await wait(flow.at("wait"), conversation);
  co_return Nothing();
}

}  // namespace fm
