#include "app/queries/policy_answers.h"

#include <fmt/format.h>

#include <utility>

#include "base/text.h"
#include "net/url.h"
#include "team/agency/project_policy.h"
#include "tool/tool.h"

namespace fm {
namespace {

Result<PolicyTable> policy_for(const Project* project) {
  PolicyTable pack = TRY(pack_policy());
  return project == nullptr ? std::move(pack) : project_policy(std::move(pack), *project);
}

std::unexpected<Error> no_tool(const std::string& said) {
  std::vector<std::string> names;
  for (const ToolSpec& spec : tool_specs()) names.push_back(spec.name);
  return fail("tool_unknown", fmt::format("There is no tool \"{}\".", said), "",
              "Those there are: " + join(names, ", ") + ".");
}

}  // namespace

Result<std::vector<PolicyRow>> policy_shown(const Project* project) {
  return policy_rows(TRY(policy_for(project)));
}

JsonObject policy_row_json(const PolicyRow& row) {
  return {{"rule", row.rule}, {"outcome", row.outcome}, {"who", row.who},
          {"when", row.when}, {"what", row.what},       {"origin", row.origin}};
}

Result<PolicyAnswer> policy_why(const Project* project, PolicyQuestion question) {
  const auto kind = tool_kind(question.tool);
  if (!kind) return no_tool(question.tool);
  const std::string about = join(question.words, " ");
  if (*kind != ToolKind::kRuns && question.words.size() > 1)
    return fail("tool_argument_invalid",
                fmt::format("{} is about one thing, not about \"{}\".", question.tool, about), "",
                "Put a path with spaces in quotes.");
  if (question.words.empty() && (*kind == ToolKind::kRuns || *kind == ToolKind::kFetches))
    return fail("tool_argument_invalid",
                fmt::format("What {} would do is not said.", question.tool), "",
                "For example: folkmoot policy why run_command \"git push\"");
  PolicyRequest request{.actor = {.agent = question.agent, .role = question.role},
                        .project = project == nullptr ? "" : project->id.value,
                        .phase = "execution",
                        .tool = question.tool,
                        .sandboxed = question.sandboxed};
  PolicyAnswer answer{.question = std::move(question), .about = about, .explained = {}};
  if (*kind == ToolKind::kRuns) {
    request.command = about;
  } else if (*kind == ToolKind::kFetches) {
    const auto url = parse_url(about);
    request.host = answer.about = url ? url->host : about;
  } else {
    request.path = about;
  }
  answer.explained = explain(TRY(policy_for(project)), request);
  return answer;
}

JsonObject policy_answer_json(const PolicyAnswer& answer) {
  const PolicyVerdict& verdict = answer.explained.verdict;
  JsonArray parts;
  for (const PolicyStep& step : answer.explained.steps)
    parts.push_back(JsonObject{
        {"part", step.part}, {"outcome", step.outcome}, {"rule", step.rule}, {"why", step.why}});
  return {{"agent", answer.question.agent},
          {"tool", answer.question.tool},
          {"about", answer.about},
          {"sandboxed", answer.question.sandboxed},
          {"outcome", to_string(verdict.outcome)},
          {"code", verdict.code},
          {"rule", verdict.rule},
          {"why", verdict.why},
          {"parts", std::move(parts)},
          {"allowed", to_json(verdict.allowed)},
          {"hint", verdict.hint}};
}

}  // namespace fm
