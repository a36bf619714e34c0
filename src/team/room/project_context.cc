#include "team/room/project_context.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "people/questions/questions.h"
#include "team/text/fence.h"

namespace fm {
namespace {

constexpr std::size_t kGoalBytes = 600;
constexpr std::size_t kLineBytes = 300;
constexpr std::size_t kMostWishes = 4;  // older ones are in the brief

void add_question(std::string& out, const ProjectQuestion& question) {
  out += fmt::format("- {} asked ({}): {}\n", header_name(question.agent), to_string(question.type),
                     fence_line(question.text, kLineBytes));
  if (question.end == QuestionEnd::kAnswered)
    out += fmt::format("  the person: {}\n", fence_line(question.answer, kLineBytes));
  else if (question.end == QuestionEnd::kYouDecide)
    out += "  the person leaves it to the team\n";
  else if (question.end == QuestionEnd::kDropped)
    out += "  dropped\n";
}

void add_questions(std::string& out, const Project& project, bool open) {
  bool first = true;
  for (const ProjectQuestion& question : project.questions) {
    if (question.open() != open) continue;
    if (first) out += open ? "Open questions:\n" : "Questions and answers so far:\n";
    first = false;
    add_question(out, question);
  }
}

}  // namespace

std::string project_context(const Project& project, Answered answered) {
  std::string out = fmt::format("Project: {}\n", fence_line(project.goal, kGoalBytes));
  out += fmt::format("Phase: {}", to_string(project.phase));
  if (project.iteration > 1) out += fmt::format(", iteration {}", project.iteration);
  out += ".\n";
  if (!project.agents.empty()) out += "Who works on it: " + join(project.agents, ", ") + ".\n";
  if (project.brief() == nullptr) {
    if (answered == Answered::kListed) add_questions(out, project, false);
    add_questions(out, project, true);
  } else {
    out += fmt::format("The brief that counts: revision {}.\n", project.brief()->revision);
  }
  const auto wishes = std::min<std::size_t>(project.feedback.size(), kMostWishes);
  if (wishes > 0) out += "What the person wanted otherwise, newest last:\n";
  for (std::size_t at = project.feedback.size() - wishes; at < project.feedback.size(); ++at)
    out += fmt::format("- {}\n", fence_line(project.feedback[at].text, kLineBytes));
  return out;
}

}  // namespace fm
