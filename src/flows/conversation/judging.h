// What a model reads into a person's message, and which closed questions were asked before (C-12).
#pragma once

#include <string>

#include "flows/conversation/conversation.h"

namespace fm {

// How a model reads a message: one small call of the orchestrator's, or nothing where no model is
// configured, where rules settle it, and where the call fails. It is made once for each message,
// however often that is heard.
struct Judged {
  Json reading;             // null: the rules' reading stands
  bool broken_off = false;  // the person interrupted it
};
Flow<Judged> judge_message(FlowHandle flow, ConversationPtr conversation, std::string message,
                           Decision asked);

// Remembers that a closed question was not answered with a yes: it is not asked again for what
// there is now. What is decided by clear words stays so.
void remember_refused(const FlowHandle& flow, const ConversationPtr& conversation,
                      Decision decision);
bool was_refused(const FlowHandle& flow, const ConversationPtr& conversation, Decision decision);

}  // namespace fm
