// JSON as model servers send it: strict JSON, with two faults that strict readers refuse.
//
// Half characters become U+FFFD, and so do lone surrogate escapes, which servers send when they cut
// a text between the two halves of an emoji. Nothing else is repaired here: model *text* has its
// own tolerant reader (reading/).
#pragma once

#include <string_view>

#include "base/json.h"

namespace fm {

Result<Json> parse_lenient_json(std::string_view text);  // errors: json_invalid

}  // namespace fm
