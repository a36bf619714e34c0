#include "model/queue/retry.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <utility>

#include "base/text.h"
#include "model/queue/provider_queue.h"
#include "reading/json/chars.h"

namespace fm {
namespace {

constexpr std::size_t kReasonBytes = 500;  // of the provider's words
constexpr int kReadingAttempts = 2;        // for answers that came whole but could not be read

std::string_view reason(ModelErrorKind kind) {
  switch (kind) {
    case ModelErrorKind::kRateLimit:
      return "the provider asks us to slow down";
    case ModelErrorKind::kOverloaded:
      return "the provider's servers are overloaded";
    case ModelErrorKind::kServer:
      return "the provider's server had an error";
    case ModelErrorKind::kTimeout:
      return "no answer came in time";
    case ModelErrorKind::kNetwork:
      return "the connection failed";
    case ModelErrorKind::kBadToolCall:
      return "the model made a tool call that cannot be read";
    default:
      return "the answer could not be read";
  }
}

std::string words_for(Millis wait, ModelErrorKind kind) {
  const auto ms = wait.count();
  const std::string span = ms < 10'000 ? fmt::format("{}.{}", ms / 1000, ms % 1000 / 100)
                                       : fmt::format("{}", (ms + 500) / 1000);
  return fmt::format("Waits {} s because {}.", span, reason(kind));
}

// Made anew each time: the generator's state is 2.5 KB, and a thousand calls may be under way.
std::uint64_t random_of(std::uint64_t seed, int attempt) {
  return std::mt19937_64(seed + static_cast<std::uint64_t>(attempt))();
}

enum class Waited { kWhole, kCancelled };

Task<Waited> wait_for(Loop& loop, Millis span, CancelToken cancel) {
  const Later<Waited> later;
  const auto timer = loop.after(span, [later] { later.resolve(Waited::kWhole); });
  const auto registration = cancel.on_cancel(
      [&loop, later] { loop.post([later] { later.resolve(Waited::kCancelled); }); });
  co_return co_await later;
}

// Passes on what the line says, in the words of a retry's wait.
class LineToSink final : public QueueListener {
 public:
  explicit LineToSink(AttemptSink& sink) : sink_(sink) {}
  void waits_in_queue(Millis expected, const std::string& words) override {
    sink_.waits({attempt, expected, ModelErrorKind::kRateLimit, words});
  }
  int attempt = 1;

 private:
  AttemptSink& sink_;
};

// Why the line sent a call away, as a failure of the call.
ModelError sent_away(QueueRefusal away) {
  ModelError error;
  switch (away.why) {
    case QueueRefusal::Why::kCancelled:
      error.kind = ModelErrorKind::kCancelled;
      error.message = "The call was cancelled while it waited its turn.";
      return error;
    case QueueRefusal::Why::kTooLong:
      error.kind = ModelErrorKind::kRateLimit;
      break;
    case QueueRefusal::Why::kDown:
      error.kind = ModelErrorKind::kNetwork;
      break;
  }
  error.message = std::move(away.words);
  if (away.wait > Millis(0)) error.retry_after = away.wait;
  return error;
}

bool is_blank(const ModelReply& reply, const ModelRequest& request) {
  const bool is_call = !reply.tool_calls.empty() && !request.tools.empty();
  return !is_call && trim_wide(clean(reply.text).text).empty();
}

// What came whole and is no answer all the same. It would not be one the next time either.
std::optional<ModelErrorKind> failure_in(const ModelReply& reply, const ModelRequest& request) {
  switch (reply.finish) {
    case Finish::kContentFilter:
      return ModelErrorKind::kContentFilter;
    case Finish::kRefusal:
      return ModelErrorKind::kRefusal;
    case Finish::kLength:
      if (is_blank(reply, request)) return ModelErrorKind::kOutputLimit;
      break;
    case Finish::kContextWindow:
      if (is_blank(reply, request)) return ModelErrorKind::kContextLength;
      break;
    case Finish::kStop:
    case Finish::kToolCalls:
    case Finish::kPause:
      break;
    case Finish::kUnknown:
      if (is_blank(reply, request) && !reply.refusal.empty()) return ModelErrorKind::kContentFilter;
      break;
  }
  return std::nullopt;
}

}  // namespace

ModelOutcome judged(ModelOutcome outcome, const ModelRequest& request) {
  const auto kind = outcome ? failure_in(*outcome, request) : std::nullopt;
  if (!kind) return outcome;
  ModelError error;
  error.kind = *kind;
  error.message = cut_bytes(clean(outcome->refusal).text, kReasonBytes);
  error.text_so_far = std::move(outcome->text);
  error.usage = outcome->usage;
  error.limits = std::move(outcome->limits);
  return std::unexpected(std::move(error));
}

bool is_empty_answer(const ModelOutcome& outcome, const ModelRequest& request) {
  return outcome && is_blank(*outcome, request);
}

std::optional<Millis> retry_wait(const RetryPolicy& policy, const ModelError& error, int attempt,
                                 Millis elapsed, std::uint64_t random) {
  const bool unreadable =
      error.kind == ModelErrorKind::kBadToolCall || error.kind == ModelErrorKind::kBadResponse;
  const int attempts = unreadable ? std::min(policy.attempts, kReadingAttempts) : policy.attempts;
  if (error.learned && attempt < attempts) return Millis(0);
  if (!is_retryable(error) || attempt >= attempts) return std::nullopt;

  const int doublings = std::min(attempt - 1, 20);
  const Millis ceiling = std::min(policy.first_wait * (1 << doublings), policy.longest_wait);
  const Millis jitter(static_cast<std::int64_t>(
      random % static_cast<std::uint64_t>(std::max<std::int64_t>(ceiling.count(), 0) + 1)));
  // Never earlier than asked, and not all at that very moment.
  const Millis wait =
      error.retry_after ? *error.retry_after + std::min(jitter, policy.first_wait) : jitter;
  if (elapsed + wait > policy.total) return std::nullopt;
  return wait;
}

Task<RetriedOutcome> call_with_retries(Loop& loop, Model& model, ModelRequest request,
                                       AttemptSink& sink, CancelToken cancel, RetryPolicy policy,
                                       std::uint64_t seed, RetryWay way) {
  const Millis started = loop.clock().steady();
  RetriedOutcome result{.outcome = std::unexpected(ModelError{}), .attempts = 0, .usage = {}};
  LineToSink listener(sink);
  for (int attempt = 1;; ++attempt) {
    std::optional<ProviderQueue::Pass> pass;
    if (way.line != nullptr) {
      listener.attempt = attempt;
      QueueRequest wish{.room = request.room,
                        .model = request.model,
                        .tokens = way.tokens,
                        .patience = policy.total - (loop.clock().steady() - started),
                        .was_here = attempt > 1 || way.was_here,
                        .may_leave = way.may_leave};
      auto entered = co_await way.line->enter(std::move(wish), listener, cancel);
      if (!entered) {
        result.outcome = std::unexpected(sent_away(std::move(entered.error())));
        co_return result;
      }
      pass.emplace(std::move(*entered));
    }
    sink.begin_attempt(attempt);
    result.attempts = attempt;
    if (auto* facts = request.purpose.facts.if_object()) (*facts)["attempt"] = attempt;
    result.outcome = co_await model.call(request, sink, cancel);
    if (pass) pass->leave(result.outcome);
    result.outcome = judged(std::move(result.outcome), request);
    result.usage +=
        (result.outcome ? result.outcome->usage : result.outcome.error().usage).billed();
    if (result.outcome) co_return result;

    ModelError& error = result.outcome.error();
    const auto wait = retry_wait(policy, error, attempt, loop.clock().steady() - started,
                                 random_of(seed, attempt));
    if (!wait) co_return result;
    if (error.learned) continue;
    sink.waits({attempt + 1, *wait, error.kind, words_for(*wait, error.kind)});
    if (co_await wait_for(loop, *wait, cancel) == Waited::kCancelled) {
      error.kind = ModelErrorKind::kCancelled;
      error.message = "The call was cancelled while it waited to be tried again.";
      error.retry_after.reset();
      co_return result;
    }
  }
}

}  // namespace fm
