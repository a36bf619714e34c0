// Waves of questions: who may ask, what was asked and answered, and when it is enough (C-31, C-33).
//
// A pure state machine of one iteration of a discovery. The flow asks next_askers() in parallel,
// reads their answers together with read_question_round(), and gives each question an id; the
// person's words go through read_person(). What came of both stands in the log, from which
// question_round_state() makes the next state. The table of what completes a discovery is the first
// screen of the source. Limits (agent turns without the person) are no completion.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "people/language/vocabulary.h"
#include "people/questions/open_questions.h"
#include "people/questions/questions.h"
#include "team/room/project.h"

namespace fm {

inline constexpr int kMostOfAgent = 2;  // questions in one iteration
inline constexpr int kMostOfTeam = 6;
inline constexpr int kLeastAsked = 3;  // before it can be enough
inline constexpr int kLeastAskers = 2;
inline constexpr int kMostAgentTurns = 10;  // without the person

struct TeamQuestion {
  std::string id;  // from the flow
  std::string agent;
  std::string text;
  QuestionType type = QuestionType::kClarification;
  int wave = 1;
  std::optional<QuestionEnd> end = {};  // none: it is open
  std::string answer;                   // as it was typed
};

struct QuestionRoundState {
  std::vector<std::string> agents;        // chosen for the project
  std::vector<TeamQuestion> questions;    // of this iteration, in the order of asking
  std::vector<std::string> asked_before;  // texts of earlier iterations' questions
  std::vector<std::string> done;          // agents that have nothing left to ask
  std::vector<std::string> offered;       // agents that said something of substance
  int waves = 0;
  bool asked_for_all = false;  // one call asked for the team: it says nothing beside its questions
  bool enough = false;         // the person wants no more questions
  bool heard = true;           // the person has spoken since the newest wave
  int turns_in_a_row = 0;      // of agents, since the person spoke

  std::vector<const TeamQuestion*> open() const;
  std::vector<OpenQuestion> asked() const;  // the same, numbered as they were asked
  int asked_by(std::string_view agent) const;
};

// The agents of the next wave: all that may ask, but not more than the team has questions left;
// those that asked least come first. Empty while the newest wave waits for the person, and once
// discovery is complete.
std::vector<std::string> next_askers(const QuestionRoundState& state);

struct AgentWords {
  std::string agent;
  std::string text;
};

enum class DropReason { kDuplicate, kAnswered, kOneARound, kAgentCap, kTeamCap, kNoMore };
std::string_view to_string(DropReason reason);

struct DroppedQuestion {
  std::string agent;
  std::string text;
  DropReason reason = DropReason::kDuplicate;
  std::string of;  // the question it repeats
};

struct QuestionRoundReading {
  std::vector<TeamQuestion> asked;  // without ids: the flow gives them
  std::vector<DroppedQuestion> dropped;
  std::vector<std::string> done;  // asked nothing new, or only what it could have read
  std::vector<std::string> offered;
  int turns = 0;
};

// One question of each agent: its first that is genuine, new, and not answered in `known` (what the
// person said, the folder's digest). Also for an agent that spoke between the waves.
QuestionRoundReading read_question_round(const Vocabulary& vocabulary,
                                         const QuestionRoundState& state,
                                         std::span<const AgentWords> answers,
                                         std::span<const std::string> known);

// The same for questions that one call asks for the whole team: each is one as it stands.
QuestionRoundReading keep_new_questions(const Vocabulary& vocabulary,
                                        const QuestionRoundState& state,
                                        std::span<const AgentWords> questions,
                                        std::span<const std::string> known);

struct ClosedQuestion {
  std::string id;
  QuestionEnd end = QuestionEnd::kAnswered;
  std::string text;
};

struct PersonReading {
  std::vector<ClosedQuestion> closed;  // in the order of the questions
  bool enough = false;                 // then all that were open are closed
  bool asks_context = false;
  // Whose question the person wants explained; nothing when it cannot be told. It stays open.
  std::optional<std::string> explain;  // the question's id
};

PersonReading read_person(const Vocabulary& vocabulary, const QuestionRoundState& state,
                          std::string_view message);
// The same of a message whose answers have been found, by rules or by a model.
PersonReading read_person(const Vocabulary& vocabulary, const QuestionRoundState& state,
                          std::string_view message, const ReplyToQuestions& reply);

enum class Completeness { kOpen, kPersonEnough, kAskedEnough, kNothingLeft, kCaps };
std::string_view to_string(Completeness completeness);  // for phase.changed's why

struct DiscoveryEnd {
  Completeness why = Completeness::kOpen;
  std::string words;  // a sentence for the person; empty while open
  explicit operator bool() const { return why != Completeness::kOpen; }
};
DiscoveryEnd is_complete(const QuestionRoundState& state);

// The team must wait for the person, complete or not.
bool must_wait(const QuestionRoundState& state);

// Something is said beside the questions: a reason, a finding, an offer.
bool has_substance(const Vocabulary& vocabulary, std::string_view text);

}  // namespace fm
