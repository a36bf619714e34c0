#include "model/catalog/catalog.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "net/url.h"

namespace fm {
namespace {

std::string cure_for(const Provider& provider) {
  std::string cure = "Set " + provider.key_variable;
  if (provider.name == "openai") cure += ", or set OPENAI_BASE_URL to a server that needs no key";
  return cure + ", or use --model rehearsal.";
}

}  // namespace

Catalog::Catalog(Loop& loop, HttpClient& client, CatalogConfig config)
    : loop_(loop), client_(client), config_(std::move(config)) {}

std::string Catalog::known_providers() const {
  std::vector<std::string> names;
  for (const Provider& provider : config_.providers) names.push_back(provider.name);
  for (const auto& [name, factory] : config_.factories) names.push_back(name);
  std::ranges::sort(names);
  return names.empty() ? "none" : join(names, ", ");
}

std::optional<Error> key_fault_of(const Provider& provider, const ModelName& name) {
  if (provider.key_left)
    return Error{std::string(kModelKeyLeft),
                 "The key for " + to_string(name) + " left with the terminal that brought it.",
                 "Keys are kept in memory only, while the terminal they came from is there.",
                 "Go on in a terminal that has the key: folkmoot resume"};
  if (!provider.key_fault.empty())
    return Error{"model_key_invalid",
                 "The key for " + to_string(name) + " in " + provider.key_variable +
                     " cannot be sent as it is.",
                 provider.key_fault, "Put the key alone into it, nothing before or after."};
  if (provider.api_key.empty() && provider.needs_key)
    return Error{"model_key_missing", "There is no key for " + to_string(name) + ".",
                 "The environment variable " + provider.key_variable + " is not set.",
                 cure_for(provider)};
  return std::nullopt;
}

Result<std::shared_ptr<Model>> Catalog::find(const ModelName& name) {
  if (const auto factory = config_.factories.find(name.provider);
      factory != config_.factories.end())
    return factory->second(name);
  const auto provider = std::ranges::find(config_.providers, name.provider, &Provider::name);
  if (provider == config_.providers.end())
    return fail("model_unknown", "There is no model provider \"" + name.provider + "\".",
                "These are configured: " + known_providers() + ".",
                "Write provider:model, for example openai:gpt-5, or rehearsal.");
  return open(*provider, name);
}

Result<std::shared_ptr<Model>> Catalog::open(const Provider& provider, const ModelName& name) {
  if (name.model.empty())
    return fail("model_unknown", "\"" + name.provider + "\" is a provider; the model is missing.",
                "A provider has many models.",
                "Write " + name.provider + ": and the model's name there.");
  if (auto fault = key_fault_of(provider, name)) return std::unexpected(std::move(*fault));
  auto& model = opened_[provider.name];
  if (!model)
    model = TRY(HttpModel::open(
        loop_, client_, provider,
        [this, of = provider.name](auto name) {
          return config_.facts ? config_.facts(of + ":" + std::string(name)) : ModelFacts();
        },
        config_.learned));
  return model;
}

ProviderQueue* Catalog::line(const ModelName& name) {
  const auto provider = std::ranges::find(config_.providers, name.provider, &Provider::name);
  if (provider == config_.providers.end()) return nullptr;
  auto& line = lines_[provider->name];
  if (!line)
    line = std::make_unique<ProviderQueue>(loop_, provider->name, provider->caps, config_.seed);
  if (const auto url = parse_url(provider->base_url); url && config_.learned)
    line->know(name.model, config_.learned->find(url->authority(), name.model).limits);
  return line.get();
}

}  // namespace fm
