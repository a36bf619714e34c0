#include "model/catalog/http_model.h"

#include <algorithm>
#include <utility>

#include "model/catalog/http_attempt.h"
#include "model/catalog/request_body.h"
#include "model/failure/refused_fields.h"
#include "model/failure/stated_context.h"
#include "model/families/answer_readers.h"
#include "model/provider/base_url.h"
#include "net/url.h"

namespace fm {
namespace {

// A server may send the key back, and so may a model that was shown it. It must not be shown then
// (P-64).
class RedactingSink final : public ModelSink {
 public:
  RedactingSink(ModelSink& sink, const Redactor& redactor)
      : sink_(sink), text_(redactor), reasoning_(redactor) {}

  void text(std::string_view delta) override { pass(text_.feed(delta), &ModelSink::text); }
  void reasoning(std::string_view delta) override {
    pass(reasoning_.feed(delta), &ModelSink::reasoning);
  }
  void text_was_reasoning() override {
    pass(text_.finish(), &ModelSink::text);
    sink_.text_was_reasoning();
  }
  void finish() {
    pass(reasoning_.finish(), &ModelSink::reasoning);
    pass(text_.finish(), &ModelSink::text);
  }

 private:
  void pass(const std::string& delta, void (ModelSink::*hear)(std::string_view)) {
    if (!delta.empty()) (sink_.*hear)(delta);
  }

  ModelSink& sink_;
  Redactor::Stream text_;
  Redactor::Stream reasoning_;
};

void redact(ModelReply& reply, const Redactor& redactor) {
  for (std::string* text : {&reply.text, &reply.reasoning, &reply.refusal})
    *text = redactor.redact(*text);
  for (ToolCall& call : reply.tool_calls) call.arguments = redactor.redact(call.arguments);
}

void redact(ModelError& error, const Redactor& redactor) {
  // Long words were cut, perhaps within a secret: its beginning is not shown either.
  Redactor::Stream sure(redactor);
  error.message = sure.feed(error.message);
  if (const std::string rest = sure.finish(); rest.size() < kShortestSecret) error.message += rest;
  error.text_so_far = redactor.redact(error.text_so_far);
}

ModelError not_sent(const Error& error) {
  ModelError failure;
  failure.kind = ModelErrorKind::kInvalidRequest;
  failure.message = error.message;
  return failure;
}

// Failures that may mean that the address is wrong: it has to be seen then.
bool is_about_address(const ModelError& error) {
  return error.kind == ModelErrorKind::kNotFound ||
         (error.kind == ModelErrorKind::kBadResponse && error.http_status != 0);
}

// Without name, password and query.
std::string shown_url(std::string_view url) { return without_login(url.substr(0, url.find('?'))); }

// A schema that was asked for by way of a tool comes back as its call (P-21).
void take_schema_answer(ModelReply& reply) {
  if (reply.tool_calls.size() != 1 || reply.tool_calls.front().name != kAnswerTool) return;
  reply.text = std::move(reply.tool_calls.front().arguments);
  reply.tool_calls.clear();
  if (reply.finish == Finish::kToolCalls) reply.finish = Finish::kStop;
}

}  // namespace

HttpModel::HttpModel(Loop& loop, HttpClient& client, Provider provider, Facts facts,
                     std::string endpoint, std::shared_ptr<LearnedModels> learned)
    : loop_(loop),
      client_(client),
      provider_(std::move(provider)),
      redactor_(secrets_of(provider_)),
      facts_(std::move(facts)),
      endpoint_(std::move(endpoint)),
      learned_(std::move(learned)) {
  if (!learned_) learned_ = std::make_shared<LearnedModels>(loop.clock());
}

Result<std::unique_ptr<HttpModel>> HttpModel::open(Loop& loop, HttpClient& client,
                                                   Provider provider, Facts facts,
                                                   std::shared_ptr<LearnedModels> learned) {
  provider.base_url = TRY(clean_base_url(provider.base_url, provider.api));
  const Url url = TRY(parse_url(provider.base_url));
  return std::unique_ptr<HttpModel>(new HttpModel(
      loop, client, std::move(provider), std::move(facts), url.authority(), std::move(learned)));
}

Task<ModelOutcome> HttpModel::call(ModelRequest request, ModelSink& sink, CancelToken cancel) {
  RefusedFields refused = learned_->find(endpoint_, request.model).refused;
  const ModelFacts facts = facts_ ? facts_(request.model) : ModelFacts();
  refused.tools = refused.tools || facts.without_tools;
  auto http = model_http_request(request, {.provider = provider_,
                                           .refused = refused,
                                           .max_output_tokens = facts.max_output_tokens,
                                           .context_tokens = facts.context_tokens});
  if (!http) co_return std::unexpected(not_sent(http.error()));
  const std::size_t bytes = http->body.size();
  const std::string asked = shown_url(http->url);
  request.messages = {};  // the rendered body is all that is kept
  request.purpose = {};
  RedactingSink redacting(sink, redactor_);
  ModelSink& heard = redactor_.empty() ? sink : redacting;
  ModelOutcome outcome = co_await attempt_over_http(
      loop_, client_, std::move(*http), make_answer_reader(provider_.api, heard), cancel);
  redacting.finish();
  if (!outcome) {
    redact(outcome.error(), redactor_);
    if (is_about_address(outcome.error()))
      outcome.error().message += " Asked was " + redactor_.redact(asked) + ".";
    learn_refusal(outcome.error(), request, refused, bytes);
  } else {
    if (request.schema) take_schema_answer(*outcome);
    if (!redactor_.empty()) redact(*outcome, redactor_);
  }
  learn(outcome, request.model, bytes);
  co_return outcome;
}

void HttpModel::learn_refusal(ModelError& error, const ModelRequest& request,
                              const RefusedFields& refused, std::size_t bytes) {
  if (const auto more = newly_refused(error, request, refused)) {
    learned_->learn(endpoint_, request.model, [&](LearnedModel& known) { known.refused = *more; });
    error.learned = true;
    return;
  }
  const std::int64_t answered = learned_->find(endpoint_, request.model).answered_bytes;
  if (is_refused_for_length(error, static_cast<std::int64_t>(bytes), answered))
    error.kind = ModelErrorKind::kContextLength;
}

void HttpModel::learn(const ModelOutcome& outcome, const std::string& model, std::size_t bytes) {
  const RateBuckets& told = outcome ? outcome->limits : outcome.error().limits;
  if (!outcome && told.empty()) return;
  learned_->learn(endpoint_, model, [&](LearnedModel& known) {
    if (outcome)
      known.answered_bytes = std::max(known.answered_bytes, static_cast<std::int64_t>(bytes));
    RateBuckets limits;
    for (const RateBucket& bucket : told)
      if (bucket.limit) limits.push_back({bucket.unit, bucket.limit, {}, {}});
    if (!limits.empty()) known.limits = std::move(limits);
  });
}

std::int64_t HttpModel::context_tokens(std::string_view model) const {
  return facts_ ? facts_(model).context_tokens : 0;
}

}  // namespace fm
