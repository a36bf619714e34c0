// What a report says, worked out from a room's view: who won and by how much, why the others lost,
// how the talk went, what it cost. No markup here and no judgement of our own: every sentence
// follows from the log by the rules of I-9. The facts point into the view, which must outlive
// them. Pure; serves I-8, I-9, I-10, I-20, I-21.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "team/room/room.h"

namespace fm {

enum class Ending { kEmpty, kRunning, kPaused, kDone, kStopped, kError };

// An idea's place in the report: the chosen one, then by score, then the unscored, then the vetoed.
struct RankedIdea {
  const Idea* idea = nullptr;
  int rank = 0;  // 1 is the best; 0: unscored or vetoed
  bool chosen = false;
  std::vector<std::string> flags;  // as idea_flags()
  std::string verdict;             // why it was not chosen, in whole sentences; may be empty
};

// One line of the timeline: exactly one of the two is there.
struct Saying {
  const Message* message = nullptr;
  const GateAnswer* answer = nullptr;
};

struct Stretch {
  std::string title;  // Kickoff, Round 1, Decision, ...
  std::vector<Saying> sayings;
};

struct AgentCost {
  std::string agent;
  std::vector<std::string> models;
  int turns = 0;
  int failed = 0;
  Usage usage;
  MicroUsd cost;
  Millis total{0};
};

struct ReportFacts {
  std::string topic;
  Ending ending = Ending::kEmpty;
  const FlowRecord* flow = nullptr;
  std::optional<int> threshold;     // hundredths
  int rounds = 0;                   // that were begun
  int agents = 0;                   // that said something
  std::vector<RankedIdea> ranking;  // living ideas
  std::vector<const Idea*> merged;
  const Message* leaders_words = nullptr;
  std::vector<Stretch> timeline;
  std::vector<AgentCost> costs;  // in the order in which the agents first spoke

  // The chosen one stands first; null while there is none.
  const RankedIdea* chosen() const {
    return !ranking.empty() && ranking.front().chosen ? &ranking.front() : nullptr;
  }
};

ReportFacts report_facts(const RoomView& view, std::optional<int> threshold);

// The threshold that the discussion was started with, in hundredths.
std::optional<int> threshold_of(const RoomView& view);
// What was asked: the flow's topic, else the room's title.
std::string topic_of(const RoomView& view);

// Of a living idea, in this order: below_threshold, unscored, contested, clamped, pinned, vetoed,
// and what else its score or its selection says.
std::vector<std::string> idea_flags(const RoomView& view, const Idea& idea,
                                    std::optional<int> threshold);

// A criterion of kCriteria by name, in hundredths; 0 when it was not given.
int criterion(const IdeaScore& score, std::string_view name);

// Living ideas, the best first.
std::vector<const Idea*> ranked_ideas(const RoomView& view);

}  // namespace fm
