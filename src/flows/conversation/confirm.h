// The one closed question where a person's words may start, approve, accept or cancel and do not
// say so for certain (C-12).
#pragma once

#include "flows/conversation/conversation.h"

namespace fm {

// kOther: the person said something else, which is heard next.
enum class Confirmed { kYes, kNo, kOther };

// Asks by a gate, which a plain yes or no in words answers too.
Flow<Confirmed> confirm(FlowHandle flow, ConversationPtr conversation, Decision decision,
                        std::string words);

}  // namespace fm
