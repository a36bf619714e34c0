// Whether an act is said plainly: nothing in its clause but the act, its thing and politeness.
//
// The second half of reading a clause (act.h): what kind of act it is, is known. Pure.
#pragma once

#include "people/message/act.h"

namespace fm {

// Fills the fields of `act` from `plain` on.
void judge_plainness(const Utterance& utterance, Act& act);

}  // namespace fm
