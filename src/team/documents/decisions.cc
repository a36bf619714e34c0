#include "team/documents/decisions.h"

#include <algorithm>
#include <iterator>

#include "team/text/telling_words.h"

namespace fm {
namespace {

constexpr std::size_t kMost = 20;        // of answers, and of changes
constexpr std::size_t kSameSubject = 2;  // telling words that two texts share

void keep_newest(std::vector<DecidedPoint>& points) {
  if (points.size() > kMost)
    points.erase(points.begin(), points.end() - static_cast<std::ptrdiff_t>(kMost));
}

// The newest wish that came after the question was left to the team and is about the same.
const Feedback* spoken_of_later(const Project& project, const ProjectQuestion& question) {
  const Feedback* found = nullptr;
  for (const Feedback& wish : project.feedback)
    if (wish.room_seq > question.ended_seq &&
        shared_words(wish.text, question.text + " " + question.fallback) >= kSameSubject)
      found = &wish;
  return found;
}

}  // namespace

std::vector<DecidedPoint> decided_by_person(const Project& project) {
  std::vector<DecidedPoint> answers;
  for (const ProjectQuestion& one : project.questions) {
    if (one.end == QuestionEnd::kAnswered) answers.push_back({one.text, one.answer, "the person"});
    if (one.end != QuestionEnd::kYouDecide) continue;
    const Feedback* later = spoken_of_later(project, one);
    answers.push_back(
        {one.text, later == nullptr ? "left to the team" : later->text, "the person"});
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
