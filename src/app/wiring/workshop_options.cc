#include "app/wiring/workshop_options.h"

#include <algorithm>
#include <thread>

#include "team/agency/project_policy.h"

namespace fm {

Result<WorkshopOptions> workshop_options(const ServiceOptions& service, const Redactor& redactor) {
  WorkshopOptions options;
  options.lanes = service.store + "-lanes";
  options.kept = {service.store};
  options.environment = service.environment;
  if (const auto home = service.environment.find("HOME"); home != service.environment.end())
    options.home = home->second;
  options.commands_at_once = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  options.redactor = redactor;
  options.policy = TRY(pack_policy());
  return options;
}

}  // namespace fm
