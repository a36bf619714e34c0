// execution: the work on an approved brief (C-43).
#pragma once

#include "flows/conversation/conversation.h"

namespace fm {

// A step of a project by its phase: the brief's steps are done, and the person is heard beside it.
Flow<Nothing> execution_step(FlowHandle flow, ConversationPtr conversation);

}  // namespace fm
