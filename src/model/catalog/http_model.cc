#include "model/catalog/http_model.h"

#include <utility>

#include "model/catalog/http_attempt.h"
#include "model/catalog/request_body.h"
#include "model/families/answer_readers.h"
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
  error.message = redactor.redact(error.message);
  error.text_so_far = redactor.redact(error.text_so_far);
}

ModelError not_sent(const Error& error) {
  ModelError failure;
  failure.kind = ModelErrorKind::kInvalidRequest;
  failure.message = error.message;
  return failure;
}

// A schema that was asked for by way of a tool comes back as its call (P-21).
void take_schema_answer(ModelReply& reply) {
  if (reply.tool_calls.size() != 1 || reply.tool_calls.front().name != kAnswerTool) return;
  reply.text = std::move(reply.tool_calls.front().arguments);
  reply.tool_calls.clear();
  if (reply.finish == Finish::kToolCalls) reply.finish = Finish::kStop;
}

}  // namespace

HttpModel::HttpModel(Loop& loop, HttpClient& client, Provider provider, Facts facts,
                     std::string endpoint)
    : loop_(loop),
      client_(client),
      provider_(std::move(provider)),
      redactor_(secrets_of(provider_)),
      facts_(std::move(facts)),
      endpoint_(std::move(endpoint)) {}

Result<std::unique_ptr<HttpModel>> HttpModel::open(Loop& loop, HttpClient& client,
                                                   Provider provider, Facts facts) {
  while (provider.base_url.ends_with('/')) provider.base_url.pop_back();
  const Url url = TRY(parse_url(provider.base_url));
  return std::unique_ptr<HttpModel>(
      new HttpModel(loop, client, std::move(provider), std::move(facts), url.authority()));
}

Task<ModelOutcome> HttpModel::call(ModelRequest request, ModelSink& sink, CancelToken cancel) {
  const RefusedFields refused = refused_[request.model];
  const ModelFacts facts = facts_ ? facts_(request.model) : ModelFacts();
  auto http = model_http_request(request, {.provider = provider_,
                                           .refused = refused,
                                           .max_output_tokens = facts.max_output_tokens,
                                           .context_tokens = facts.context_tokens});
  if (!http) co_return std::unexpected(not_sent(http.error()));
  request.messages = {};  // the rendered body is all that is kept
  request.purpose = {};
  RedactingSink redacting(sink, redactor_);
  ModelSink& heard = redactor_.empty() ? sink : redacting;
  ModelOutcome outcome = co_await attempt_over_http(
      loop_, client_, std::move(*http), make_answer_reader(provider_.api, heard), cancel);
  redacting.finish();
  if (outcome) {
    if (request.schema) take_schema_answer(*outcome);
    if (!redactor_.empty()) redact(*outcome, redactor_);
    co_return outcome;
  }
  ModelError& error = outcome.error();
  redact(error, redactor_);
  if (const auto more = newly_refused(error, request, refused)) {
    refused_[request.model] = *more;
    error.learned = true;
  }
  co_return outcome;
}

std::int64_t HttpModel::context_tokens(std::string_view model) const {
  return facts_ ? facts_(model).context_tokens : 0;
}

}  // namespace fm
