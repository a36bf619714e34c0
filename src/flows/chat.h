// The flow that leads a room's conversation: flows/talk.h tells how.
#pragma once

#include "engine/flow.h"

namespace fm {

FlowDefinition chat_flow();

}  // namespace fm
