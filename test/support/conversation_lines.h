// What a team says in a conversation, for tests that need sensible words and no rehearsal: lines
// for every task, about a booking page for a barber shop.
#pragma once

#include <vector>

#include "test/support/discussion.h"

namespace fm::testing {

std::vector<Line> talk_lines();

}  // namespace fm::testing
