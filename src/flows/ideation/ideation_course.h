// What the steps of an ideation share: its plan and how far it has come.
//
// Made by the flow `ideation` and living in its frame; the sub-flows hold it by pointer. The ideas
// themselves are the room's. Loop thread. Private to this folder.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "flows/common/speaking.h"
#include "flows/ideation/ideation_plan.h"
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

}  // namespace fm
