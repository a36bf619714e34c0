// The body of a chat completions request, OpenAI's own and every compatible server's.
#pragma once

#include <string>

#include "model/wire/request_style.h"

namespace fm {

HttpBody openai_chat_body(const ModelRequest& request, const RequestStyle& style);

// The name by which one room's calls find one cache (P-24); empty without a room.
std::string cache_key(const ModelRequest& request);

}  // namespace fm
