// What agents ask and the person answers, in every way of working (C-31, C-32).
#include "flows/conversation/asking.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "flows/conversation/telling.h"
#include "flows/conversation/turns.h"
#include "people/questions/questions.h"
#include "team/conversation/conversation_state.h"
#include "team/room/project_events.h"

namespace fm {
namespace {

int newest_wave(const Project& project) {
  int wave = 0;
  for (const ProjectQuestion& question : project.questions)
    if (question.iteration == project.iteration) wave = std::max(wave, question.wave);
  return wave;
}

// Those that are to be asked, as the reading of a wave gives them.
std::vector<ProjectQuestion> questions_in(const FlowHandle& flow, const Json& reading) {
  std::vector<ProjectQuestion> questions;
  const int wave = newest_wave(*active_project(flow)) + 1;
  const Json* asked = find_at(reading, "asked");
  if (asked == nullptr || !asked->is_array()) return questions;
  for (const Json& one : asked->get_array()) {
    ProjectQuestion& question = questions.emplace_back();
    question.agent = text_at(one, "agent");
    question.id = flow.derived_id('q', question.agent);
    question.text = text_at(one, "text");
    question.type = question_type_from(text_at(one, "type"));
    question.wave = wave;
    question.message = text_at(one, "message");
  }
  return questions;
}

// Each for itself, in parallel.
Flow<Step> each_asks(FlowHandle flow, ConversationPtr conversation, std::vector<std::string> agents,
                     int left) {
  std::vector<TurnRequest> turns;
  for (const std::string& agent : agents) {
    TurnRequest turn = conversation_turn(flow, conversation, agent, "ask", message_kind::kQuestion);
    turn.values["most"] = std::to_string(left);
    const auto asked = std::ranges::count_if(
        active_project(flow)->questions, [&](const ProjectQuestion& question) {
          return question.agent == agent && question.iteration == active_project(flow)->iteration;
        });
    turn.values["mine"] = std::to_string(std::max<std::ptrdiff_t>(1, kMostOfAgent - asked));
    turns.push_back(std::move(turn));
  }
  const std::vector<Spoken> spoken = co_await spoken_by_all(flow, conversation, std::move(turns));
  const Step step = step_of_all(spoken);
  // In the order in which they were seen, since people answer in that order.
  JsonArray messages;
  for (const Message& message : flow.view<RoomView>().messages)
    if (std::ranges::any_of(spoken, [&](const Spoken& one) {
          return one.step == Step::kGoOn && one.message == message.id;
        }))
      messages.push_back(boost::json::string(message.id));
  if (messages.empty()) co_return step == Step::kGoOn ? Step::kFailed : step;
  const Json reading = co_await read(flow, "wave", {{"messages", std::move(messages)}});
  std::vector<NewEvent> events;
  for (const ProjectQuestion& question : questions_in(flow, reading))
    events.push_back(question_asked(active_project(flow)->id, question));
  co_await tell(flow.at("questions"), std::move(events));
  co_return step;
}

// Those of the agents who speak through one model, in their order.
struct Askers {
  std::string model;
  std::vector<std::string> agents;
};

std::vector<Askers> by_model(const ConversationPtr& conversation,
                             const std::vector<std::string>& agents) {
  std::vector<Askers> groups;
  for (const std::string& agent : agents) {
    const std::string& model = conversation->models.at(agent);
    const auto same = std::ranges::find(groups, model, &Askers::model);
    if (same == groups.end())
      groups.push_back({model, {agent}});
    else
      same->agents.push_back(agent);
  }
  return groups;
}

TurnRequest asks_for(const FlowHandle& flow, const ConversationPtr& conversation,
                     const Askers& askers, int most) {
  const ConversationPlan& plan = conversation->plan;
  TurnRequest turn = conversation_turn(flow, conversation,
                                       plan.orchestrator.empty() ? plan.leader : plan.orchestrator,
                                       "questions", "");
  turn.model = askers.model;
  turn.fallbacks.clear();
  if (const auto more = conversation->fallbacks.find(askers.agents.front());
      more != conversation->fallbacks.end())
    turn.fallbacks = more->second;
  turn.reads = TurnReads::kQuestionRound;
  turn.values["agents"] = join(askers.agents, ", ");
  turn.values["most"] = std::to_string(most);
  return turn;
}

// Each as a message of whose it is. Numbers run on through the iteration.
std::vector<NewEvent> posted_questions(const FlowHandle& flow, const Json& kept,
                                       const JsonArray& given) {
  const Project& project = *active_project(flow);
  auto number =
      std::ranges::count(project.questions, project.iteration, &ProjectQuestion::iteration);
  std::vector<NewEvent> events;
  for (ProjectQuestion& question : questions_in(flow, kept)) {
    for (const Json& whole : given)
      if (text_at(whole, "agent") == question.agent && text_at(whole, "text") == question.text)
        question.fallback = text_at(whole, "fallback");
    std::string text = "**" + std::to_string(++number) + ".** " + question.text;
    if (!question.fallback.empty()) text += "\n\nIf you leave it open: " + question.fallback;
    events.push_back(document_event(flow.at(question.agent), question.agent,
                                    message_kind::kQuestion, std::move(text)));
    question.message = std::string(text_at(Json(events.back().body), "id"));
    events.push_back(question_asked(project.id, question));
  }
  return events;
}

Flow<Step> one_asks(FlowHandle flow, ConversationPtr conversation, std::vector<std::string> agents,
                    int most) {
  std::vector<Flow<Spoken>> branches;
  for (const Askers& askers : by_model(conversation, agents))
    branches.push_back(ask_readable(flow.branch("of-" + askers.agents.front()), conversation,
                                    asks_for(flow, conversation, askers, most)));
  const std::vector<Spoken> spoken = co_await flow.all(std::move(branches));
  co_await flow.catch_up("asked");
  const Step step = step_of_all(spoken);
  if (step != Step::kGoOn) co_return step;
  JsonArray given;
  for (const Spoken& one : spoken)
    if (const Json* asked = find_at(one.reading, "questions"); asked && asked->is_array())
      for (const Json& question : asked->get_array())
        if (std::ranges::find(agents, text_at(question, "agent")) != agents.end())
          given.push_back(question);
  if (given.size() > static_cast<std::size_t>(most)) given.resize(static_cast<std::size_t>(most));
  const Json kept = co_await read(flow, "round", {{"questions", given}});
  co_await tell(flow.at("questions"), posted_questions(flow, kept, given));
  co_return step;
}

}  // namespace

Flow<Step> ask_question_round(FlowHandle flow, ConversationPtr conversation,
                              std::vector<std::string> agents, int left) {
  std::erase_if(agents,
                [&](const std::string& agent) { return !conversation->models.contains(agent); });
  if (agents.empty()) agents.push_back(conversation->plan.leader);
  if (conversation->plan.thorough)
    co_return co_await each_asks(flow, conversation, std::move(agents), left);
  co_return co_await one_asks(flow, conversation, std::move(agents), left);
}

Flow<bool> take_question_back(FlowHandle flow, const Spoken& spoken, const std::string& agent) {
  const std::string text(text_at(spoken.reading, "question"));
  if (text.empty()) co_return false;
  ProjectQuestion question;
  question.id = flow.derived_id('q', agent);
  question.agent = agent;
  question.text = text;
  question.wave = newest_wave(*active_project(flow)) + 1;
  question.message = spoken.message;
  std::vector<NewEvent> events;
  events.push_back(question_asked(active_project(flow)->id, question));
  co_await tell(flow, std::move(events));
  co_return true;
}

Flow<Nothing> answer_aside(FlowHandle flow, ConversationPtr conversation, Heard heard) {
  auto turns = turns_of_addressed(flow, conversation, heard, "discuss", message_kind::kReply);
  for (TurnRequest& turn : turns)
    turn.values["reason"] = "The person says something beside the open question.";
  co_await speak_all(flow, conversation, std::move(turns));
  co_return Nothing();
}

bool can_answer(const Heard& heard, const ProjectQuestion& question) {
  const MessageReading& reading = heard.reading;
  return heard.newest && heard.at > question.asked_seq && reading.closed.empty() &&
         !reading.by_model && !reading.asks_context && reading.command.empty() &&
         reading.addressed.empty() && heard.text.find('?') == std::string::npos;
}

Flow<bool> take_note(FlowHandle flow, Heard heard) {
  if (!heard.reading.is_note) co_return false;
  if (!heard.newest) co_return true;  // what comes after it may answer
  if (!active_project(flow)->awaited_questions().empty()) co_await show_open_questions(flow);
  co_return true;
}

Flow<bool> take_answers(FlowHandle flow, ConversationPtr conversation, Heard heard) {
  const Project& project = *active_project(flow);
  std::vector<NewEvent> events;
  // What was said before a question was asked is no answer to it.
  std::erase_if(heard.reading.closed, [&](const ClosedQuestion& closed) {
    const ProjectQuestion* question = project.question(closed.id);
    return closed.end == QuestionEnd::kAnswered && question != nullptr &&
           question->asked_seq > heard.at;
  });
  if (heard.reading.closed.empty()) heard.reading.noted.clear();
  for (const ClosedQuestion& closed : heard.reading.closed)
    events.push_back(
        question_answered(project.id, closed.id, closed.end, closed.text, heard.id, heard.by));
  co_await tell(flow.at("answers"), std::move(events));
  if (!heard.reading.noted.empty())
    co_await say_line(flow.at("noted"), "noted: " + join(heard.reading.noted, ", "));
  if (!heard.reading.asks_context || !heard.newest) co_return false;
  const ProjectQuestion* meant = active_project(flow)->question(heard.reading.explain);
  const auto open = active_project(flow)->open_questions();
  if (meant == nullptr && !open.empty()) meant = open.front();
  if (meant == nullptr) co_return false;
  TurnRequest turn =
      conversation_turn(flow, conversation, meant->agent, "explain", message_kind::kReply);
  turn.values["question"] = meant->text;
  co_await speak(flow.at("explain"), conversation, std::move(turn));
  co_return true;
}

}  // namespace fm
