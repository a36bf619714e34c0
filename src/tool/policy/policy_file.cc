#include "tool/policy/policy_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/text.h"
#include "base/yaml/fields.h"
#include "base/yaml/yaml.h"
#include "tool/tool.h"

namespace fm {
namespace {

struct OutcomeKey {
  std::string_view key;
  PolicyOutcome outcome;
};
constexpr std::array<OutcomeKey, 3> kOutcomes{{{"allow", PolicyOutcome::kAllow},
                                               {"ask", PolicyOutcome::kAsk},
                                               {"deny", PolicyOutcome::kDeny}}};

std::vector<std::string> known_tools() {
  std::vector<std::string> names;
  for (const ToolSpec& spec : tool_specs()) names.push_back(spec.name);
  return names;
}

// A name that no tool has would be a rule that never does anything.
void check_tools(Fields& fields, std::string_view key, const std::vector<std::string>& tools) {
  const auto known = known_tools();
  for (const std::string& tool : tools)
    if (std::ranges::find(known, tool) == known.end())
      fields.fault(key, fmt::format("there is no tool `{}`.", tool), suggest(tool, known));
}

std::vector<std::string> patterns(Fields& fields, std::string_view key) {
  std::vector<std::string> found;
  for (FieldText& each : fields.whole_texts(key)) {
    if (trim(each.text).empty())
      fields.fault(key, "a pattern is empty.", "Remove it, or write one.");
    found.push_back(std::move(each.text));
  }
  return found;
}

PolicyRule read_rule(Fields fields, PolicyOrigin origin) {
  PolicyRule rule{.name = fields.text("name"), .origin = origin, .where = fields.where()};
  if (rule.name.empty())
    fields.fault("name", "the rule has no name.", "Give it one, such as `name: builder-writes`.");
  int outcomes = 0;
  for (const auto& [key, outcome] : kOutcomes) {
    if (!fields.has(key)) continue;
    ++outcomes;
    rule.outcome = outcome;
    rule.tools = fields.texts(key);
    if (rule.tools == std::vector<std::string>{"*"}) {
      rule.tools.clear();
    } else {
      check_tools(fields, key, rule.tools);
    }
  }
  if (outcomes != 1)
    fields.fault("name", "a rule has one of allow, ask and deny.",
                 "Write one of them, with the tools: `allow: [read_file]`.");
  rule.roles = fields.texts("roles");
  rule.agents = fields.texts("agents");
  rule.projects = fields.texts("projects");
  rule.phases = fields.texts("phases");
  rule.stages = fields.texts("stages");
  rule.paths = patterns(fields, "paths");
  rule.commands = patterns(fields, "commands");
  rule.exact_commands = patterns(fields, "exact_commands");
  rule.hosts = fields.texts("hosts");
  rule.sandboxed = fields.flag("sandboxed");
  rule.why = fields.text("why");
  fields.refuse_unknown();
  return rule;
}

}  // namespace

std::optional<PolicyTable> read_policy(std::string_view text, std::string_view path,
                                       PolicyOrigin origin, std::vector<Error>& faults) {
  const std::size_t before = faults.size();
  const auto document = parse_yaml(text, path);
  if (!document) {
    faults.push_back(document.error());
    return std::nullopt;
  }
  PolicyTable table;
  Fields top(*document, "", "config_invalid", faults);
  std::set<std::string> names;
  for (Fields& each : top.sections("rules")) {
    PolicyRule rule = read_rule(each, origin);
    if (!rule.name.empty() && !names.insert(rule.name).second)
      each.fault("name", fmt::format("there are two rules of the name `{}`.", rule.name),
                 "Give each its own name: refusals name it.");
    table.rules.push_back(std::move(rule));
  }
  Fields stages = top.section("stages");
  for (const std::string& stage : stages.keys())
    table.stages.emplace_back(stage, stages.texts(stage));
  for (Fields& each : top.sections("careful")) {
    table.careful.push_back({.program = each.text("program"), .options = each.texts("options")});
    each.refuse_unknown();
  }
  top.refuse_unknown();
  if (faults.size() != before) return std::nullopt;
  return table;
}

Result<PolicyTable> parse_policy(std::string_view text, std::string_view path,
                                 PolicyOrigin origin) {
  const auto read = [origin](std::string_view t, std::string_view p, std::vector<Error>& faults) {
    return read_policy(t, p, origin, faults);
  };
  return first_fault_or(read, text, path);
}

PolicyRule plan_commands(std::string project, std::vector<std::string> commands,
                         std::string where) {
  return {.name = "plan-commands",
          .outcome = PolicyOutcome::kAllow,
          .tools = {"run_command"},
          .projects = {std::move(project)},
          .exact_commands = std::move(commands),
          .origin = PolicyOrigin::kPlan,
          .where = std::move(where),
          .why = "it stands on the plan that was approved"};
}

PolicyRule always_rule(std::string agent, std::string project, std::string tool,
                       std::string pattern, std::string where) {
  PolicyRule rule{.name = "always",
                  .outcome = PolicyOutcome::kAllow,
                  .tools = {tool},
                  .agents = {std::move(agent)},
                  .projects = {std::move(project)},
                  .origin = PolicyOrigin::kPerson,
                  .where = std::move(where),
                  .why = "you said always"};
  auto& patterns = tool == "run_command" ? rule.commands
                   : tool == "web_fetch" ? rule.hosts
                                         : rule.paths;
  patterns.push_back(std::move(pattern));
  return rule;
}

}  // namespace fm
