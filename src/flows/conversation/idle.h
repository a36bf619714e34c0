// Nothing is under way: talk, taking up what rests, beginning something (C-10, C-13,
// C-46).
#pragma once

#include "flows/conversation/conversation.h"

namespace fm {

// A step of a project by its phase: it waits, or works and changes the phase or the log.
Flow<Nothing> idle_step(FlowHandle flow, ConversationPtr conversation);

}  // namespace fm
