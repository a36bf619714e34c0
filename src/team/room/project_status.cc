#include "team/room/project_status.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "reading/brief/brief.h"

namespace fm {
namespace {

constexpr std::array<std::string_view, 2> kVerdicts = {"approved", "changes_wanted"};
constexpr std::array<std::string_view, 11> kWaits = {"nothing", "team",     "answers", "words",
                                                     "start",   "approval", "review",  "gate",
                                                     "take_up", "retry",    "resume"};

QuestionCounts count_questions(const Project& project, std::optional<int> iteration) {
  QuestionCounts counts;
  for (const ProjectQuestion& question : project.questions) {
    if (iteration && question.iteration != *iteration) continue;
    ++counts.asked;
    if (!question.end) {
      ++counts.open;
    } else if (*question.end == QuestionEnd::kAnswered) {
      ++counts.answered;
    } else if (*question.end == QuestionEnd::kYouDecide) {
      ++counts.you_decide;
    } else {
      ++counts.dropped;
    }
  }
  return counts;
}

std::optional<BriefVerdict> verdict_on(const Project& project) {
  for (auto step = project.steps.rbegin(); step != project.steps.rend(); ++step) {
    const bool approved = step->to == Phase::kExecution;
    if (step->from != Phase::kApproval || (!approved && step->to != Phase::kDiscovery)) continue;
    BriefVerdict verdict{.verdict = approved ? Verdict::kApproved : Verdict::kChangesWanted,
                         .brief = step->brief,
                         .feedback = {},
                         .at = step->at};
    const auto said = std::ranges::find(project.feedback, step->room_seq, &Feedback::room_seq);
    if (said != project.feedback.end()) verdict.feedback = said->text;
    return verdict;
  }
  return std::nullopt;
}

std::vector<std::string> speaking_in(const RoomView& view, const Project& project) {
  std::vector<std::string> agents;
  for (const TurnRecord& turn : view.turns) {
    if (turn.state == TurnState::kRunning && turn.project == project.id)
      agents.push_back(turn.agent);
  }
  return agents;
}

// The flow that leads the whole room works for the active project.
bool is_paused(const RoomView& view, const Project& project) {
  const auto works_for_it = [&](const FlowRecord& flow) {
    const ProjectId& of = flow.project.empty() ? view.projects.active : flow.project;
    return !flow.child && of == project.id;
  };
  const auto latest = std::find_if(view.flows.rbegin(), view.flows.rend(), works_for_it);
  return latest != view.flows.rend() && latest->state == FlowState::kPaused;
}

WaitsFor waits_for(const Project& project, const ProjectWait& wait) {
  const WaitsFor work = wait.gates.empty() ? WaitsFor::kTeam : WaitsFor::kGate;
  switch (project.phase) {
    case Phase::kIdle:
      if (project.came_from) return WaitsFor::kTakeUp;
      return wait.gates.empty() ? WaitsFor::kNothing : WaitsFor::kGate;
    case Phase::kDiscovery:
      if (!wait.gates.empty() || !wait.agents.empty()) return work;
      return wait.questions.empty() ? WaitsFor::kWords : WaitsFor::kAnswers;
    case Phase::kReady:
      return WaitsFor::kStart;
    case Phase::kApproval:
      return WaitsFor::kApproval;
    case Phase::kReview:
      return WaitsFor::kReview;
    case Phase::kSynthesis:
    case Phase::kExecution:
      return work;
    case Phase::kFailed:
      return WaitsFor::kRetry;
  }
  return WaitsFor::kNothing;
}

ProjectWait wait_of(const RoomView& view, const Project& project) {
  ProjectWait wait;
  wait.agents = speaking_in(view, project);
  for (const ProjectQuestion* question : project.open_questions())
    wait.questions.push_back(question->id);
  for (const OpenGate& gate : view.gates)
    if (gate.project == project.id) wait.gates.push_back(gate.gate);
  wait.phase = project.came_from;
  wait.what = is_active(project.phase) && is_paused(view, project) ? WaitsFor::kResume
                                                                   : waits_for(project, wait);
  return wait;
}

}  // namespace

std::string_view to_string(Verdict verdict) { return kVerdicts[static_cast<std::size_t>(verdict)]; }

std::string_view to_string(WaitsFor waits) { return kWaits[static_cast<std::size_t>(waits)]; }

Result<const Project*> choose_project(const Projects& projects, const ProjectId& id) {
  const Project* found = id.empty() ? projects.current() : projects.find(id);
  if (found != nullptr) return found;
  if (projects.all.empty())
    return fail("project_none", "There is no project in this room yet.", "",
                "Say what you want; a project begins by itself, or with `folkmoot project new`.");
  std::vector<std::string> known;
  for (const Project& project : projects.all) known.push_back(project.id.value);
  return fail(
      "project_unknown",
      fmt::format("There is no project \"{}\" in this room.", fit(clean(id.value).text, 40)), "",
      "Those there are: " + join(known, ", ") + ".");
}

ProjectStatus project_status(const RoomView& view, const Project& project) {
  ProjectStatus status{.id = project.id,
                       .active = view.projects.active == project.id,
                       .goal = project.goal,
                       .agents = project.agents,
                       .phase = project.phase,
                       .came_from = project.came_from,
                       .ending = project.ending,
                       .error = project.error,
                       .iteration = project.iteration,
                       .questions = count_questions(project, std::nullopt),
                       .this_iteration = count_questions(project, project.iteration),
                       .brief_title = {},
                       .brief_revision = 0,
                       .verdict = verdict_on(project),
                       .waits = wait_of(view, project),
                       .last_activity = project.last_activity};
  if (const BriefRevision* brief = project.brief()) {
    status.brief_title = brief->brief->title;
    status.brief_revision = brief->revision;
  }
  return status;
}

std::vector<ProjectStatus> project_list(const RoomView& view) {
  std::vector<ProjectStatus> list;
  for (const Project& project : view.projects.all) list.push_back(project_status(view, project));
  return list;
}

}  // namespace fm
