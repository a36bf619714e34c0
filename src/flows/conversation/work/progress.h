// How far the work is, told by the program: to the person who asks only that, and to whoever
// answers them more (C-43). Looks only.
#pragma once

#include <string>

#include "flows/conversation/conversation.h"

namespace fm {

// For the person: each part with its state, and what follows.
std::string progress_text(const FlowHandle& flow, const ConversationPtr& conversation);
// For an agent: the same, with where the files lie; of work that is before the person what the
// review says.
std::string progress_for_agent(const FlowHandle& flow, const ConversationPtr& conversation);

}  // namespace fm
