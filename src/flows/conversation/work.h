// The work on an approved brief, as its execution and its review both look at it.
#pragma once

#include <string>

#include "flows/conversation/conversation.h"

namespace fm {

// Where the present stretch of work began: a pause that changed nothing in the brief ends none,
// what the person wanted done over begins one.
RoomSeq work_began(const Project& project);

// An agent's newest piece of work, made in the present stretch of work; null: none is handed in.
const Message* work_of(const FlowHandle& flow, const std::string& agent);

// From the state of the work, by those who are asked, else by the leader.
Flow<Nothing> answer_about_work(FlowHandle flow, ConversationPtr conversation, Heard heard);

// A step of a project by its phase: the brief's steps are done, and the person is heard beside it.
Flow<Nothing> execution_step(FlowHandle flow, ConversationPtr conversation);

}  // namespace fm
