// Catalog: the models that are configured, found by full name (P-20).
//
// Providers come from the configuration; others (the rehearsal) come as factories from whoever
// builds the program, so that this module knows nothing of packs. A provider's models are made when
// first asked for, then shared; so is the line before it (P-30). Keys are never shown.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loop/loop.h"
#include "model/catalog/http_model.h"
#include "model/model.h"
#include "model/provider/model_table.h"
#include "model/provider/provider.h"
#include "model/queue/provider_queue.h"
#include "net/http_client.h"

namespace fm {

// The code of the error of a provider whose key left with its terminal (Provider::key_left).
inline constexpr std::string_view kModelKeyLeft = "model_key_left";

using ModelFactory = std::function<Result<std::shared_ptr<Model>>(const ModelName& name)>;

struct CatalogConfig {
  std::vector<Provider> providers = {};
  std::map<std::string, ModelFactory> factories = {};  // provider name -> factory
  std::uint64_t seed = 1;  // of what spreads calls that were paused together
  // What is known of a model, by full name.
  std::function<ModelFacts(const std::string& full_name)> facts = {};
  std::shared_ptr<LearnedModels> learned = {};  // null: each process learns for itself
};

// Why that provider cannot be asked for a model as its key stands; nothing: it can. Errors:
// model_key_left, model_key_invalid, model_key_missing.
std::optional<Error> key_fault_of(const Provider& provider, const ModelName& name);

class Catalog final : public ModelCatalog {
 public:
  // Loop and client outlive it.
  Catalog(Loop& loop, HttpClient& client, CatalogConfig config);

  // Errors: model_unknown (and what there is), model_key_missing (and which variable to set),
  // model_key_left, url_invalid.
  Result<std::shared_ptr<Model>> find(const ModelName& name) override;
  ProviderQueue* line(const ModelName& name) override;

 private:
  Result<std::shared_ptr<Model>> open(const Provider& provider, const ModelName& name);
  std::string known_providers() const;

  Loop& loop_;
  HttpClient& client_;
  CatalogConfig config_;
  std::map<std::string, std::shared_ptr<Model>> opened_;
  std::map<std::string, std::unique_ptr<ProviderQueue>> lines_;
};

}  // namespace fm
