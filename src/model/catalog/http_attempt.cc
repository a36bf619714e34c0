#include "model/catalog/http_attempt.h"

#include <exception>
#include <optional>
#include <utility>

namespace fm {
namespace {

// After the answer's last word the connection is given this long to end properly, so that it can
// be used again.
constexpr Millis kGrace{250};

// One attempt. It lives in the frame of the task, so that all of it is destroyed together.
class HttpAttempt final : public HttpHandler {
 public:
  HttpAttempt(Loop& loop, std::unique_ptr<AnswerReader> reader)
      : loop_(loop), reader_(std::move(reader)), started_(loop.clock().steady()) {}

  void start(HttpClient& client, HttpRequest request) {
    http_ = client.send(std::move(request), *this);
  }

  // The socket closes now; the outcome comes from the loop, not from inside cancel().
  void cancel() {
    stop();
    ModelError error;
    error.kind = ModelErrorKind::kCancelled;
    error.message = "The call was cancelled.";
    error.text_so_far = reader_->text();
    error.usage = reader_->usage();
    resolve_later(std::unexpected(std::move(error)));
  }

  void on_head(int status, const HttpHeaders& headers) override {
    reader_->head(status, headers, loop_.clock().now());
  }

  void on_bytes(std::string_view bytes) override {
    try {
      reader_->bytes(bytes);
    } catch (...) {  // a bug in a sink belongs to whoever awaits the call
      bug_ = std::current_exception();
      stop();
      return resolve_later(std::unexpected(ModelError{}));
    }
    if (!first_token_ && reader_->has_output()) first_token_ = loop_.clock().steady() - started_;
    if (reader_->is_over() && !grace_) grace_ = loop_.after(kGrace, [this] { on_done({}); });
  }

  void on_done(Result<void> end) override {
    stop();
    ModelOutcome outcome = std::unexpected(ModelError{});
    try {
      outcome = reader_->finish(end);
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
  std::unique_ptr<AnswerReader> reader_;
  Millis started_;
  std::optional<Millis> first_token_;
  std::exception_ptr bug_;
  Later<ModelOutcome> ended_;
  std::unique_ptr<Timer> grace_;
  std::unique_ptr<HttpCall> http_;
};

}  // namespace

Task<ModelOutcome> attempt_over_http(Loop& loop, HttpClient& client, HttpRequest request,
                                     std::unique_ptr<AnswerReader> reader, CancelToken cancel) {
  HttpAttempt attempt(loop, std::move(reader));
  const auto registration = cancel.on_cancel([&attempt] { attempt.cancel(); });
  if (!cancel.cancelled()) attempt.start(client, std::move(request));
  ModelOutcome outcome = co_await attempt.ended();
  attempt.rethrow_bug();
  if (outcome) attempt.add_times(*outcome);
  co_return outcome;
}

}  // namespace fm
