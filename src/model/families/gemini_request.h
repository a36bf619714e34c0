// The body of a request to Gemini's generateContent.
#pragma once

#include <string>

#include "model/wire/request_style.h"

namespace fm {

HttpBody gemini_body(const ModelRequest& request, const RequestStyle& style);

}  // namespace fm
