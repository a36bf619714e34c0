#include "app/wiring/workshop_options.h"

#include <algorithm>
#include <thread>

#include "app/deciding.h"
#include "team/pack/built_in.h"
#include "tool/policy/policy_file.h"

namespace fm {
namespace {

constexpr std::string_view kPolicy = "policy.yaml";

}  // namespace

Result<WorkshopOptions> workshop_options(const ServiceOptions& service, const WorkLimits& limits,
                                         const Redactor& redactor) {
  WorkshopOptions options;
  options.lanes = lanes_of_store(service.store);
  options.kept = {service.store};
  options.environment = service.environment;
  if (const auto home = service.environment.find("HOME"); home != service.environment.end())
    options.home = home->second;
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  options.commands_at_once = limits.commands.value_or(static_cast<int>(cores));
  options.agents_at_once = limits.agents.value_or(kAgentsAtOnce);
  options.redactor = redactor;
  const auto policy = built_in_file(kPolicy);
  FM_CHECK(policy.has_value(), "the pack has a policy");
  options.policy = TRY(parse_policy(*policy, kPolicy, PolicyOrigin::kPack));
  return options;
}

}  // namespace fm
