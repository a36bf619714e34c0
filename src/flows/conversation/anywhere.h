// What counts in every phase: names, commands, cancelling, another matter; and how a project begins
// (C-2, C-13, C-15, C-45, C-47).
#pragma once

#include <string>

#include "flows/conversation/conversation.h"

namespace fm {

// What any phase does with a message before its own: wrong names, commands, cancelling, another
// matter. True: that was all.
Flow<bool> handle_anywhere(FlowHandle flow, ConversationPtr conversation, Heard heard);

// Before a stretch of work begins: whether anything that the person has said meanwhile stops it.
// What does not stays unheard, for the phase that answers it.
Flow<bool> stopped_by_words(FlowHandle flow, ConversationPtr conversation);

// Begins a project, or goes on with an answered one as another (C-15): the intent, its agents, and
// the first phase of its way of working.
Flow<Nothing> begin_project(FlowHandle flow, ConversationPtr conversation, Heard heard,
                            std::string goal);
Flow<Nothing> escalate(FlowHandle flow, Heard heard);

}  // namespace fm
