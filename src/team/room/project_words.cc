#include "team/room/project_words.h"

#include <fmt/format.h>

#include "base/text.h"
#include "team/room/brief.h"

namespace fm {
namespace {

std::string resting_text(const ProjectStatus& status) {
  const std::string in =
      status.came_from ? fmt::format(" in {}", to_string(*status.came_from)) : "";
  if (!status.ending) return "idle, not begun";
  switch (*status.ending) {
    case ProjectEnding::kSuccess:
      return "idle, finished";
    case ProjectEnding::kEscalation:
      return "idle, went on as another project";
    case ProjectEnding::kCancellation:
      return "idle, cancelled" + in;
    case ProjectEnding::kTimeout:
      return "idle, paused after a silence" + in;
    case ProjectEnding::kError:
      break;
  }
  return "idle after an error" + in;
}

std::string times(int count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string first_line(std::string_view goal) {
  const auto lines = split_lines(trim(goal));
  return lines.empty() ? std::string() : std::string(lines.front());
}

}  // namespace

std::string title_of(const Project& project) {
  const BriefRevision* brief = project.brief();
  return brief == nullptr || brief->brief->title.empty() ? first_line(project.goal)
                                                         : brief->brief->title;
}

std::string title_of(const ProjectStatus& status) {
  return status.brief_title.empty() ? first_line(status.goal) : status.brief_title;
}

std::string phase_text(const ProjectStatus& status) {
  std::string text(to_string(status.phase));
  if (status.phase == Phase::kIdle) text = resting_text(status);
  if (status.phase == Phase::kFailed && status.came_from)
    text += fmt::format(" in {}", to_string(*status.came_from));
  if (status.iteration > 0) text += fmt::format(", iteration {}", status.iteration);
  return text;
}

std::string questions_text(const ProjectStatus& status) {
  const QuestionCounts& counts = status.questions;
  if (counts.asked == 0) return "none asked yet";
  std::string text = fmt::format("{} asked", counts.asked);
  auto part = [&, first = true](int count, std::string_view what) mutable {
    if (count == 0) return;
    text += fmt::format("{} {} {}", first ? ":" : ",", count, what);
    first = false;
  };
  part(counts.answered, "answered");
  part(counts.you_decide, "left to the team");
  part(counts.dropped, "dropped");
  part(counts.open, "open");
  if (status.iteration > 1)
    text += fmt::format("; {} in this iteration", status.this_iteration.asked);
  return text;
}

std::string verdict_text(const BriefVerdict& verdict) {
  std::string text = verdict.verdict == Verdict::kApproved ? "approved" : "changes wanted";
  if (verdict.brief > 0) text += fmt::format(", revision {}", verdict.brief);
  if (!verdict.feedback.empty()) text += ": " + verdict.feedback;
  return text;
}

std::string due_text(const ProjectStatus& status) {
  const ProjectWait& wait = status.waits;
  const std::string in = wait.phase ? fmt::format(" in {}", to_string(*wait.phase)) : "";
  switch (wait.what) {
    case WaitsFor::kNothing:
      return "Nothing is due. Say what you want next.";
    case WaitsFor::kTeam:
      return wait.agents.empty() ? "Not finished, and nobody is at work. Say \"go on\" to continue."
                                 : "At work: " + join(wait.agents, ", ") + ".";
    case WaitsFor::kAnswers:
      return "Your turn: " + times(static_cast<int>(wait.questions.size()), "question") + ".";
    case WaitsFor::kWords:
      return "Your turn.";
    case WaitsFor::kStart:
      return "Your turn: start, or say what to change.";
    case WaitsFor::kApproval:
      return "Your turn: approve the brief, or say what to change.";
    case WaitsFor::kReview:
      return "Your turn: accept the work, or say what is wrong.";
    case WaitsFor::kGate:
      return "Your turn: a question needs your decision.";
    case WaitsFor::kTakeUp:
      return "Paused" + in + ". Say \"go on\" to continue.";
    case WaitsFor::kRetry:
      return "Failed" + in + ". Say \"try again\" to continue.";
    case WaitsFor::kResume:
      break;
  }
  return "A fault paused it. folkmoot resume goes on.";
}

std::string_view usual_words(WaitsFor what) {
  switch (what) {
    case WaitsFor::kStart:
      return "go ahead";
    case WaitsFor::kApproval:
      return "yes";
    case WaitsFor::kTakeUp:
      return "go on";
    case WaitsFor::kRetry:
      return "try again";
    case WaitsFor::kReview:
      return "accept";
    case WaitsFor::kNothing:
    case WaitsFor::kAnswers:
    case WaitsFor::kWords:
      return "...";
    case WaitsFor::kTeam:
    case WaitsFor::kGate:
    case WaitsFor::kResume:
      break;
  }
  return {};
}

}  // namespace fm
