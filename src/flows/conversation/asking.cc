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

std::vector<NewEvent> questions_of(const FlowHandle& flow, const Project& project, int wave,
                                   const Json& reading) {
  std::vector<NewEvent> events;
  const Json* asked = find_at(reading, "asked");
  if (asked == nullptr || !asked->is_array()) return events;
  for (const Json& one : asked->get_array()) {
    ProjectQuestion question;
    question.agent = text_at(one, "agent");
    question.id = flow.derived_id('q', question.agent);
    question.text = text_at(one, "text");
    question.type = question_type_from(text_at(one, "type"));
    question.wave = wave;
    question.message = text_at(one, "message");
    events.push_back(question_asked(project.id, question));
  }
  return events;
}

}  // namespace

Flow<Step> ask_question_round(FlowHandle flow, ConversationPtr conversation,
                              std::vector<std::string> agents, int left) {
  std::vector<TurnRequest> turns;
  std::erase_if(agents,
                [&](const std::string& agent) { return !conversation->models.contains(agent); });
  if (agents.empty()) agents.push_back(conversation->plan.leader);
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
  int wave = 0;
  for (const ProjectQuestion& question : active_project(flow)->questions)
    if (question.iteration == active_project(flow)->iteration) wave = std::max(wave, question.wave);
  const Json reading = co_await read(flow, "wave", {{"messages", std::move(messages)}});
  co_await tell(flow.at("questions"), questions_of(flow, *active_project(flow), wave + 1, reading));
  co_return step;
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
  const Project& project = *active_project(flow);
  const auto open = project.awaited_questions();
  if (open.empty()) co_return true;
  std::string due = "Noted. Still open:";
  for (const ProjectQuestion* question : open) {
    const int number = project.number_of(*question);
    due += "\n" + (number > 0 ? std::to_string(number) + ". " : std::string("- ")) +
           question->agent + ": " + question->text;
  }
  co_await say_line(flow, due + "\nAnswer, or say \"you decide\" or \"enough\".");
  co_return true;
}

Flow<bool> take_answers(FlowHandle flow, ConversationPtr conversation, Heard heard) {
  const Project& project = *active_project(flow);
  std::vector<NewEvent> events;
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
