// The flow that leads a room's conversation: flows/conversation/conversation.h tells how.
#pragma once

#include "engine/flow/flow.h"

namespace fm {

FlowDefinition conversation_flow();

}  // namespace fm
