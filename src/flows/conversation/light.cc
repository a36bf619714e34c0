// light: exploring, and small tasks (C-21, C-22).
//
//   EXPLORE   discovery: one wave of two or three questions
//             execution: the researcher's findings, the leader's options (or an ideation's)
//             idle:      success; choosing an option to build begins `full`
//   TASK      execution: it is done at once, or changed; or one question instead
//             discovery: the question waits for the person
//             review:    the person takes it or wants it otherwise
#include "flows/conversation/light.h"

#include <algorithm>
#include <utility>

#include "flows/conversation/anywhere.h"
#include "flows/conversation/asking.h"
#include "flows/conversation/discovery.h"
#include "flows/conversation/telling.h"
#include "flows/conversation/turns.h"
#include "team/conversation/conversation_state.h"
#include "team/documents/work_log.h"

namespace fm {
namespace {

constexpr int kMostOfExplore = 3;

bool is_task(const Project& project) {
  return project.intent && project.intent->intent == Intent::kTask;
}

Flow<Nothing> hear(FlowHandle flow, ConversationPtr conversation) {
  Heard heard = co_await take(flow.at("take"), conversation);
  if (co_await handle_anywhere(flow.at("any"), conversation, heard)) co_return Nothing();
  if (heard.newest && !is_task(*active_project(flow)) && heard.reading.closed.empty() &&
      heard.reading.wants_build && heard.reading.intent.intent == Intent::kBuild)
    co_return co_await escalate(flow.at("build"), heard);
  const auto open = active_project(flow)->open_questions();
  if (open.size() == 1 && can_answer(heard, *open.front()))
    heard.reading.closed.push_back({open.front()->id, QuestionEnd::kAnswered, heard.text});
  if (co_await take_answers(flow.at("answers"), conversation, heard)) co_return Nothing();
  if (heard.reading.closed.empty() && co_await take_note(flow.at("note"), heard))
    co_return Nothing();
  if (heard.newest && heard.reading.closed.empty())
    co_await answer_aside(flow.at("aside"), conversation, heard);
  if (!heard.reading.closed.empty()) co_await name_open_questions(flow.at("open"));
  co_return Nothing();
}

// Those who were to ask had nothing to ask.
bool was_asked_for(const FlowHandle& flow, const Project& project) {
  const PhaseStep* began = project.began(Phase::kDiscovery);
  return std::ranges::any_of(flow.view<RoomView>().turns, [&](const TurnRecord& turn) {
    return turn.task == "questions" && turn.state == TurnState::kFinished && began != nullptr &&
           turn.room_seq > began->room_seq;
  });
}

Flow<Nothing> ask_or_go_on(FlowHandle flow, ConversationPtr conversation) {
  const Project& project = *active_project(flow);
  const bool had_its_round =
      project.iteration > 1 || !project.questions.empty() || was_asked_for(flow, project);
  if (is_task(project))
    co_return co_await to_phase_quietly(flow.at("work"), Phase::kExecution, "enough is known");
  if (had_its_round)
    co_return co_await to_phase(
        flow.at("work"), Phase::kExecution,
        project.questions.empty() ? "nothing has to be asked" : "enough is known");
  std::vector<std::string> agents = project.agents;
  const int most = kMostOfExplore;
  if (std::ssize(agents) > most) agents.resize(static_cast<std::size_t>(most));
  const Step step = co_await ask_question_round(flow.at("ask"), conversation, agents, most);
  if (step == Step::kInterrupted) co_await wait(flow.at("wait"), conversation);
  if (step == Step::kFailed)
    co_await to_phase(flow.at("unasked"), Phase::kExecution, "nobody could ask");
  if (step == Step::kStop)
    co_await finish_project(flow.at("stop"), ProjectEnding::kCancellation, "stopped by the person");
  co_return Nothing();
}

Flow<bool> asked_for_depth(FlowHandle flow, ConversationPtr conversation) {
  std::vector<std::string> said;
  for (const Message& message : flow.view<RoomView>().messages)
    if (message.project == active_project(flow)->id && message.kind == message_kind::kPerson)
      said.push_back(message.id);
  for (std::size_t i = 0; i < said.size(); ++i) {
    const Json value =
        co_await read(flow.at("message", static_cast<int>(i)), "message",
                      {{"message", said[i]}, {"unsure", conversation->plan.unsure_below}});
    if (message_reading(value).wants_ideas) co_return true;
  }
  co_return false;
}

Flow<Nothing> explore(FlowHandle flow, ConversationPtr conversation) {
  Spoken spoken = co_await research(flow.at("research"), conversation);
  if (gives_floor(spoken.step))
    co_return co_await not_done(flow.at("broken-off"), conversation, spoken);
  if (co_await stopped_by_words(flow.at("between"), conversation)) co_return Nothing();
  if (!conversation->plan.ideation.empty() &&
      co_await asked_for_depth(flow.at("depth"), conversation))
    co_await ideate(flow.at("ideation"), conversation, active_project(flow)->goal);
  TurnRequest options = conversation_turn(flow, conversation, conversation->plan.leader, "options",
                                          message_kind::kOptions);
  spoken = co_await speak(flow.at("options"), conversation, std::move(options));
  co_await flow.catch_up("offered");
  if (spoken.step != Step::kGoOn)
    co_return co_await not_done(flow.at("undone"), conversation, spoken);
  co_return co_await finish_project(flow.at("done"), ProjectEnding::kSuccess,
                                    "the options are there");
}

// The newest wish of the person about work that is there.
const Feedback* wish_of(const Project& project) {
  if (project.feedback.empty() || project.feedback.back().phase != Phase::kReview) return nullptr;
  return &project.feedback.back();
}

std::string doer_of(const FlowHandle& flow, const Project& project, const ConversationPlan& plan) {
  for (const Message* message : messages_of_iteration(flow.view<RoomView>(), project))
    if (message->kind == message_kind::kWork) return message->from;
  // Whom the goal's words name stands after the intent's own (relevance.h).
  constexpr std::size_t kOfIntent = 2;  // leader and coder
  if (project.agents.size() > kOfIntent) return project.agents[kOfIntent];
  return plan.leader;
}

Flow<Nothing> do_task(FlowHandle flow, ConversationPtr conversation) {
  const Project& project = *active_project(flow);
  const Feedback* wish = wish_of(project);
  const bool done_before = std::ranges::any_of(
      messages_of_iteration(flow.view<RoomView>(), project),
      [](const Message* message) { return message->kind == message_kind::kWork; });
  TurnRequest turn =
      conversation_turn(flow, conversation, doer_of(flow, project, conversation->plan),
                        wish != nullptr && done_before ? "adjust" : "do_task", message_kind::kWork);
  if (turn.task == "adjust") turn.values["change"] = wish->text;
  const std::string agent = turn.agent;
  if (turn.task == "do_task" && project.questions.empty()) turn.reads = TurnReads::kQuestionBack;
  const Spoken spoken = co_await speak(flow.at("work"), conversation, std::move(turn));
  co_await flow.catch_up("worked");
  if (spoken.step != Step::kGoOn)
    co_return co_await not_done(flow.at("undone"), conversation, spoken);
  if (co_await take_question_back(flow.at("asks"), spoken, agent))
    co_return co_await to_phase_quietly(flow.at("ask"), Phase::kDiscovery,
                                        "it cannot be done without knowing that");
  const RoomView& view = flow.view<RoomView>();
  if (!files_of(handed_in(view, *active_project(flow))).files.empty())
    co_await say_line(flow.at("where"), where_text(view, *active_project(flow)));
  co_return co_await to_phase_quietly(flow.at("review"), Phase::kReview);
}

}  // namespace

Flow<Nothing> light_step(FlowHandle flow, ConversationPtr conversation) {
  const Project& project = *active_project(flow);
  if (project.phase == Phase::kExecution) {
    if (co_await stopped_by_words(flow.at("words"), conversation)) co_return Nothing();
    if (is_task(project)) co_return co_await do_task(flow.at("task"), conversation);
    co_return co_await explore(flow.at("explore"), conversation);
  }
  if (has_unheard(flow, conversation)) co_return co_await hear(flow.at("hear"), conversation);
  // Once a reply has answered one of them, what is left open has its default (C-33).
  const bool answered = std::ranges::any_of(project.questions, [](const ProjectQuestion& one) {
    return one.end == QuestionEnd::kAnswered;
  });
  if (!project.open_questions().empty() && !answered) {
    co_await wait(flow.at("wait"), conversation);
    co_return Nothing();
  }
  co_return co_await ask_or_go_on(flow.at("ask"), conversation);
}

}  // namespace fm
