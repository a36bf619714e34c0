// What files say of a provider: the person's configuration and the table of known servers alike.
//
// api, base_url, needs_key, headers, options, dialect, timeouts, limits, default_models, as
// app/config/provider_settings.h shows them. What is not said stays as it is; where the key comes
// from is the caller's to read.
#pragma once

#include <vector>

#include "base/yaml/fields.h"
#include "model/provider/provider.h"

namespace fm {

// Faults (with the fields' code) go into `faults`.
void read_provider_fields(Fields& fields, const YamlDocument& document, Provider& provider,
                          std::vector<Error>& faults);

}  // namespace fm
