// A price out of a YAML map, in the table of models and in the person's `prices:` (P-23).
//
//   {input: 1.25, cached: 0.125, cache_write: 1.5, output: 10, above: {200000: {input: 2.5, output:
//   15}}}
//
// Dollars for a million tokens. What is not said of cached and written input is as the input; of a
// tier, as much dearer as its input.
#pragma once

#include "base/yaml/fields.h"
#include "model/provider/model_price.h"

namespace fm {

// Faults go into the fields' list.
ModelPrice read_price(Fields& fields, const YamlDocument& document, std::vector<Error>& faults);

}  // namespace fm
