// Panel: what several scorers of one idea add up to (I-20).
//
// Scorers are a moderator, several, one that is asked several times, and the person, who counts as
// one of them (I-21). Each score is an event of its own; mean and spread are folded from those that
// count, so that nothing is kept twice. Pure; all numbers are hundredths, rounded half up (E-5).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/log/event.h"
#include "team/room/room.h"

namespace fm {

// From this spread on an idea is contested: two points lie between passable and good.
inline constexpr int kContestedSpread = 200;

// Lets a new score count. It takes the place of the scorer's former one; an agent's also of all
// that agents gave in an earlier flow, since scores are made anew there (I-22).
void take_score(std::vector<IdeaScore>& scores, IdeaScore score);

// A single score stands as it is. Of several: the mean of each criterion over those who gave it,
// the mean of the overall scores, the spread between the highest and the lowest of these, and the
// flag `contested` where that is wide; what they praise and fault is put together. Nothing without
// a score.
std::optional<IdeaScore> summed_up(const std::vector<IdeaScore>& scores);

// How a scorer is named among all of them: "moderator 2" of one that sits there several times.
std::string scorer_name(const IdeaScore& score, const std::vector<IdeaScore>& all);

// The idea.scored events of all seats in one order: by idea, then by seat. Each says how many more
// of its idea follow, so that whoever shows them can wait for the last.
std::vector<NewEvent> panel_events(std::vector<std::vector<NewEvent>> sheets);

}  // namespace fm
