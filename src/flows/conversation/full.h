// full: from a draft to work that the person started, in three phases (C-36 to C-42).
#pragma once

#include "flows/conversation/conversation.h"

namespace fm {

// A step of a project by its phase: it waits, or works and changes the phase or the log.
Flow<Nothing> ready_step(FlowHandle flow, ConversationPtr conversation);
Flow<Nothing> synthesis_step(FlowHandle flow, ConversationPtr conversation);
Flow<Nothing> approval_step(FlowHandle flow, ConversationPtr conversation);

// An edited brief is back where the person judges it: where they wanted it changed, or `ready`.
Flow<Nothing> show_edited(FlowHandle flow, Phase where);

}  // namespace fm
