#include "flows/ideation/ideation_course.h"

namespace fm {

bool has(const IdeationPtr& course, const std::string& role) {
  return course->plan.roles.contains(role);
}

std::vector<const Idea*> candidates(const RoomView& view) {
  std::vector<const Idea*> ideas = view.living_ideas();
  std::erase_if(ideas, [](const Idea* idea) { return idea->vetoed; });
  return ideas;
}

TurnRequest role_turn(const Ideation& course, const std::string& role, std::string task, int round,
                      std::string kind) {
  TurnRequest request =
      turn_of(course, course.plan.roles.at(role), std::move(task), std::move(kind));
  request.round = round;
  if (round > 0) {
    request.values["round"] = std::to_string(round);
    request.values["rounds"] = std::to_string(course.rounds);
  }
  return request;
}

}  // namespace fm
