// The work on an approved plan: the flow `agency` in the place of work on documents (C-43).
#pragma once

#include "flows/conversation/conversation.h"
#include "flows/conversation/work/listening.h"

namespace fm {

// A plan stands, and the work on it began under it.
bool works_on_plan(const FlowHandle& flow, const ConversationPtr& conversation);

// Builds what the plan has and is not done yet; after a review, what the person wants otherwise.
Flow<WorkEnd> build_plan(FlowHandle flow, ConversationPtr conversation);

}  // namespace fm
