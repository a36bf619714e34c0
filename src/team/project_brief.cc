#include "team/project_brief.h"

namespace fm {
namespace {

using State = BriefQuestion::State;

State state_of(const ProjectQuestion& question) {
  if (!question.end) return State::kOpen;
  switch (*question.end) {
    case QuestionEnd::kAnswered:
      return State::kAnswered;
    case QuestionEnd::kYouDecide:
      return State::kYouDecide;
    case QuestionEnd::kDropped:
      break;
  }
  return State::kDropped;
}

}  // namespace

std::vector<BriefQuestion> brief_questions(const Project& project) {
  std::vector<BriefQuestion> questions;
  for (const ProjectQuestion& question : project.questions)
    questions.push_back({question.text, question.type, state_of(question), question.answer});
  return questions;
}

BriefLog brief_log(const Project& project, const std::string& leader) {
  BriefLog log{.goal = project.goal,
               .questions = brief_questions(project),
               .feedback = {},
               .leader = leader};
  for (const Feedback& said : project.feedback) log.feedback.push_back(said.text);
  return log;
}

std::vector<CastVote> cast_votes(const Project& project, std::string_view proposal) {
  std::vector<CastVote> votes;
  for (const ProjectVote& vote : project.votes) {
    const bool counts =
        proposal.empty() ? vote.iteration == project.iteration : vote.proposal == proposal;
    if (counts) votes.push_back({vote.agent, vote.vote, vote.why});
  }
  return votes;
}

}  // namespace fm
