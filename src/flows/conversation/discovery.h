// discovery: questions, debate, votes and ideas until the team and the person agree; BUILD (C-30 to
// C-39).
#pragma once

#include <string>

#include "flows/conversation/conversation.h"

namespace fm {

// A step of a project by its phase: it waits, or works and changes the phase or the log.
Flow<Nothing> discovery_step(FlowHandle flow, ConversationPtr conversation);

// An ideation on the goal; its result comes back as a message (C-21a).
Flow<Step> ideate(FlowHandle flow, ConversationPtr conversation, std::string topic);

}  // namespace fm
