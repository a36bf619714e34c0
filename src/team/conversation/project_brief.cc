#include "team/conversation/project_brief.h"

namespace fm {
BriefLog brief_log(const Project& project, const std::string& leader) {
  BriefLog log{
      .goal = project.goal, .questions = project.questions, .feedback = {}, .leader = leader};
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
