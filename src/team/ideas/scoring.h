// Scores and the choice (I-8, I-9). Pure; all numbers are hundredths, ties are judged after
// rounding (E-5).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/log/event.h"
#include "team/room/room.h"

namespace fm {

// The moderator's own overall score when given, else the weighted mean of the criteria that are
// there, rounded half up; nothing when there is no number at all.
std::optional<int> overall_score(const std::array<std::optional<int>, 5>& criteria,
                                 std::optional<int> own, const std::array<int, 5>& weights);

struct ScoreChanges {
  std::vector<NewEvent> events;      // idea.scored
  std::vector<std::string> missing;  // ids of living ideas that no agent has scored in this flow
  std::vector<Error> warnings;       // score_clamped
};

// Who scores: an agent, where, and on which seat of a panel (0: there is none).
struct Scorer {
  std::string agent;
  FlowId flow;
  int seat = 0;
};

// What the reading of a moderator's answer says about the ideas.
ScoreChanges change_scores(const std::vector<const Idea*>& living, const Json& reading,
                           const std::array<int, 5>& weights, const Scorer& scorer);

Error score_clamped(const std::string& idea, const std::string& scorer);

// The highest score wins; ties by higher impact, then feasibility, then the older idea. Without
// any score: the leader's choice if it names a living idea, else the first. Where the person has
// pinned ideas it is one of those, and a single one without more ado (I-21). Nothing when no idea
// is left.
std::optional<Selection> select_idea(const std::vector<const Idea*>& living,
                                     const std::string& leader_choice, int min_score);

JsonObject to_body(const Selection& selection);

}  // namespace fm
