// What agents' tools work with here: where lanes lie, the person's environment, the policy (P-61).
#pragma once

#include <memory>

#include "app/wiring/open.h"
#include "base/redact.h"
#include "team/agency/workshop.h"

namespace fm {

// The packaged rules, and the hosts whose pages the person allows. Errors: config_invalid.
Result<PolicyTable> policy_of(const Config& config);

// Lanes lie beside the log, never inside a repository. `web` fetches pages; null: nobody does.
// Errors: config_invalid, of the policy.
Result<WorkshopOptions> workshop_options(const ServiceOptions& service, const Config& config,
                                         std::shared_ptr<WebPages> web, const Redactor& redactor);

}  // namespace fm
