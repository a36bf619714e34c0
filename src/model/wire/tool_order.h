// Tool calls and their results in the order that providers insist on (P-20).
//
// Each result stands directly behind the message that called, in the order of its calls; no call is
// without a result and no result without its call. Conversations that were shortened or
// interrupted, or in which a person spoke in between, are completed: a result whose call is gone
// becomes text, and a call without an answer gets a result that says so. Pure.
#pragma once

#include <optional>
#include <vector>

#include "model/model.h"

namespace fm {

// The messages in that order; nothing when they stand in it already, as nearly all do.
std::optional<std::vector<ModelMessage>> in_tool_order(const std::vector<ModelMessage>& messages);

}  // namespace fm
