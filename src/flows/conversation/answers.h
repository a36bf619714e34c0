// /answers: the questions of a project with what the person said to them, and putting one right
// (C-12, C-31).
#pragma once

#include "flows/conversation/conversation.h"

namespace fm {

// "/answers" shows them, "/answers 2: new words" gives the second one another answer. What was
// shown with the old answer is not what the person agreed to: at the brief it goes back, as any
// wish does.
Flow<Nothing> handle_answers(FlowHandle flow, Heard heard);

}  // namespace fm
