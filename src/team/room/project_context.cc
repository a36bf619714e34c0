#include "team/room/project_context.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.h"
#include "people/questions/questions.h"
#include "reading/brief/brief.h"
#include "team/text/fence.h"
#include "team/vote/vote.h"

namespace fm {
namespace {

constexpr std::size_t kGoalBytes = 600;
constexpr std::size_t kLineBytes = 300;

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

// Once there is a brief, those who have a step in it.
std::vector<std::string> agents_of(const Project& project) {
  std::vector<std::string> agents;
  if (project.brief() == nullptr) return project.agents;
  for (const BriefStep& step : project.brief()->brief->next_steps)
    if (std::ranges::find(agents, step.agent) == agents.end()) agents.push_back(step.agent);
  return agents;
}

// What was taken up stands in the brief itself.
void add_objections(std::string& out, const Brief& brief, OpenObjections open) {
  bool first = true;
  for (const BriefObjection& one : brief.objections) {
    if (one.outcome == BriefObjection::Outcome::kTakenUp) continue;
    if (one.outcome == BriefObjection::Outcome::kOpen && open == OpenObjections::kInTask) continue;
    if (std::exchange(first, false)) out += "Objections to it:\n";
    std::string state(to_string(one.outcome));
    std::ranges::replace(state, '_', ' ');
    out += fmt::format("- {}, {}: {}\n", header_name(one.agent), state,
                       fence_line(one.text, kLineBytes));
    if (!one.why.empty()) out += fmt::format("  why: {}\n", fence_line(one.why, kLineBytes));
  }
}

// Of this iteration, the newest of each agent.
void add_votes(std::string& out, const Project& project) {
  std::map<std::string, const ProjectVote*> votes;
  for (const ProjectVote& vote : project.votes)
    if (vote.iteration == project.iteration && vote.vote) votes[vote.agent] = &vote;
  if (!votes.empty()) out += "Votes:\n";
  for (const auto& [agent, vote] : votes) {
    std::string stance(to_string(*vote->vote));
    std::ranges::replace(stance, '_', ' ');
    out += fmt::format("- {}, {}: {}\n", header_name(agent), stance,
                       fence_line(vote->why, kLineBytes));
  }
}

// What the brief has taken up stands in it; what was asked for of the work is settled once that was
// shown again, or taken.
void add_wishes(std::string& out, const Project& project) {
  RoomSeq since = project.brief() == nullptr ? RoomSeq{} : project.brief()->room_seq;
  for (const PhaseStep& step : project.steps)
    if (step.from == Phase::kExecution && step.to == Phase::kReview)
      since = std::max(since, step.room_seq);
  std::string lines;
  for (const Feedback& wish : project.feedback)
    if (wish.room_seq > since) lines += fmt::format("- {}\n", fence_line(wish.text, kLineBytes));
  if (!lines.empty()) out += "What the person wanted otherwise, newest last:\n" + lines;
}

}  // namespace

std::string project_context(const Project& project, Answered answered, OpenObjections open) {
  std::string out = fmt::format("Project: {}\n", fence_line(project.goal, kGoalBytes));
  out += fmt::format("Phase: {}", to_string(project.phase));
  if (project.is_accepted()) out += ", the person accepted the work";
  if (project.iteration > 1) out += fmt::format(", iteration {}", project.iteration);
  out += ".\n";
  if (const std::vector<std::string> agents = agents_of(project); !agents.empty())
    out += "Who works on it: " + join(agents, ", ") + ".\n";
  if (project.brief() == nullptr) {
    if (answered == Answered::kListed) add_questions(out, project, false);
    add_questions(out, project, true);
  } else {
    out += fmt::format("The brief that counts: revision {}.\n", project.brief()->revision);
    add_objections(out, *project.brief()->brief, open);
  }
  add_votes(out, project);
  add_wishes(out, project);
  return out;
}

}  // namespace fm
