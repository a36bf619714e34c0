#include "flows/conversation/draft_reviewers.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "reading/json/chars.h"

namespace fm {
namespace {

constexpr std::size_t kMostReviewers = 2;

constexpr auto kProgramEndings = std::to_array<std::string_view>(
    {".py", ".js", ".ts",  ".sh", ".go",    ".rs",  ".rb",  ".php", ".java", ".cs",
     ".c",  ".cc", ".cpp", ".kt", ".swift", ".sql", ".ps1", ".bat", ".lua",  ".pl"});

// By the files that the step names.
bool makes_program(const BriefStep& step) {
  const std::string_view task = step.task;
  return std::ranges::any_of(kProgramEndings, [&](std::string_view ending) {
    for (std::size_t at = 0; (at = task.find(ending, at)) != std::string_view::npos; ++at) {
      const std::size_t end = at + ending.size();
      if (end == task.size() || !(is_ascii_letter(task[end]) || is_ascii_digit(task[end])))
        return true;
    }
    return false;
  });
}

}  // namespace

std::vector<std::string> draft_reviewers(const ConversationPlan& plan, const Brief& draft,
                                         const std::vector<std::string>& agents) {
  std::vector<std::string> chosen;
  const auto add = [&](const std::string& agent) {
    if (chosen.size() < kMostReviewers && agent != plan.leader && plan.models.contains(agent) &&
        std::ranges::find(chosen, agent) == chosen.end())
      chosen.push_back(agent);
  };
  add(plan.adversary);
  for (const BriefStep& step : draft.next_steps)
    if (makes_program(step)) add(step.agent);
  for (const BriefStep& step : draft.next_steps) add(step.agent);
  for (const std::string& agent : agents) add(agent);
  return chosen;
}

}  // namespace fm
