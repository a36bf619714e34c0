#include "tool/policy/policy_rows.h"

#include "base/text.h"

namespace fm {
namespace {

void add(std::vector<std::string>& parts, std::string_view what,
         const std::vector<std::string>& values) {
  if (values.empty()) return;
  parts.push_back((what.empty() ? "" : std::string(what) + " ") + join(values, ", "));
}

}  // namespace

std::vector<PolicyRow> policy_rows(const PolicyTable& table) {
  std::vector<PolicyRow> rows;
  for (const PolicyRule& rule : table.rules) {
    std::vector<std::string> who, when, what;
    add(who, {}, rule.roles);
    add(who, "agent", rule.agents);
    add(when, "project", rule.projects);
    add(when, "phase", rule.phases);
    add(when, "stage", rule.stages);
    if (rule.sandboxed) when.emplace_back(*rule.sandboxed ? "in a sandbox" : "without a sandbox");
    add(what, {}, rule.paths);
    add(what, {}, rule.commands);
    add(what, "exactly", rule.exact_commands);
    add(what, "of", rule.hosts);
    const std::string tools = rule.tools.empty() ? "any tool" : join(rule.tools, ", ");
    rows.push_back({.rule = rule.name,
                    .outcome = std::string(to_string(rule.outcome)),
                    .who = join(who, "; "),
                    .when = join(when, "; "),
                    .what = what.empty() ? tools : tools + ": " + join(what, "; "),
                    .origin = rule.where.empty()
                                  ? std::string(to_string(rule.origin))
                                  : std::string(to_string(rule.origin)) + ", " + rule.where});
  }
  return rows;
}

}  // namespace fm
