#include "team/documents/decisions.h"

#include <algorithm>
#include <iterator>

namespace fm {
namespace {

constexpr std::size_t kMost = 20;  // of answers, and of changes

void keep_newest(std::vector<DecidedPoint>& points) {
  if (points.size() > kMost)
    points.erase(points.begin(), points.end() - static_cast<std::ptrdiff_t>(kMost));
}

}  // namespace

std::vector<DecidedPoint> decided_by_person(const Project& project) {
  std::vector<DecidedPoint> answers;
  for (const ProjectQuestion& one : project.questions) {
    if (one.end == QuestionEnd::kAnswered) answers.push_back({one.text, one.answer, "the person"});
    if (one.end == QuestionEnd::kYouDecide)
      answers.push_back({one.text, "left to the team", "the person"});
  }
  keep_newest(answers);
  std::vector<DecidedPoint> changes;
  for (const Feedback& wish : project.feedback)
    changes.push_back({wish.phase == Phase::kReview ? "Wanted otherwise in the work"
                                                    : "Wanted otherwise in the brief",
                       wish.text, "the person"});
  keep_newest(changes);
  std::ranges::move(changes, std::back_inserter(answers));
  return answers;
}

}  // namespace fm
