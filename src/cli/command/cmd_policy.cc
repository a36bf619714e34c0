// folkmoot policy show|why
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "app/queries/policy_answers.h"
#include "cli/args/nearest.h"
#include "cli/command/commands.h"
#include "cli/context/find_project.h"
#include "cli/context/report_error.h"
#include "cli/listing/library.h"
#include "cli/listing/policy_lines.h"

namespace fm::cli {
namespace {

// The project whose plan and answers count too; none where nobody named one and there is none.
Result<std::optional<SeenProject>> project_of(const ProjectTarget& target, const Context& context) {
  auto seen = look_at_project(target, context);
  if (seen) return std::optional(std::move(*seen));
  const bool is_named = !target.room.empty() || !target.project.empty();
  const std::string& code = seen.error().code;
  const bool none = is_no_store(seen.error()) || code == "room_unknown" || code == "project_none" ||
                    code == "folder_moved";
  if (is_named || !none) return std::unexpected(seen.error());
  return std::optional<SeenProject>();
}

const Project* project_in(const std::optional<SeenProject>& seen) {
  return seen ? &seen->project() : nullptr;
}

// What the agent is for, as its card says.
Result<std::string> role_of(const std::string& agent, const Context& context) {
  const Library library = load_library(context);
  const auto known = library.profiles().find(agent);
  if (known != library.profiles().end())
    return known->second.role.empty() ? agent : known->second.role;
  std::vector<std::string> names;
  for (const auto& [id, profile] : library.profiles()) names.push_back(id);
  const auto near = nearest(agent, names);
  return fail("agent_unknown", fmt::format("There is no agent \"{}\".", agent), "",
              near ? fmt::format("Did you mean {}?", *near) : "See them: folkmoot agents list");
}

Result<PolicyAnswer> answer(const PolicyWhyArgs& args, const Context& context) {
  const auto seen = TRY(project_of(args.of, context));
  return policy_why(project_in(seen), {.agent = args.agent,
                                       .role = TRY(role_of(args.agent, context)),
                                       .tool = args.tool,
                                       .words = args.words,
                                       .sandboxed = args.sandboxed});
}

}  // namespace

int run(const PolicyShowArgs& args, Context& context) {
  const auto seen = project_of(args.of, context);
  if (!seen) return report(seen.error(), context);
  const auto rows = policy_shown(project_in(*seen));
  if (!rows) return report(rows.error(), context);
  if (!context.json()) {
    print(policy_rule_lines(*rows, context.columns(), context.terminal.charset), context);
    return kDone;
  }
  for (const PolicyRow& row : *rows)
    if (!print_json(policy_row_json(row), context)) return kDone;
  return kDone;
}

int run(const PolicyWhyArgs& args, Context& context) {
  const auto told = answer(args, context);
  if (!told) return report(told.error(), context);
  if (context.json())
    print_json(policy_answer_json(*told), context);
  else
    print(policy_why_lines(*told, context.columns(), context.terminal.charset), context);
  return kDone;
}

}  // namespace fm::cli
