#include "model/catalog/provider_probe.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/redact.h"
#include "model/catalog/http_model.h"
#include "model/catalog/model_list.h"
#include "model/catalog/request_body.h"
#include "model/failure/provider_error.h"
#include "model/queue/retry.h"

namespace fm {
namespace {

constexpr std::size_t kLongestList = std::size_t{8} << 20;  // bytes; some list thousands of models

// Lives in the frame of the task.
class Probe final : public HttpHandler {
 public:
  explicit Probe(Loop& loop) : loop_(loop), started_(loop.clock().steady()) {}

  void start(HttpClient& client, HttpRequest request) {
    http_ = client.send(std::move(request), *this);
  }

  void on_head(int status, const HttpHeaders& headers) override {
    status_ = status;
    headers_ = headers;
  }
  void on_bytes(std::string_view bytes) override {
    if (body_.size() < kLongestList) body_ += bytes;
  }
  void on_done(Result<void> end) override {
    http_.reset();
    ProbeReport report;
    report.took = loop_.clock().steady() - started_;
    if (!end) {
      report.error =
          ModelError{.kind = end.error().code == "net_timeout" ? ModelErrorKind::kTimeout
                                                               : ModelErrorKind::kNetwork,
                     .message = end.error().message + " " + end.error().cause,
                     .cure = end.error().code == "net_tls_failed" ? end.error().cure : ""};
    } else if (status_ / 100 != 2) {
      report.error = http_failure(status_, headers_, body_, loop_.clock().now());
    } else if (auto models = models_in_answer(body_)) {
      report.models = std::move(*models);
    } else {
      report.error = ModelError{.kind = ModelErrorKind::kBadResponse,
                                .message = models.error().message,
                                .http_status = status_};
    }
    ended_.resolve(std::move(report));  // may destroy this
  }

  const Later<ProbeReport>& ended() const { return ended_; }

 private:
  Loop& loop_;
  Millis started_;
  int status_ = 0;
  HttpHeaders headers_;
  std::string body_;
  Later<ProbeReport> ended_;
  std::unique_ptr<HttpCall> http_;
};

class NoSink final : public ModelSink {
 public:
  void text(std::string_view) override {}
  void reasoning(std::string_view) override {}
};

}  // namespace

Task<ProbeReport> probe_provider(Loop& loop, HttpClient& client, Provider provider,
                                 Millis patience) {
  HttpRequest request = model_list_request(provider);
  request.timeouts = {
      .connect = patience, .first_byte = patience, .between_bytes = patience, .total = patience};
  Probe probe(loop);
  probe.start(client, std::move(request));
  ProbeReport report = co_await probe.ended();
  // The key must not be shown, not in the provider's words either.
  if (report.error)
    report.error->message = Redactor(secrets_of(provider)).redact(report.error->message);
  co_return report;
}

Task<std::optional<ModelError>> try_model(Loop& loop, HttpClient& client, Provider provider,
                                          std::string model, Millis patience) {
  constexpr int kTries = 4;          // each may teach which field the model refuses
  constexpr int kFewTokens = 2'048;  // some think before they say a word
  provider.timeouts.first_byte = std::min(provider.timeouts.first_byte, patience);
  provider.timeouts.total = patience;
  const auto opened = HttpModel::open(loop, client, std::move(provider));
  if (!opened)
    co_return ModelError{.kind = ModelErrorKind::kInvalidRequest,
                         .message = opened.error().message + " " + opened.error().cause,
                         .cure = opened.error().cure};
  NoSink sink;
  for (int i = 1;; ++i) {
    ModelRequest request;
    request.model = model;
    request.messages = {{.role = Role::kUser, .text = "Say: yes"}};
    request.max_output_tokens = kFewTokens;
    const ModelOutcome outcome = judged(co_await (*opened)->call(request, sink, {}), request);
    if (is_empty_answer(outcome, request)) co_return ModelError{.kind = ModelErrorKind::kEmpty};
    if (outcome) co_return std::nullopt;
    if (!outcome.error().learned || i == kTries) co_return outcome.error();
  }
}

}  // namespace fm
