#include "app/wiring/workshop_options.h"

#include <algorithm>
#include <thread>

#include "team/pack/built_in.h"
#include "tool/policy/policy_file.h"

namespace fm {
namespace {

constexpr std::string_view kPolicy = "policy.yaml";

}  // namespace

Result<WorkshopOptions> workshop_options(const ServiceOptions& service, const Redactor& redactor) {
  WorkshopOptions options;
  options.lanes = service.store + "-lanes";
  options.kept = {service.store};
  options.environment = service.environment;
  if (const auto home = service.environment.find("HOME"); home != service.environment.end())
    options.home = home->second;
  options.commands_at_once = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  options.redactor = redactor;
  const auto policy = built_in_file(kPolicy);
  FM_CHECK(policy.has_value(), "the pack has a policy");
  options.policy = TRY(parse_policy(*policy, kPolicy, PolicyOrigin::kPack));
  return options;
}

}  // namespace fm
