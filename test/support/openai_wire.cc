#include "test/support/openai_wire.h"

#include <utility>

#include "model/catalog/request_body.h"
#include "model/families/answer_readers.h"
#include "test/fakes/fake_provider_reply.h"

namespace fm::testing {
namespace {

const FakeAsked kAsked = {ApiFamily::kOpenAiChat, true};

class NoSink final : public ModelSink {
 public:
  void text(std::string_view) override {}
  void reasoning(std::string_view) override {}
};

// What no server says: there is none, or nobody waits for it.
bool is_no_answer(ModelErrorKind kind) {
  return kind == ModelErrorKind::kCancelled || kind == ModelErrorKind::kNetwork;
}

std::unexpected<ModelError> refused(std::string why) {
  ModelError error;
  error.kind = ModelErrorKind::kInvalidRequest;
  error.message = std::move(why);
  return std::unexpected(std::move(error));
}

FakeReply as_served(const ModelOutcome& scripted, const Json& request, int number) {
  if (!scripted) {
    FakeRule failing;
    failing.failure = scripted.error().kind;
    failing.failure_words = scripted.error().message;
    return fake_provider_reply(failing, kAsked, request, number);
  }
  FakeRule rule;
  rule.text = scripted->text;
  rule.reasoning = scripted->reasoning;
  rule.tool_calls = scripted->tool_calls;
  rule.usage = scripted->usage;
  return fake_provider_reply(rule, kAsked, request, number);
}

class WiredModel final : public Model {
 public:
  WiredModel(Loop& loop, std::shared_ptr<Model> scripted)
      : loop_(loop), scripted_(std::move(scripted)) {
    provider_.name = "openai";
    provider_.base_url = "https://models.example/v1";
  }

  Task<ModelOutcome> call(ModelRequest request, ModelSink& sink, CancelToken cancel) override {
    const auto sent = model_http_request(request, {.provider = provider_});
    if (!sent) co_return refused(sent.error().message);
    FakeRequest received;
    received.method = "POST";
    received.target = sent->url.substr(provider_.base_url.size() - std::string_view("/v1").size());
    for (const auto& [name, value] : sent->headers) received.headers.emplace_back(name, value);
    received.body = sent->body.str();
    const auto body = parse_json(received.body);
    if (!body) co_return refused(body.error().message);
    NoSink unheard;
    const std::string complaint = fake_family(kAsked.family).complaint(received, *body);
    const ModelOutcome scripted =
        complaint.empty() ? co_await scripted_->call(std::move(request), unheard, cancel)
                          : ModelOutcome(refused(complaint));
    if (!scripted && is_no_answer(scripted.error().kind)) co_return scripted;
    const FakeReply reply = as_served(scripted, *body, ++calls_);
    const auto reader = make_answer_reader(kAsked.family, sink);
    reader->head(reply.status, reply.headers, loop_.clock().now());
    for (std::size_t i = 0; reply.pieces && i < reply.pieces->size() && i < reply.count; ++i)
      reader->bytes((*reply.pieces)[i]);
    co_return reader->finish({});
  }

  std::int64_t context_tokens(std::string_view model) const override {
    return scripted_->context_tokens(model);
  }
  bool is_rehearsal() const override { return false; }
  std::string endpoint() const override { return scripted_->endpoint(); }

 private:
  Loop& loop_;
  std::shared_ptr<Model> scripted_;
  Provider provider_;
  int calls_ = 0;
};

class WiredCatalog final : public ModelCatalog {
 public:
  WiredCatalog(Loop& loop, ModelCatalog& scripted) : loop_(loop), scripted_(scripted) {}
  Result<std::shared_ptr<Model>> find(const ModelName& name) override {
    return std::make_shared<WiredModel>(loop_, TRY(scripted_.find(name)));
  }

 private:
  Loop& loop_;
  ModelCatalog& scripted_;
};

}  // namespace

std::unique_ptr<ModelCatalog> over_openai_wire(Loop& loop, ModelCatalog& scripted) {
  return std::make_unique<WiredCatalog>(loop, scripted);
}

}  // namespace fm::testing
