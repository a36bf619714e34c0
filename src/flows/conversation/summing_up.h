// The debate summed up for those who come later (C-39): on request, and with care.
#pragma once

#include "flows/conversation/conversation.h"

namespace fm {

Flow<Step> sum_up(FlowHandle flow, ConversationPtr conversation);

}  // namespace fm
