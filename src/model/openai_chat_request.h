// The body of a chat completions request, straight into one string: it is the largest thing a call
// holds, and it is held once.
#pragma once

#include <string>

#include "base/json.h"
#include "model/model.h"

namespace fm {

// What OpenAI's own servers want differs in one field from what all others know.
enum class MaxTokensField { kMaxTokens, kMaxCompletionTokens };

// Streaming, with usage. `options` are the provider's own fields from the configuration; those that
// the request sets itself are left out.
std::string openai_chat_body(const ModelRequest& request, const JsonObject& options,
                             MaxTokensField max_tokens);

}  // namespace fm
