#include "cli/text/project_words.h"

#include <fmt/format.h>

#include "base/text.h"

namespace fm::cli {
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
      return "idle, rests after a silence" + in;
    case ProjectEnding::kError:
      break;
  }
  return "idle after an error" + in;
}

std::string times(int count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

}  // namespace

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

std::string wait_text(const ProjectStatus& status) {
  const ProjectWait& wait = status.waits;
  const std::string in = wait.phase ? fmt::format(" in {}", to_string(*wait.phase)) : "";
  switch (wait.what) {
    case WaitsFor::kNothing:
      return "nothing; say what you want next";
    case WaitsFor::kTeam:
      return wait.agents.empty() ? "the team"
                                 : "the team: " + join(wait.agents, ", ") + " speaking";
    case WaitsFor::kAnswers:
      return "your answer to " + times(static_cast<int>(wait.questions.size()), "question");
    case WaitsFor::kWords:
      return "whatever you say next";
    case WaitsFor::kStart:
      return "your word to start, or more discussion";
    case WaitsFor::kApproval:
      return "your yes to the brief, or what should be different";
    case WaitsFor::kReview:
      return "your judgement of the work";
    case WaitsFor::kGate:
      return "your decision";
    case WaitsFor::kTakeUp:
      return "you, to take it up where it stood" + in;
    case WaitsFor::kRetry:
      return "another try" + in;
    case WaitsFor::kResume:
      break;
  }
  return "being resumed: a fault paused it";
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
      return "that is fine";
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

}  // namespace fm::cli
