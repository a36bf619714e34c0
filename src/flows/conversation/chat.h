// The flow that leads a room's conversation: flows/conversation/talk.h tells how.
#pragma once

#include "engine/flow/flow.h"

namespace fm {

FlowDefinition chat_flow();

}  // namespace fm
