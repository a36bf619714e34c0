#include "team/conversation/project_brief.h"

namespace fm {
BriefLog brief_log(const Project& project, const std::string& leader) {
  BriefLog log{
      .goal = project.goal, .questions = project.questions, .feedback = {}, .leader = leader};
  for (const Feedback& said : project.feedback) log.feedback.push_back(said.text);
  return log;
}

}  // namespace fm
