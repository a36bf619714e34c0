// The body of a request to Gemini's generateContent.
#pragma once

#include <string>

#include "model/request_body.h"

namespace fm {

std::string gemini_body(const ModelRequest& request, const RequestStyle& style);

}  // namespace fm
