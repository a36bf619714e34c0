// OpenAiChat: models that are spoken to by OpenAI's chat completions, OpenAI's own and those of
// every compatible server (P-20).
//
// One attempt a call, streamed. The key is sent in one header and appears nowhere else: it is cut
// out of the provider's words too. Cancelling closes the connection at once. Memory: while an
// answer streams, a call holds the answer and about 20 KiB; the request is given up once it is
// sent.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/json.h"
#include "loop/loop.h"
#include "model/model.h"
#include "net/http_client.h"

namespace fm {

inline constexpr std::string_view kOpenAiBaseUrl = "https://api.openai.com/v1";

struct OpenAiChatConfig {
  std::string base_url = std::string(kOpenAiBaseUrl);
  std::string api_key = {};  // empty: no Authorization header
  HttpHeaders headers = {};  // sent with each request
  JsonObject options = {};   // fields of the provider's own, sent with each request
  HttpTimeouts timeouts = {};
  std::map<std::string, std::int64_t, std::less<>> context_tokens = {};  // by model
};

// OpenAI's own servers: they need a key, and want some things said in another way.
bool is_openai_itself(const OpenAiChatConfig& config);

class OpenAiChat final : public Model {
 public:
  // Loop and client outlive it. Errors: url_invalid.
  static Result<std::unique_ptr<OpenAiChat>> open(Loop& loop, HttpClient& client,
                                                  OpenAiChatConfig config);

  Task<ModelOutcome> call(ModelRequest request, ModelSink& sink, CancelToken cancel) override;
  std::int64_t context_tokens(std::string_view model) const override;
  bool is_rehearsal() const override { return false; }
  std::string endpoint() const override { return endpoint_; }

 private:
  OpenAiChat(Loop& loop, HttpClient& client, OpenAiChatConfig config, std::string endpoint);
  HttpRequest http_request(const ModelRequest& request) const;

  Loop& loop_;
  HttpClient& client_;
  OpenAiChatConfig config_;
  std::string endpoint_;
};

}  // namespace fm
