// quick: advice and research. A question or two at most, then the answer (C-20).
#pragma once

#include "flows/conversation/conversation.h"

namespace fm {

// A step of a project by its phase: it waits, or works and changes the phase or the log.
Flow<Nothing> quick_step(FlowHandle flow, ConversationPtr conversation);

}  // namespace fm
