#include "app/wiring/workshop_options.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "app/deciding.h"
#include "team/agency/project_policy.h"

namespace fm {

Result<PolicyTable> policy_of(const Config& config) {
  PolicyTable policy = TRY(pack_policy());
  if (!config.web_allow().empty())
    policy.rules.push_back({.name = "web-allowed",
                            .outcome = PolicyOutcome::kAllow,
                            .tools = {"web_fetch"},
                            .hosts = config.web_allow(),
                            .origin = PolicyOrigin::kPerson,
                            .where = "web in your config.yaml",
                            .why = "you allow pages of this host"});
  return policy;
}

Result<WorkshopOptions> workshop_options(const ServiceOptions& service, const Config& config,
                                         std::shared_ptr<WebPages> web, const Redactor& redactor) {
  WorkshopOptions options;
  options.lanes = lanes_of_store(service.store);
  options.kept = {service.store};
  options.environment = service.environment;
  if (const auto home = service.environment.find("HOME"); home != service.environment.end())
    options.home = home->second;
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  options.commands_at_once = config.limits().commands.value_or(static_cast<int>(cores));
  options.agents_at_once = config.limits().agents.value_or(kAgentsAtOnce);
  options.redactor = redactor;
  options.policy = TRY(policy_of(config));
  options.web = std::move(web);
  return options;
}

}  // namespace fm
