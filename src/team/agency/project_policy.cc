#include "team/agency/project_policy.h"

#include <utility>

#include "team/pack/built_in.h"
#include "team/tasks/task_map.h"
#include "tool/policy/policy_file.h"

namespace fm {
namespace {

constexpr std::string_view kPolicy = "policy.yaml";

}  // namespace

Result<PolicyTable> pack_policy() {
  const auto policy = built_in_file(kPolicy);
  FM_CHECK(policy.has_value(), "the pack has a policy");
  return parse_policy(*policy, kPolicy, PolicyOrigin::kPack);
}

PolicyTable project_policy(PolicyTable pack, const Project& project) {
  const std::string& id = project.id.value;
  if (!project.plans.empty()) {
    const TaskMap map = task_map_from_json(*project.plans.back().plan);
    pack.rules.push_back(plan_commands(id, map.commands(), "the plan's card"));
  }
  for (const Grant& grant : project.work.grants)
    if (grant.tool != kNoSandbox)
      pack.rules.push_back(always_rule(grant.agent, id, grant.tool, grant.pattern, "your answer"));
  return pack;
}

}  // namespace fm
