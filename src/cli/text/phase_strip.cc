#include "cli/text/phase_strip.h"

#include <fmt/format.h>

#include <algorithm>

namespace fm::cli {
namespace {

constexpr std::string_view kQuestions = "questions";
constexpr std::string_view kBrief = "brief";
constexpr std::string_view kOptions = "options";
constexpr std::string_view kWork = "work";
constexpr std::string_view kReview = "review";

std::vector<std::string_view> steps_of(const Project& project) {
  const std::string_view flow = project.intent ? std::string_view(project.intent->flow) : "full";
  if (flow == "quick" || flow == "chat") return {};
  if (flow != "light") return {kQuestions, kBrief, kWork, kReview};
  // What is looked into leads to options, a small task to its review.
  const bool explores =
      project.phase != Phase::kReview && project.began(Phase::kDiscovery) != nullptr;
  return explores ? std::vector{kQuestions, kOptions} : std::vector{kWork, kReview};
}

std::string_view step_in(Phase phase, bool explores) {
  switch (phase) {
    case Phase::kDiscovery:
      return kQuestions;
    case Phase::kReady:
    case Phase::kSynthesis:
    case Phase::kApproval:
      return kBrief;
    case Phase::kExecution:
      return explores ? kOptions : kWork;
    case Phase::kReview:
      return kReview;
    case Phase::kIdle:
    case Phase::kFailed:
      break;
  }
  return {};
}

}  // namespace

std::optional<PhaseStrip> phase_strip(const Project& project) {
  if (!is_active(project.phase)) return std::nullopt;
  PhaseStrip strip{.steps = steps_of(project)};
  const bool explores = std::ranges::find(strip.steps, kOptions) != strip.steps.end();
  const auto now = std::ranges::find(strip.steps, step_in(project.phase, explores));
  if (now == strip.steps.end()) return std::nullopt;
  strip.at = static_cast<std::size_t>(now - strip.steps.begin());
  return strip;
}

std::string long_text(const PhaseStrip& strip) {
  std::string text;
  for (std::size_t i = 0; i < strip.steps.size(); ++i)
    text += (i == 0 ? "" : " > ") +
            (i == strip.at ? fmt::format("[{}]", strip.steps[i]) : std::string(strip.steps[i]));
  return text;
}

std::string short_text(const PhaseStrip& strip) {
  return fmt::format("{} {}/{}", strip.steps[strip.at], strip.at + 1, strip.steps.size());
}

}  // namespace fm::cli
