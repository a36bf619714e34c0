// HttpModel: the models of one provider, over HTTP, in the provider's own way (P-20).
//
// One attempt a call, streamed. Where the server refused a field that a request can do without, the
// model remembers it and says so in the error (`learned`): the same request then does. The key is
// sent in one header and appears nowhere else: it is cut out of the provider's and the model's
// words too. Cancelling closes the connection at once. Memory: while an answer streams, a call
// holds the answer and about 20 KiB; the request is given up once it is sent.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/redact.h"
#include "loop/loop.h"
#include "model/failure/refused_fields.h"
#include "model/model.h"
#include "model/provider/model_table.h"
#include "model/provider/provider.h"
#include "net/http_client.h"

namespace fm {

class HttpModel final : public Model {
 public:
  // What is known of a model, by its name at the provider.
  using Facts = std::function<ModelFacts(std::string_view model)>;

  // Loop and client outlive it. Errors: url_invalid.
  static Result<std::unique_ptr<HttpModel>> open(Loop& loop, HttpClient& client, Provider provider,
                                                 Facts facts = {});

  Task<ModelOutcome> call(ModelRequest request, ModelSink& sink, CancelToken cancel) override;
  std::int64_t context_tokens(std::string_view model) const override;
  bool is_rehearsal() const override { return false; }
  std::string endpoint() const override { return endpoint_; }

 private:
  HttpModel(Loop& loop, HttpClient& client, Provider provider, Facts facts, std::string endpoint);

  Loop& loop_;
  HttpClient& client_;
  Provider provider_;
  Redactor redactor_;  // of the key and the like
  Facts facts_;
  std::string endpoint_;
  std::map<std::string, RefusedFields, std::less<>> refused_;  // by model
};

}  // namespace fm
