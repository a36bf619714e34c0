// A call as each family of providers wants it: the request's body and where it goes (P-20, P-21).
//
// Pure. A body holds the texts of the request's messages as the request does, and writes them out
// while it is sent (net/http_body.h). The provider's own options come first; fields that the
// request sets itself win over them. What a family has no place for is an error that says so, never
// left out silently.
//
//   family            body written by              POST to {base} and
//   openai_chat       openai_chat_request.h        /chat/completions
//   openai_responses  openai_responses_request.h   /responses
//   anthropic         anthropic_request.h          /v1/messages
//   gemini            gemini_request.h             /v1beta/models/M:streamGenerateContent
//   ollama            ollama_request.h             /api/chat
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/model.h"
#include "model/wire/request_style.h"

namespace fm {

// The body. Errors: model_cannot (what was asked for has no place in this family).
Result<HttpBody> request_body(const ModelRequest& request, const RequestStyle& style);

// The whole request, with the key in its header. Errors: model_cannot.
Result<HttpRequest> model_http_request(const ModelRequest& request, const RequestStyle& style);

// For `folkmoot models --check`: asks which models there are. Its answer is read by
// models_in_answer (model_list.h).
HttpRequest model_list_request(const Provider& provider);

}  // namespace fm
