#include "model/catalog.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "net/url.h"

namespace fm {
namespace {

constexpr std::string_view kOpenAiBaseUrl = "https://api.openai.com/v1";

bool is_openai_itself(const Provider& provider) {
  const auto url = parse_url(provider.base_url);
  return url && url->host == "api.openai.com";
}

}  // namespace

Provider openai_from_environment(const std::function<const char*(const char*)>& variable) {
  const auto value = [&](const char* name) {
    const char* text = variable(name);
    return std::string(trim(text == nullptr ? "" : text));
  };
  Provider openai{
      .name = "openai", .base_url = std::string(kOpenAiBaseUrl), .key_variable = "OPENAI_API_KEY"};
  openai.api_key = value("OPENAI_API_KEY");
  if (std::string url = value("OPENAI_BASE_URL"); !url.empty()) openai.base_url = std::move(url);
  return openai;
}

Catalog::Catalog(Loop& loop, HttpClient& client, CatalogConfig config)
    : loop_(loop), client_(client), config_(std::move(config)) {}

std::string Catalog::known_providers() const {
  std::vector<std::string> names;
  for (const Provider& provider : config_.providers) names.push_back(provider.name);
  for (const auto& [name, factory] : config_.factories) names.push_back(name);
  std::ranges::sort(names);
  return names.empty() ? "none" : join(names, ", ");
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
  // Only OpenAI's own servers surely need a key; local servers take none.
  if (provider.api_key.empty() && is_openai_itself(provider))
    return fail("model_key_missing", "There is no key for " + to_string(name) + ".",
                "The environment variable " + provider.key_variable + " is not set.",
                "Set " + provider.key_variable +
                    ", or set OPENAI_BASE_URL to a server that needs no key, or use --model "
                    "rehearsal.");
  auto& model = opened_[provider.name];
  if (!model) model = TRY(HttpModel::open(loop_, client_, provider));
  return model;
}

}  // namespace fm
