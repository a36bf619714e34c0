// The first difference between the request that a cassette holds and the one that was asked for, as
// people read differences (P-35).
//
//   In message 2 (user):
//   @@ line 120 @@
//    a line of both
//   -what the recording says
//   +what was asked for now
//
// Pure.
#pragma once

#include <string>

#include "base/json.h"

namespace fm {

// Both canonical (cassette_request.h). Empty when they are equal; else at most 40 lines, each at
// most 160 columns wide and free of control characters.
std::string request_diff(const Json& recorded, const Json& asked);

}  // namespace fm
