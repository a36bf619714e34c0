// The body of a request to Anthropic Messages.
#pragma once

#include <string>

#include "model/wire/request_style.h"

namespace fm {

// Errors: model_cannot (a schema together with tools).
Result<HttpBody> anthropic_body(const ModelRequest& request, const RequestStyle& style);

}  // namespace fm
