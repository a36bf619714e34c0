// HttpModel: the models of one provider, over HTTP, in the provider's own way (P-20).
//
// One attempt a call, streamed. Where the server refused a field that a request can do without,
// that is learned (model/learned/learned_models.h) and said in the error (`learned`): the same
// request then does. A refusal without words of a request that is longer than any that was answered
// counts as one for its length (P-25). The key is sent in one header and appears nowhere else: it
// is cut out of the provider's and the model's words too. Cancelling closes the connection at once.
// Memory: while an answer streams, a call holds the answer and about 20 KiB; the request is given
// up once it is sent.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/redact.h"
#include "loop/loop.h"
#include "model/learned/learned_models.h"
#include "model/model.h"
#include "model/provider/model_table.h"
#include "model/provider/provider.h"
#include "net/http_client.h"

namespace fm {

class HttpModel final : public Model {
 public:
  // What is known of a model, by its name at the provider.
  using Facts = std::function<ModelFacts(std::string_view model)>;

  // Loop and client outlive it. Without `learned` it learns for itself. Errors: url_invalid.
  static Result<std::unique_ptr<HttpModel>> open(Loop& loop, HttpClient& client, Provider provider,
                                                 Facts facts = {},
                                                 std::shared_ptr<LearnedModels> learned = {});

  Task<ModelOutcome> call(ModelRequest request, ModelSink& sink, CancelToken cancel) override;
  std::int64_t context_tokens(std::string_view model) const override;
  bool is_rehearsal() const override { return false; }
  std::string endpoint() const override { return endpoint_; }

 private:
  HttpModel(Loop& loop, HttpClient& client, Provider provider, Facts facts, std::string endpoint,
            std::shared_ptr<LearnedModels> learned);
  void learn(const ModelOutcome& outcome, const std::string& model, std::size_t bytes);
  void learn_refusal(ModelError& error, const ModelRequest& request, const RefusedFields& refused,
                     std::size_t bytes);

  Loop& loop_;
  HttpClient& client_;
  Provider provider_;
  Redactor redactor_;  // of the key and the like
  Facts facts_;
  std::string endpoint_;
  std::shared_ptr<LearnedModels> learned_;
};

}  // namespace fm
