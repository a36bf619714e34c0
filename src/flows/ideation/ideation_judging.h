// Scores and the choice: the end of an ideation (I-8, I-9, I-20).
#pragma once

#include "flows/ideation/ideation_course.h"

namespace fm {

// Scores by the moderator or by a panel (I-8, I-20).
Flow<Step> validation(FlowHandle flow, IdeationPtr course);

// The choice (I-9). With kFailed `error` says why there is none.
Flow<Spoken> selection(FlowHandle flow, IdeationPtr course);

}  // namespace fm
