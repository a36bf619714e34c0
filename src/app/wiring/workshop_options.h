// What agencies work with here: where lanes lie, the person's environment, the policy (P-61).
#pragma once

#include "app/wiring/open.h"
#include "base/redact.h"
#include "team/agency/workshop.h"

namespace fm {

// Lanes lie beside the log, never inside a repository. Errors: config_invalid, of the policy.
Result<WorkshopOptions> workshop_options(const ServiceOptions& service, const WorkLimits& limits,
                                         const Redactor& redactor);

}  // namespace fm
