// Catalog: the models that are configured, found by full name (P-20).
//
// Providers with an address speak chat completions; "openai" is always there. Others (the
// rehearsal) come as factories from whoever builds the program, so that this module knows nothing
// of packs. A provider's models are made when first asked for, then shared. Keys are given by the
// configuration, which reads the environment; they are never shown.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "loop/loop.h"
#include "model/http_model.h"
#include "model/model.h"
#include "model/provider.h"
#include "net/http_client.h"

namespace fm {

using ModelFactory = std::function<Result<std::shared_ptr<Model>>(const ModelName& name)>;

struct CatalogConfig {
  std::vector<Provider> providers = {};
  std::map<std::string, ModelFactory> factories = {};  // provider name -> factory
  // What a model holds, by full name; 0 when unknown.
  std::function<std::int64_t(const std::string& full_name)> context_tokens = {};
};

// "openai", from OPENAI_API_KEY and OPENAI_BASE_URL. `variable` looks one up; null when unset.
Provider openai_from_environment(const std::function<const char*(const char*)>& variable);

class Catalog final : public ModelCatalog {
 public:
  // Loop and client outlive it.
  Catalog(Loop& loop, HttpClient& client, CatalogConfig config);

  // Errors: model_unknown (and what there is), model_key_missing (and which variable to set),
  // url_invalid.
  Result<std::shared_ptr<Model>> find(const ModelName& name) override;

 private:
  Result<std::shared_ptr<Model>> open(const Provider& provider, const ModelName& name);
  std::string known_providers() const;

  Loop& loop_;
  HttpClient& client_;
  CatalogConfig config_;
  std::map<std::string, std::shared_ptr<Model>> opened_;
};

}  // namespace fm
