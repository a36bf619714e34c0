#include "app/queries/model_reader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "model/catalog/catalog.h"
#include "model/model_error.h"

namespace fm {
namespace {

// Nobody watches the words come.
class NoSink final : public ModelSink {
 public:
  void text(std::string_view) override {}
  void reasoning(std::string_view) override {}
};

std::string configured_model(const Config& config) {
  const auto found = std::ranges::find(config.values(), "model", &ConfigValue::key);
  return found == config.values().end() ? std::string() : found->value;
}

ModelRequest request_for(const ModelName& name, const UnderstandQuestion& question) {
  ModelRequest request;
  request.model = name.model;
  request.messages.push_back({.role = Role::kSystem, .text = question.system});
  request.messages.push_back({.role = Role::kUser, .text = question.user});
  request.max_output_tokens = kUnderstandTokens;
  request.room = "read";
  return request;
}

}  // namespace

Result<ModelUnderstanding> read_by_model(Loop& loop, const Config& config, std::string model,
                                         const UnderstandQuestion& question) {
  if (model.empty()) model = configured_model(config);
  if (model.empty() || model.starts_with("rehearsal"))
    return fail("model_unknown", "No model is configured that could read the message.",
                "The demo understands by rules.",
                "Name one: --model openai:gpt-5-mini, or set `model:` in the configuration.");
  const ModelName name = TRY(parse_model_name(model));
  const auto client = TRY(HttpClient::open(loop, config.http()));
  CatalogConfig catalog_config;
  catalog_config.providers = config.providers();
  catalog_config.facts = [&](const std::string& full) { return config.facts(full); };
  Catalog catalog(loop, *client, std::move(catalog_config));
  const std::shared_ptr<Model> asked = TRY(catalog.find(name));

  NoSink sink;
  const CancelToken cancel;
  std::optional<ModelOutcome> outcome;
  bool waits = false;
  const auto deadline = loop.after(kUnderstandDeadline, [&] { cancel.cancel(); });
  const RunningTask call =
      start(asked->call(request_for(name, question), sink, cancel), [&](auto answered) {
        outcome = answered ? std::move(*answered)
                           : std::unexpected(ModelError{.message = "The call broke off."});
        if (waits) loop.stop();
      });
  waits = true;
  if (!outcome) loop.run();
  if (!*outcome) {
    ModelError error = outcome->error();
    if (cancel.cancelled()) error.kind = ModelErrorKind::kTimeout;
    return std::unexpected(to_error(error, model, 1));
  }
  const auto read = read_model_understanding((*outcome)->text);
  if (!read)
    return fail("reading_" + std::string(fault_name(read.error().code)), read.error().message,
                "The model's answer cannot be read; the rules decide.", "");
  return *read;
}

}  // namespace fm
