// The body of a request to OpenAI's Responses.
#pragma once

#include <string>

#include "model/wire/request_style.h"

namespace fm {

HttpBody openai_responses_body(const ModelRequest& request, const RequestStyle& style);

}  // namespace fm
