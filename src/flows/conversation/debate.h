// Debate: agents are routed to, a proposal is voted on (C-34 to C-38).
#pragma once

#include <string>

#include "flows/conversation/conversation.h"

namespace fm {

// Whoever is routed to speaks, one after the other, until the person is to speak (C-34, C-35).
// `answered`: somebody has replied already, so that silence is no fault.
Flow<Step> debate(FlowHandle flow, ConversationPtr conversation, bool answered);
// Votes on the newest brief, counted and shown (C-38).
Flow<Step> vote(FlowHandle flow, ConversationPtr conversation);

// The debate summed up for those who come later (C-39): with care.
Flow<Step> sum_up(FlowHandle flow, ConversationPtr conversation);

// A limit of turns or of money ended a stretch of talk: where it stands, in the program's words.
Flow<Nothing> say_capped(FlowHandle flow, std::string limit);

}  // namespace fm
