// The work on an approved brief, as its execution and its review both look at it.
#pragma once

#include "flows/conversation/conversation.h"

namespace fm {

// From the state of the work, by those who are asked, else by the leader.
Flow<Nothing> answer_about_work(FlowHandle flow, ConversationPtr conversation, Heard heard);

// A step of a project by its phase: the brief's steps are done, and the person is heard beside it.
Flow<Nothing> execution_step(FlowHandle flow, ConversationPtr conversation);

}  // namespace fm
