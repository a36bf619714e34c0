#include "model/request_body.h"

#include "model/openai_chat_request.h"

namespace fm {

Result<std::string> request_body(const ModelRequest& request, const RequestStyle& style) {
  return openai_chat_body(request, style.provider.options, MaxTokensField::kMaxTokens);
}

Result<HttpRequest> model_http_request(const ModelRequest& request, const RequestStyle& style) {
  const Provider& provider = style.provider;
  HttpRequest http{.method = "POST",
                   .url = provider.base_url + "/chat/completions",
                   .headers = provider.headers,
                   .timeouts = provider.timeouts};
  http.headers.push_back({"Content-Type", "application/json"});
  http.headers.push_back({"Accept", "text/event-stream, application/json"});
  if (!provider.api_key.empty())
    http.headers.push_back({"Authorization", "Bearer " + provider.api_key});
  http.body = TRY(request_body(request, style));
  return http;
}

HttpRequest model_list_request(const Provider& provider) {
  HttpRequest http{.url = provider.base_url + "/models", .headers = provider.headers};
  if (!provider.api_key.empty())
    http.headers.push_back({"Authorization", "Bearer " + provider.api_key});
  return http;
}

}  // namespace fm
