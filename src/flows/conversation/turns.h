// Several agents in one stretch of a conversation, and what that comes to.
#pragma once

#include <vector>

#include "flows/conversation/conversation.h"

namespace fm {

// Agents speak in parallel, each for itself; in the order of `turns`, which name different agents.
Flow<std::vector<Spoken>> spoken_by_all(FlowHandle flow, ConversationPtr conversation,
                                        std::vector<TurnRequest> turns);
// What that came to: an interruption counts for all of them, a failure only when nobody spoke.
Step step_of_all(const std::vector<Spoken>& spoken);
Flow<Step> speak_all(FlowHandle flow, ConversationPtr conversation, std::vector<TurnRequest> turns);
// Asks for something to be read, with one repair turn (C-35, C-41, P-53).
Flow<Spoken> ask_readable(FlowHandle flow, ConversationPtr conversation, TurnRequest turn);
// The researcher's findings, or the leader's where nobody researches.
Flow<Spoken> research(FlowHandle flow, ConversationPtr conversation);
// What follows a turn of a short way that did not come to its end: the person has the floor, the
// project failed, or it was stopped.
Flow<Nothing> not_done(FlowHandle flow, ConversationPtr conversation, Spoken spoken);

}  // namespace fm
