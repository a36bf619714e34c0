// The body of a request to Ollama's own chat.
#pragma once

#include <string>

#include "model/wire/request_style.h"

namespace fm {

Result<HttpBody> ollama_body(const ModelRequest& request, const RequestStyle& style);

}  // namespace fm
