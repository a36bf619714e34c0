#include "model/openai_chat.h"

#include <utility>

#include "model/api_family.h"
#include "model/http_attempt.h"
#include "model/openai_chat_request.h"
#include "net/url.h"

namespace fm {
namespace {

void cut_out(std::string& text, std::string_view secret) {
  if (secret.empty()) return;
  for (auto at = text.find(secret); at != std::string::npos; at = text.find(secret, at))
    text.replace(at, secret.size(), "***");
}

}  // namespace

bool is_openai_itself(const OpenAiChatConfig& config) {
  const auto url = parse_url(config.base_url);
  return url && url->host == "api.openai.com";
}

OpenAiChat::OpenAiChat(Loop& loop, HttpClient& client, OpenAiChatConfig config,
                       std::string endpoint)
    : loop_(loop), client_(client), config_(std::move(config)), endpoint_(std::move(endpoint)) {}

Result<std::unique_ptr<OpenAiChat>> OpenAiChat::open(Loop& loop, HttpClient& client,
                                                     OpenAiChatConfig config) {
  while (config.base_url.ends_with('/')) config.base_url.pop_back();
  const Url url = TRY(parse_url(config.base_url));
  return std::unique_ptr<OpenAiChat>(
      new OpenAiChat(loop, client, std::move(config), url.authority()));
}

HttpRequest OpenAiChat::http_request(const ModelRequest& request) const {
  HttpRequest http{.method = "POST",
                   .url = config_.base_url + "/chat/completions",
                   .headers = config_.headers,
                   .timeouts = config_.timeouts};
  http.headers.push_back({"Content-Type", "application/json"});
  http.headers.push_back({"Accept", "text/event-stream, application/json"});
  if (!config_.api_key.empty())
    http.headers.push_back({"Authorization", "Bearer " + config_.api_key});
  http.body = openai_chat_body(request, config_.options,
                               is_openai_itself(config_) ? MaxTokensField::kMaxCompletionTokens
                                                         : MaxTokensField::kMaxTokens);
  return http;
}

Task<ModelOutcome> OpenAiChat::call(ModelRequest request, ModelSink& sink, CancelToken cancel) {
  HttpRequest http = http_request(request);
  request = {};  // the rendered body is all that is kept
  ModelOutcome outcome = co_await attempt_over_http(
      loop_, client_, std::move(http), make_answer_reader(ApiFamily::kOpenAiChat, sink), cancel);
  if (!outcome) cut_out(outcome.error().message, config_.api_key);
  co_return outcome;
}

std::int64_t OpenAiChat::context_tokens(std::string_view model) const {
  const auto at = config_.context_tokens.find(model);
  return at == config_.context_tokens.end() ? 0 : at->second;
}

}  // namespace fm
