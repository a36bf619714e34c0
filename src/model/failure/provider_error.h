// What a provider's failure means: from status, headers and whatever text came, to one kind (P-33).
//
// Providers say the same thing in many shapes: an error object, a string, a list, a nested JSON
// text, FastAPI's "detail", a web page, nothing at all; as an HTTP status or inside a stream that
// began with 200. The words count more than the codes, which differ from server to server. Order
// matters: a rate limit is looked for before a too long context, because "too many tokens, please
// wait" is the former.
#pragma once

#include <string_view>

#include "base/clock.h"
#include "base/json.h"
#include "model/model.h"
#include "net/http_client.h"

namespace fm {

// True for a JSON document that reports an error rather than an answer. `null` errors do not count.
// Bare words ("message", "detail") do, unless the caller knows the document as a piece of an
// answer.
bool is_error_document(const Json& document, bool is_answer = false);

// A failure told by HTTP: any status that is no success, with its body as it came.
ModelError http_failure(int status, const HttpHeaders& headers, std::string_view body, UtcMs now);

// A failure told inside an answer that began well: an error document, or bare text.
ModelError stream_failure(const Json& document, const HttpHeaders& headers, UtcMs now);
ModelError stream_text_failure(std::string_view text, const HttpHeaders& headers, UtcMs now);

// A web page where an answer should be.
bool is_web_page(std::string_view body);
ModelError web_page_failure(int status, std::string_view body);

}  // namespace fm
