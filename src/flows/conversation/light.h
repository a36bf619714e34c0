// light: ways to do it are shown, and one is taken; EXPLORE and TASK (C-21,
// C-22).
#pragma once

#include "flows/conversation/conversation.h"

namespace fm {

// A step of a project by its phase: it waits, or works and changes the phase or the log.
Flow<Nothing> light_step(FlowHandle flow, ConversationPtr conversation);

}  // namespace fm
