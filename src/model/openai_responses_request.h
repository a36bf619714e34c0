// The body of a request to OpenAI's Responses.
#pragma once

#include <string>

#include "model/request_body.h"

namespace fm {

std::string openai_responses_body(const ModelRequest& request, const RequestStyle& style);

}  // namespace fm
