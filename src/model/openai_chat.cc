#include "model/openai_chat.h"

#include <optional>
#include <utility>

#include "model/openai_chat_reader.h"
#include "model/openai_chat_request.h"
#include "net/url.h"

namespace fm {
namespace {

// After the answer's last word the connection is given this long to end properly, so that it can
// be used again.
constexpr Millis kGrace{250};

// One attempt: lives in the frame of call(), from where everything of it dies at once.
class Attempt final : public HttpHandler {
 public:
  Attempt(Loop& loop, ModelSink& sink)
      : loop_(loop), reader_(sink), started_(loop.clock().steady()) {}

  void start(HttpClient& client, HttpRequest request) {
    http_ = client.send(std::move(request), *this);
  }

  // The socket closes now; the outcome comes from the loop, not from inside cancel().
  void cancel() {
    stop();
    ModelError error;
    error.kind = ModelErrorKind::kCancelled;
    error.message = "The call was cancelled.";
    error.text_so_far = reader_.text();
    error.usage = reader_.usage();
    resolve_later(std::unexpected(std::move(error)));
  }

  void on_head(int status, const HttpHeaders& headers) override {
    reader_.head(status, headers, loop_.clock().now());
  }

  void on_bytes(std::string_view bytes) override {
    try {
      reader_.bytes(bytes);
    } catch (...) {  // a bug in a sink belongs to whoever awaits the call
      bug_ = std::current_exception();
      stop();
      return resolve_later(std::unexpected(ModelError{}));
    }
    if (!first_token_ && reader_.has_output()) first_token_ = loop_.clock().steady() - started_;
    if (reader_.is_over() && !grace_) grace_ = loop_.after(kGrace, [this] { on_done({}); });
  }

  void on_done(Result<void> end) override {
    stop();
    ModelOutcome outcome = std::unexpected(ModelError{});
    try {
      outcome = reader_.finish(end);
    } catch (...) {
      bug_ = std::current_exception();
    }
    ended_.resolve(std::move(outcome));  // may destroy this
  }

  const Later<ModelOutcome>& ended() const { return ended_; }
  void rethrow_bug() const {
    if (bug_) std::rethrow_exception(bug_);
  }
  void add_times(ModelReply& reply) const {
    reply.total = loop_.clock().steady() - started_;
    reply.first_token = first_token_.value_or(reply.total);
  }

 private:
  void stop() {
    http_.reset();
    grace_.reset();
  }
  void resolve_later(ModelOutcome outcome) {
    loop_.post([later = ended_, outcome = std::move(outcome)]() mutable {
      later.resolve(std::move(outcome));
    });
  }

  Loop& loop_;
  OpenAiChatReader reader_;
  Millis started_;
  std::optional<Millis> first_token_;
  std::exception_ptr bug_;
  Later<ModelOutcome> ended_;
  std::unique_ptr<Timer> grace_;
  std::unique_ptr<HttpCall> http_;
};

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
  Attempt attempt(loop_, sink);
  const auto registration = cancel.on_cancel([&attempt] { attempt.cancel(); });
  if (!cancel.cancelled()) {
    HttpRequest http = http_request(request);
    request = {};  // the rendered body is all that is kept
    attempt.start(client_, std::move(http));
  }
  ModelOutcome outcome = co_await attempt.ended();
  attempt.rethrow_bug();
  if (outcome) {
    attempt.add_times(*outcome);
  } else {
    cut_out(outcome.error().message, config_.api_key);
  }
  co_return outcome;
}

std::int64_t OpenAiChat::context_tokens(std::string_view model) const {
  const auto at = config_.context_tokens.find(model);
  return at == config_.context_tokens.end() ? 0 : at->second;
}

}  // namespace fm
