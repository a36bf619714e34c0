#include "model/provider/provider_table.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "model/provider/model_table.h"
#include "net/url.h"

namespace fm {
namespace {

std::string packaged(const std::string& name) {
  const char* root = std::getenv("FM_SOURCE_DIR");
  std::ifstream file(std::string(root != nullptr ? root : ".") + "/packs/default/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<Provider> known(const std::map<std::string, std::string>& environment) {
  const auto table = ProviderTable::read(parse_yaml(packaged("providers.yaml"), "providers.yaml"));
  REQUIRE_MESSAGE(table.has_value(), table.error().message);
  return table->providers([&](const char* name) {
    const auto at = environment.find(name);
    return at == environment.end() ? nullptr : at->second.c_str();
  });
}

Provider one(const std::string& name, const std::map<std::string, std::string>& environment = {}) {
  for (const Provider& provider : known(environment))
    if (provider.name == name) return provider;
  FAIL("there is no " << name);
  return {};
}

TEST_CASE("P-20 known servers need a key only, and speak their own protocol over TLS") {
  CHECK(one("anthropic").api == ApiFamily::kAnthropic);
  CHECK(one("openai").api == ApiFamily::kOpenAiResponses);
  CHECK(one("gemini").api == ApiFamily::kGemini);
  CHECK(one("ollama").api == ApiFamily::kOllama);
  CHECK(one("groq").api == ApiFamily::kOpenAiChat);
  for (const Provider& provider : known({})) {
    const auto url = parse_url(provider.base_url);
    REQUIRE(url.has_value());
    CHECK_MESSAGE((url->is_loopback() || url->scheme == "https"), provider.name);
    CHECK_MESSAGE(provider.needs_key != url->is_loopback(), provider.name);
    CHECK(provider.api_key.empty());
  }
}

TEST_CASE("P-20 keys and places come from the environment, the first that is set") {
  const Provider openai = one("openai", {{"OPENAI_API_KEY", " sk-1 \n"}});
  CHECK(openai.api_key == "sk-1");
  CHECK(openai.needs_key);
  CHECK(one("gemini", {{"GOOGLE_API_KEY", "g-2"}}).key_variable == "GOOGLE_API_KEY");
  CHECK(one("gemini", {{"GOOGLE_API_KEY", "g-2"}, {"GEMINI_API_KEY", "g-1"}}).api_key == "g-1");
  CHECK(one("gemini").key_variable == "GEMINI_API_KEY");
}

TEST_CASE("P-20 OpenAI's address elsewhere means a compatible server, which may want no key") {
  const Provider moved = one("openai", {{"OPENAI_BASE_URL", "http://127.0.0.1:8080/v1"}});
  CHECK(moved.api == ApiFamily::kOpenAiChat);
  CHECK(!moved.needs_key);
  CHECK(moved.dialect.max_tokens == "max_tokens");
  const Provider same = one("openai", {{"OPENAI_BASE_URL", "https://API.openai.com/v1/"}});
  CHECK(same.api == ApiFamily::kOpenAiResponses);
  CHECK(same.needs_key);
}

TEST_CASE("P-20 Azure is known once its address is, and keeps its own ways there") {
  for (const Provider& provider : known({{"AZURE_OPENAI_API_KEY", "a-1"}}))
    CHECK(provider.name != "azure");
  const Provider azure = one("azure", {{"AZURE_OPENAI_API_KEY", "a-1"},
                                       {"AZURE_OPENAI_BASE_URL", "https://x.example/openai/v1"}});
  CHECK(azure.base_url == "https://x.example/openai/v1");
  CHECK(azure.api == ApiFamily::kOpenAiChat);
  CHECK(azure.api_key == "a-1");
  CHECK(azure.needs_key);
  CHECK(azure.dialect.key_header == KeyHeader::kApiKey);
}

TEST_CASE("what is taken where no model was named is in the table of models") {
  const auto models = ModelTable::read(parse_yaml(packaged("models.yaml"), "models.yaml"));
  REQUIRE_MESSAGE(models.has_value(), models.error().message);
  for (const Provider& provider : known({})) {
    for (std::string_view name : provider.default_models) {
      if (name.ends_with('*')) continue;
      CHECK_MESSAGE(models->find(provider.name, name).context_tokens > 0, name);
      // Prices are what a day's budget counts by; for gateways nobody states them.
      const bool is_maker =
          std::ranges::count(models->rows(), provider.name, &ModelRow::provider) > 0;
      CHECK_MESSAGE((!is_maker || models->find(provider.name, name).price), name);
    }
  }
}

TEST_CASE("P-20 the environment's addresses and keys are made ready, or the fault is kept") {
  CHECK(one("ollama", {{"OLLAMA_HOST", "gpu"}}).base_url == "http://gpu:11434");
  CHECK(one("openai", {{"OPENAI_BASE_URL", "'http://h:1/v1/chat/completions'"}}).base_url ==
        "http://h:1/v1");
  CHECK(one("openai", {{"OPENAI_API_KEY", "\xEF\xBB\xBF\"Bearer sk-one\""}}).api_key == "sk-one");
  const Provider broken = one("openai", {{"OPENAI_API_KEY", "sk-one\nX-Evil: 1"}});
  CHECK(broken.api_key.empty());
  CHECK(!broken.key_fault.empty());
  CHECK(broken.key_variable == "OPENAI_API_KEY");
}

TEST_CASE("a fault in the table is told with its place") {
  const auto fault = [](std::string_view text) {
    const auto table = ProviderTable::read(parse_yaml(text, "p.yaml"));
    REQUIRE(!table.has_value());
    return table.error().message;
  };
  CHECK(fault("order: [x]\nx: {api: chatty, base_url: https://x}\n").starts_with("p.yaml:2:"));
  CHECK(fault("order: [x]\nx: {}\n").contains("no address"));
  CHECK(fault("order: [x]\nx: {base_url: https://x, key: sk-1}\n").starts_with("p.yaml:2:"));
  CHECK(fault("order: []\nx: {base_url: https://x}\n").starts_with("p.yaml:2:"));
}

}  // namespace
}  // namespace fm
