#include "team/conversation/conversation_state.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "people/message/mentions.h"
#include "people/questions/same_question.h"
#include "team/conversation/relevance.h"
#include "team/conversation/wake.h"

namespace fm {
namespace {

bool is_person(const Message& message) { return message.kind == message_kind::kPerson; }
bool is_system(const Message& message) { return message.kind == message_kind::kSystem; }

std::vector<const Message*> conversation_of(const RoomView& view, const Project& project) {
  std::vector<const Message*> conversation;
  for (const Message& message : view.messages)
    if (message.project == project.id) conversation.push_back(&message);
  return conversation;
}

RoomSeq iteration_began(const Project& project) {
  const auto first = std::ranges::find(project.steps, project.iteration, &PhaseStep::iteration);
  return first == project.steps.end() ? RoomSeq{0} : first->room_seq;
}

void add_once(std::vector<std::string>& list, const std::string& item) {
  if (std::ranges::find(list, item) == list.end()) list.push_back(item);
}

// Whether an agent whose turn asked nothing has nothing left: not when its question was only the
// same as one of that very wave, which it could not know of.
bool has_nothing_left(const Vocabulary& vocabulary, const Project& project, const Message& asked) {
  for (const FoundQuestion& found : find_questions(vocabulary, *asked.text)) {
    if (!found.genuine) continue;
    const QuestionMeaning meaning = QuestionMeaning::of(vocabulary, found.text);
    for (const ProjectQuestion& other : project.questions)
      if (other.asked_seq > asked.room_seq && other.iteration == project.iteration &&
          same_question(QuestionMeaning::of(vocabulary, other.text), meaning))
        return false;
  }
  return true;
}

void add_askers(const Vocabulary& vocabulary, ReadingMemo& memo, const Project& project,
                const std::vector<const Message*>& conversation, QuestionRoundState& state) {
  std::vector<const Message*> newest;  // of each agent its newest turn of a wave
  for (const Message* message : conversation) {
    if (is_person(*message) || is_system(*message) || message->interrupted) continue;
    if (memo.has_substance(vocabulary, *message->text)) add_once(state.offered, message->from);
    if (message->kind != message_kind::kQuestion) continue;
    std::erase_if(newest, [&](const Message* one) { return one->from == message->from; });
    newest.push_back(message);
  }
  for (const Message* message : newest) {
    const bool asked = std::ranges::any_of(
        project.questions, [&](const ProjectQuestion& one) { return one.message == message->id; });
    if (!asked && has_nothing_left(vocabulary, project, *message))
      state.done.push_back(message->from);
  }
}

// Where one call asked for the whole team, whoever it asked nothing for has nothing left.
void add_asked_for_all(const RoomView& view, const Project& project, RoomSeq began,
                       QuestionRoundState& state) {
  RoomSeq newest;
  for (const TurnRecord& turn : view.turns)
    if (turn.task == "questions" && turn.room_seq >= began && turn.state == TurnState::kFinished)
      newest = turn.room_seq;
  if (newest.value == 0) return;
  state.asked_for_all = true;
  for (const std::string& agent : project.agents) {
    const bool asked = std::ranges::any_of(project.questions, [&](const ProjectQuestion& one) {
      return one.agent == agent && one.asked_seq > newest;
    });
    if (!asked) add_once(state.done, agent);
  }
}

// Those whose last chance to ask failed are not asked again, until the person tries again: their
// model would fail again.
std::vector<std::string> unheard_askers(const RoomView& view, const Project& project) {
  RoomSeq began;
  for (const PhaseStep& step : project.steps)
    if (step.to == Phase::kDiscovery) began = step.room_seq;
  std::map<std::string, TurnState> newest;
  for (const TurnRecord& turn : view.turns)
    if (turn.task == "ask" && turn.room_seq > began) newest[turn.agent] = turn.state;
  std::vector<std::string> agents;
  for (const auto& [agent, turn] : newest)
    if (turn == TurnState::kFailed) agents.push_back(agent);
  return agents;
}

// What is said to one of those who asked is about that question only, and so is a correction.
bool is_about_one(const QuestionRoundState& state, std::string_view text) {
  return text.starts_with('/') ||
         std::ranges::any_of(find_mentions(text), [&](const std::string& name) {
           return std::ranges::find(state.questions, name, &TeamQuestion::agent) !=
                  state.questions.end();
         });
}

// The person has replied to the newest wave once a message to all answered one or more of it, or
// nothing of it is open (C-33). What is about none of the questions is no reply (C-31).
bool is_heard(const Project& project, const std::vector<const Message*>& conversation,
              const QuestionRoundState& state) {
  RoomSeq wave;
  for (const ProjectQuestion& question : project.questions)
    if (question.iteration == project.iteration && question.wave == state.waves)
      wave = std::max(wave, question.asked_seq);
  if (wave == RoomSeq()) return true;
  return std::ranges::any_of(conversation, [&](const Message* message) {
    const bool answers =
        std::ranges::find(project.questions, message->id, &ProjectQuestion::answer_message) !=
        project.questions.end();
    return is_person(*message) && message->room_seq >= wave && answers &&
           (state.open().empty() || !is_about_one(state, *message->text));
  });
}

// An answer to objections is addressed to those who made them.
DebateWords debate_words(const Message& message) {
  DebateWords words;
  words.from = message.from;
  words.person = is_person(message);
  words.text = *message.text;
  words.proposes = message.kind == message_kind::kProposal;
  if (message.kind == message_kind::kObjection) words.stance = Stance::kObject;
  if (message.kind == message_kind::kReply && message.to != "team" && message.to != "person")
    words.answers_to = split_list(message.to);
  return words;
}

}  // namespace

std::vector<const Message*> messages_of_iteration(const RoomView& view, const Project& project) {
  std::vector<const Message*> conversation = conversation_of(view, project);
  const RoomSeq began = iteration_began(project);
  std::erase_if(conversation, [&](const Message* message) { return message->room_seq < began; });
  return conversation;
}

int turns_in_a_row(const RoomView& view, const Project& project) {
  int turns = 0;
  for (const Message* message : conversation_of(view, project)) {
    if (is_person(*message))
      turns = 0;
    else if (!is_system(*message))
      ++turns;
  }
  return turns;
}

QuestionRoundState question_round_state(const RoutingGround& ground, const RoomView& view,
                                        const Project& project) {
  ReadingMemo fresh;
  ReadingMemo& memo = ground.memo ? *ground.memo : fresh;
  const Vocabulary& vocabulary = ground.vocabulary;
  QuestionRoundState state;
  state.agents = project.agents;
  for (const ProjectQuestion& question : project.questions) {
    if (question.iteration != project.iteration) {
      state.asked_before.push_back(question.text);
      continue;
    }
    state.questions.push_back({.id = question.id,
                               .agent = question.agent,
                               .text = question.text,
                               .type = question.type,
                               .wave = question.wave,
                               .end = question.end,
                               .answer = question.answer});
    state.waves = std::max(state.waves, question.wave);
    if (question.end == QuestionEnd::kDropped) state.enough = true;
  }
  const std::vector<const Message*> conversation = messages_of_iteration(view, project);
  add_askers(vocabulary, memo, project, conversation, state);
  add_asked_for_all(view, project, iteration_began(project), state);
  for (const std::string& agent : unheard_askers(view, project)) add_once(state.done, agent);
  for (const Message* message : conversation)
    if (is_person(*message) && memo.wants_no_more(vocabulary, *message->text)) state.enough = true;
  state.heard = is_heard(project, conversation, state);
  state.turns_in_a_row = turns_in_a_row(view, project);
  return state;
}

std::vector<DebateWords> debate_of(const RoomView& view, const Project& project) {
  std::vector<DebateWords> debate;
  for (const Message* message : conversation_of(view, project)) {
    if (is_system(*message) || message->covers.value != 0 || message->interrupted) continue;
    if (message->kind == message_kind::kBrief) continue;  // what it objects and decides is its own
    debate.push_back(debate_words(*message));
    const auto vote = std::ranges::find(project.votes, message->id, &ProjectVote::message);
    if (vote != project.votes.end()) debate.back().stance = vote->vote;
  }
  return debate;
}

std::vector<std::string> known_words(const RoomView& view, const Project& project,
                                     const std::string& folder_digest) {
  std::vector<std::string> known;
  for (const Message* message : conversation_of(view, project))
    if (is_person(*message)) known.push_back(*message->text);
  if (known.empty()) known.push_back(project.goal);
  if (!folder_digest.empty()) known.push_back(folder_digest);
  return known;
}

RoutingState routing_state(const RoutingGround& ground, const RoomView& view,
                           const Project& project) {
  RoutingState state;
  state.agents = project.agents;
  state.questions_open = !project.open_questions().empty();
  const Message* last = nullptr;
  for (const Message* message : conversation_of(view, project)) {
    if (is_system(*message)) continue;
    if (is_person(*message)) {
      state.newest = *message->text;
      state.spoken.clear();
    } else {
      state.spoken.push_back(message->from);
    }
    last = message;
  }
  if (last != nullptr && !is_person(*last))
    state.called = wakes(last->from, *last->text, ground.team, ground.profiles,
                         static_cast<int>(state.spoken.size()) - 1);
  std::vector<DebateWords> debate = debate_of(view, project);
  state.agreement = ground.memo ? ground.memo->debates.read(ground.vocabulary, ground.words,
                                                            view.id.value + "/" + project.id.value,
                                                            std::move(debate))
                                : read_agreement(ground.vocabulary, ground.words, debate);
  return state;
}

std::vector<std::string> options_on_offer(const RoutingGround& ground, const RoomView& view,
                                          const Project& project) {
  ReadingMemo fresh;
  ReadingMemo& memo = ground.memo ? *ground.memo : fresh;
  std::vector<std::string> options;
  for (const Message* message : conversation_of(view, project)) {
    if (is_person(*message) || is_system(*message)) continue;
    const auto& offered = memo.offered_options(*message->text);
    if (!offered.empty()) options = offered;
  }
  return options;
}

}  // namespace fm
