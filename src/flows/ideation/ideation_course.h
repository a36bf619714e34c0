// What the steps of an ideation share: its plan and how far it has come.
//
// Made by the flow `ideation` and living in its frame; the sub-flows hold it by pointer. The ideas
// themselves are the room's. Loop thread. Private to flows/ideation*.cc.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "flows/common/speaking.h"
#include "flows/ideation/ideation.h"
#include "team/room/room.h"

namespace fm {

struct Ideation : Course {
  IdeationPlan plan;
  bool has_ideas = false;
  std::string selected;  // the idea's id, once the choice is made
};
using IdeationPtr = std::shared_ptr<Ideation>;

bool has(const IdeationPtr& course, const std::string& role);

// The ideas that can still be chosen.
std::vector<const Idea*> candidates(const RoomView& view);

// A turn of whoever plays the role, or of an agent; `round` 0: outside the rounds.
TurnRequest role_turn(const Ideation& course, const std::string& role, std::string task, int round,
                      std::string kind);

// Scores by the moderator or by a panel (I-8, I-20).
Flow<Step> validation(FlowHandle flow, IdeationPtr course);

// The choice (I-9). With kFailed `error` says why there is none.
Flow<Spoken> selection(FlowHandle flow, IdeationPtr course);

}  // namespace fm
