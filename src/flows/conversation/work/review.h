// review: the work is summed up, and the person takes it, adjusts it or talks on (C-42,
// C-44).
#pragma once

#include "flows/conversation/conversation.h"

namespace fm {

// A step of a project by its phase: it waits, or works and changes the phase or the log.
Flow<Nothing> review_step(FlowHandle flow, ConversationPtr conversation);

}  // namespace fm
