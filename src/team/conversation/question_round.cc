#include "team/conversation/question_round.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "people/language/topic_words.h"
#include "people/questions/same_question.h"

namespace fm {
namespace {

// What completes a discovery. The first row that holds decides; no row but the first holds while
// the newest wave waits for the person's words. A question that the person left open does not keep
// it open: it goes on as an unknown of the brief.
//
//   kPersonEnough  the person wants no more questions
//   kAskedEnough   min(2, chosen) agents asked, 3 questions were asked, each is answered or the
//                  person has answered one of the newest wave and left the others, and an agent
//                  said something of substance
//   kCaps          the team has asked 6, or each agent chosen has asked 2
//   kNothingLeft   each agent chosen has nothing left to ask, or has asked 2
bool has_enough(const QuestionRoundState& state) { return state.enough; }
bool asked_enough(const QuestionRoundState& state);
bool reached_caps(const QuestionRoundState& state);
bool has_nothing_left(const QuestionRoundState& state);

struct Row {
  Completeness why;
  bool (*holds)(const QuestionRoundState&);
  bool at_once;  // also before the person has replied to the newest wave
  std::string_view words;
};
constexpr auto kRows = std::to_array<Row>({
    {Completeness::kPersonEnough, has_enough, true, "You said that it is enough."},
    {Completeness::kAskedEnough, asked_enough, false, "Enough was asked and answered."},
    {Completeness::kCaps, reached_caps, false, "The team has asked all that it may."},
    {Completeness::kNothingLeft, has_nothing_left, false, "Nobody has anything left to ask."},
});

constexpr std::size_t kLeastSubstance = 4;  // words that say what a text is about

bool has(const std::vector<std::string>& list, std::string_view item) {
  return std::ranges::find(list, item) != list.end();
}
void add_once(std::vector<std::string>& list, const std::string& item) {
  if (!has(list, item)) list.push_back(item);
}

QuestionType type_of(const Vocabulary& vocabulary, std::string_view question) {
  const std::vector<FoundQuestion> found = find_questions(vocabulary, question);
  return found.empty() ? QuestionType::kClarification : found.front().type;
}

bool is_answered(const TeamQuestion& question) {
  return question.end && *question.end != QuestionEnd::kDropped;
}

// Each is answered, or what the person left of the newest wave goes by its default.
bool is_settled(const QuestionRoundState& state) {
  return std::ranges::all_of(state.questions, is_answered) ||
         std::ranges::any_of(state.questions, [&](const TeamQuestion& question) {
           return question.wave == state.waves && is_answered(question);
         });
}

bool asked_enough(const QuestionRoundState& state) {
  std::vector<std::string> askers;
  for (const TeamQuestion& question : state.questions) add_once(askers, question.agent);
  const auto least = std::min(static_cast<std::size_t>(kLeastAskers), state.agents.size());
  return askers.size() >= least && std::ssize(state.questions) >= kLeastAsked &&
         is_settled(state) && (state.asked_for_all || !state.offered.empty());
}

bool at_agent_cap(const QuestionRoundState& state, const std::string& agent) {
  return state.asked_by(agent) >= kMostOfAgent;
}
bool at_team_cap(const QuestionRoundState& state) {
  return std::ssize(state.questions) >= kMostOfTeam;
}

bool reached_caps(const QuestionRoundState& state) {
  return at_team_cap(state) ||
         (!state.agents.empty() && std::ranges::all_of(state.agents, [&](const std::string& agent) {
           return at_agent_cap(state, agent);
         }));
}

bool has_nothing_left(const QuestionRoundState& state) {
  return std::ranges::all_of(state.agents, [&](const std::string& agent) {
    return has(state.done, agent) || at_agent_cap(state, agent);
  });
}

// Reads the answers of one wave, one agent after the other.
class QuestionRoundReader {
 public:
  QuestionRoundReader(const Vocabulary& vocabulary, const QuestionRoundState& state,
                      std::span<const std::string> known)
      : vocabulary_(vocabulary), state_(state), known_(known) {
    for (const TeamQuestion& question : state.questions) remember(question.text, false);
    for (const std::string& text : state.asked_before) remember(text, false);
  }

  void read(const AgentWords& answer) {
    ++reading_.turns;
    if (has_substance(vocabulary_, answer.text)) add_once(reading_.offered, answer.agent);
    asked_ = repeats_this_round_ = false;
    for (FoundQuestion& found : find_questions(vocabulary_, answer.text))
      if (found.genuine) consider(answer.agent, std::move(found.text), found.type);
    if (!asked_ && !repeats_this_round_) add_once(reading_.done, answer.agent);
  }

  void keep(const AgentWords& question) {
    asked_ = asked_now(question.agent) > 0;
    consider(question.agent, question.text, type_of(vocabulary_, question.text));
  }

  QuestionRoundReading result() && { return std::move(reading_); }

 private:
  void consider(const std::string& agent, std::string text, QuestionType type) {
    const auto drop = [&](DropReason reason, std::string of = {}) {
      reading_.dropped.push_back({agent, std::move(text), reason, std::move(of)});
    };
    if (asked_) return drop(DropReason::kOneARound);
    const QuestionMeaning meaning = QuestionMeaning::of(vocabulary_, text);
    if (const Asked* same = repeats(meaning, text)) {
      // It could not know what the others ask.
      repeats_this_round_ = repeats_this_round_ || same->this_round;
      return drop(DropReason::kDuplicate, same->text);
    }
    if (is_known(meaning)) return drop(DropReason::kAnswered);
    if (state_.enough) return drop(DropReason::kNoMore);
    if (state_.asked_by(agent) + asked_now(agent) >= kMostOfAgent)
      return drop(DropReason::kAgentCap);
    if (state_.questions.size() + reading_.asked.size() >= static_cast<std::size_t>(kMostOfTeam)) {
      repeats_this_round_ = true;  // the question was its own
      return drop(DropReason::kTeamCap);
    }
    remember(text, true);
    reading_.asked.push_back({.id = {},
                              .agent = agent,
                              .text = std::move(text),
                              .type = type,
                              .wave = state_.waves + 1,
                              .answer = {}});
    asked_ = true;
  }

  struct Asked {
    QuestionMeaning meaning;
    std::string text;
    bool this_round;
  };

  void remember(const std::string& text, bool this_round) {
    known_questions_.push_back({QuestionMeaning::of(vocabulary_, text), text, this_round});
  }
  const Asked* repeats(const QuestionMeaning& meaning, std::string_view text) const {
    const auto found = std::ranges::find_if(known_questions_, [&](const Asked& asked) {
      return asked.text == text || same_question(asked.meaning, meaning);
    });
    return found == known_questions_.end() ? nullptr : &*found;
  }
  bool is_known(const QuestionMeaning& meaning) const {
    return std::ranges::any_of(known_, [&](const std::string& text) {
      return is_answered_in(vocabulary_, meaning, text);
    });
  }
  int asked_now(const std::string& agent) const {
    return static_cast<int>(std::ranges::count(reading_.asked, agent, &TeamQuestion::agent));
  }

  const Vocabulary& vocabulary_;
  const QuestionRoundState& state_;
  std::span<const std::string> known_;
  std::vector<Asked> known_questions_;
  QuestionRoundReading reading_;
  bool asked_ = false;  // by the agent in hand, in this round
  bool repeats_this_round_ = false;
};

// Whose words a question back is about: the only open one, or the one whose words it has.
std::optional<std::string> question_meant(const Vocabulary& vocabulary,
                                          std::span<const OpenQuestion> open,
                                          std::string_view message) {
  if (open.empty()) return std::nullopt;
  if (open.size() == 1) return open.front().id;
  const Utterance said = Utterance::of(vocabulary, message);
  const std::vector<std::string> words = topic_words(said, 0, said.phrases().size());
  std::optional<std::string> best;
  std::size_t most = 0;
  for (const OpenQuestion& question : open) {
    const AskedFor asked = read_asked_for(vocabulary, question.text);
    const auto shared =
        static_cast<std::size_t>(std::ranges::count_if(words, [&](const std::string& word) {
          return std::ranges::any_of(
              asked.topics, [&](const std::string& topic) { return same_topic_word(word, topic); });
        }));
    if (shared == most) best = std::nullopt;  // none, or two alike
    if (shared <= most) continue;
    most = shared;
    best = question.id;
  }
  return best;
}

}  // namespace

std::string_view to_string(DropReason reason) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"duplicate", "answered", "one_a_wave", "agent_cap", "team_cap", "no_more"});
  return kNames.at(static_cast<std::size_t>(reason));
}

std::string_view to_string(Completeness completeness) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"open", "person_enough", "asked_enough", "nothing_left", "caps"});
  return kNames.at(static_cast<std::size_t>(completeness));
}

std::vector<const TeamQuestion*> QuestionRoundState::open() const {
  std::vector<const TeamQuestion*> found;
  for (const TeamQuestion& question : questions)
    if (!question.end) found.push_back(&question);
  return found;
}

int QuestionRoundState::asked_by(std::string_view agent) const {
  return static_cast<int>(std::ranges::count(questions, agent, &TeamQuestion::agent));
}

std::vector<std::string> next_askers(const QuestionRoundState& state) {
  if (must_wait(state) || is_complete(state)) return {};
  std::vector<std::string> askers;
  for (int asked = 0; asked < kMostOfAgent; ++asked)
    for (const std::string& agent : state.agents)
      if (state.asked_by(agent) == asked && !has(state.done, agent)) add_once(askers, agent);
  const auto left = static_cast<std::size_t>(
      std::max<std::ptrdiff_t>(0, std::ptrdiff_t{kMostOfTeam} - std::ssize(state.questions)));
  const auto turns = static_cast<std::size_t>(kMostAgentTurns - state.turns_in_a_row);
  askers.resize(std::min({askers.size(), left, turns}));
  return askers;
}

QuestionRoundReading read_question_round(const Vocabulary& vocabulary,
                                         const QuestionRoundState& state,
                                         std::span<const AgentWords> answers,
                                         std::span<const std::string> known) {
  QuestionRoundReader reader(vocabulary, state, known);
  for (const AgentWords& answer : answers) reader.read(answer);
  return std::move(reader).result();
}

QuestionRoundReading keep_new_questions(const Vocabulary& vocabulary,
                                        const QuestionRoundState& state,
                                        std::span<const AgentWords> questions,
                                        std::span<const std::string> known) {
  QuestionRoundReader reader(vocabulary, state, known);
  for (const AgentWords& question : questions) reader.keep(question);
  return std::move(reader).result();
}

std::vector<OpenQuestion> QuestionRoundState::asked() const {
  std::vector<OpenQuestion> open;
  for (std::size_t at = 0; at < questions.size(); ++at)
    if (!questions[at].end)
      open.push_back({questions[at].id, questions[at].text, static_cast<int>(at) + 1});
  return open;
}

PersonReading read_person(const Vocabulary& vocabulary, const QuestionRoundState& state,
                          std::string_view message) {
  return read_person(
      vocabulary, state, message,
      read_reply(vocabulary, state.asked(), Utterance::of(vocabulary, message), message));
}

PersonReading read_person(const Vocabulary& vocabulary, const QuestionRoundState& state,
                          std::string_view message, const ReplyToQuestions& reply) {
  const std::vector<OpenQuestion> open = state.asked();
  PersonReading reading;
  reading.enough = reply.enough;
  reading.asks_context = reply.asks_context;
  std::vector<OpenQuestion> left;
  for (const OpenQuestion& question : open) {
    const auto answer = std::ranges::find(reply.answers, question.id, &GivenAnswer::id);
    if (answer != reply.answers.end()) {
      reading.closed.push_back({question.id, QuestionEnd::kAnswered, answer->text});
    } else if (has(reply.decide_for_me, question.id)) {
      reading.closed.push_back({question.id, QuestionEnd::kYouDecide, std::string(message)});
    } else if (reply.enough) {
      reading.closed.push_back({question.id, QuestionEnd::kDropped, std::string(message)});
    } else {
      left.push_back(question);
    }
  }
  if (reply.asks_context) reading.explain = question_meant(vocabulary, left, message);
  return reading;
}

bool must_wait(const QuestionRoundState& state) {
  return !state.heard || state.turns_in_a_row >= kMostAgentTurns;
}

DiscoveryEnd is_complete(const QuestionRoundState& state) {
  for (const Row& row : kRows)
    if ((row.at_once || state.heard) && row.holds(state)) return {row.why, std::string(row.words)};
  return {};
}

bool has_substance(const Vocabulary& vocabulary, std::string_view text) {
  std::string rest(text);
  for (const FoundQuestion& question : find_questions(vocabulary, text)) {
    const std::size_t at = rest.find(question.text);
    if (at != std::string::npos) rest.replace(at, question.text.size(), ".");
  }
  const Utterance said = Utterance::of(vocabulary, rest);
  return topic_words(said, 0, said.phrases().size()).size() >= kLeastSubstance;
}

}  // namespace fm
