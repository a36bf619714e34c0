#include "team/conversation/reply_reading.h"

#include <algorithm>

#include "people/language/topic_words.h"
#include "people/language/utterance.h"
#include "people/questions/short_name.h"

namespace fm {
namespace {

// Whether a question back is about what was asked: with its words, or with none ("why?"). Any other
// question of the person's is one to the team.
bool asks_about(const RoutingGround& ground, const Project& project, const Message& message,
                const std::string& question) {
  const std::vector<std::string> about = topics_of(ground.vocabulary, *message.text);
  if (about.empty()) return true;
  const ProjectQuestion* meant = project.question(question);
  if (meant == nullptr) return false;
  const std::vector<std::string> asked = topics_of(ground.vocabulary, meant->text);
  return std::ranges::any_of(about, [&](const std::string& word) {
    return std::ranges::any_of(
        asked, [&](const std::string& topic) { return same_topic_word(word, topic); });
  });
}

ReplyToQuestions reply_in(const Understanding& understanding) {
  ReplyToQuestions reply;
  reply.answers = understanding.answers;
  reply.decide_for_me = understanding.decide_for_me;
  reply.enough = understanding.enough;
  reply.asks_context = understanding.asks_back;
  return reply;
}

// "Sounds good, I agree" answers the team's proposal, not what is still open; to one question alone
// a "yes" is the answer.
bool only_agrees(const RoutingGround& ground, const Project& project, const Message& message,
                 const MessageReading& reading) {
  return (reading.approval == Approval::kApprove || reading.starts) &&
         project.open_questions().size() > 1 &&
         topics_of(ground.vocabulary, *message.text).size() <= 1;
}

// What the questions are called that are answered now. Where one was open nobody has to be told.
std::vector<std::string> names_of(const RoutingGround& ground, const Project& project,
                                  const std::vector<ClosedQuestion>& closed) {
  std::vector<std::string> texts;
  std::vector<std::string> agents;
  if (project.open_questions().size() < 2) return {};
  for (const ClosedQuestion& one : closed) {
    const ProjectQuestion* question = project.question(one.id);
    if (question == nullptr || one.end != QuestionEnd::kAnswered) continue;
    texts.push_back(question->text);
    agents.push_back(question->agent);
  }
  std::vector<std::string> names = short_names(ground.vocabulary, texts, project.goal);
  for (std::size_t at = 0; at < names.size(); ++at)
    if (names[at].empty()) names[at] = agents[at] + "'s question";
  return names;
}

}  // namespace

std::vector<std::string> topics_of(const Vocabulary& vocabulary, std::string_view text) {
  const Utterance said = Utterance::of(vocabulary, text);
  return topic_words(said, 0, said.phrases().size());
}

void read_replies(const RoutingGround& ground, const RoomView& view, const Project& project,
                  const Message& message, const Understanding& understanding,
                  MessageReading& reading) {
  PersonReading reply = read_person(ground.vocabulary, question_round_state(ground, view, project),
                                    *message.text, reply_in(understanding));
  reading.closed = std::move(reply.closed);
  if (!understanding.by_model && only_agrees(ground, project, message, reading))
    std::erase_if(reading.closed,
                  [](const ClosedQuestion& one) { return one.end == QuestionEnd::kAnswered; });
  reading.noted = names_of(ground, project, reading.closed);
  reading.enough = reply.enough;
  reading.explain = reply.explain.value_or("");
  reading.asks_context =
      reply.asks_context && asks_about(ground, project, message, reading.explain);
  if (!reading.asks_context) reading.explain.clear();
  // The name before an answer says whose question it is; nobody is called by it.
  if (reading.has_question) return;
  std::erase_if(reading.addressed, [&](const std::string& agent) {
    return std::ranges::any_of(reading.closed, [&](const ClosedQuestion& one) {
      const ProjectQuestion* question = project.question(one.id);
      return question != nullptr && question->agent == agent;
    });
  });
}

bool is_note(const Project& project, const MessageReading& reading) {
  if (project.phase != Phase::kDiscovery || project.awaited_questions().empty()) return false;
  const bool calls = reading.has_question || reading.asks_context || reading.wants_vote ||
                     reading.wants_ideas || reading.other_matter || !reading.addressed.empty() ||
                     !reading.command.empty();
  const bool decides = reading.starts || reading.cancels || reading.does != Decision::kNone ||
                       reading.asks != Decision::kNone;
  if (calls || decides || reading.enough || !reading.closed.empty()) return false;
  switch (reading.speech) {
    case SpeechAct::kAnswer:
    case SpeechAct::kWish:
    case SpeechAct::kChange:
    case SpeechAct::kPause:
    case SpeechAct::kRemark:
      return true;
    default:
      return false;
  }
}

}  // namespace fm
