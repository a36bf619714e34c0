#include "model/catalog/catalog.h"

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <string>

namespace fm {
namespace {

Provider openai(std::string key, std::string base_url = "https://api.openai.com/v1") {
  return {.name = "openai",
          .base_url = std::move(base_url),
          .key_variable = "OPENAI_API_KEY",
          .api_key = std::move(key),
          .needs_key = true};
}

struct Fixture {
  SystemClock clock;
  std::unique_ptr<Loop> loop = make_loop(clock);
  std::unique_ptr<HttpClient> client = std::move(*HttpClient::open(*loop));

  Result<std::shared_ptr<Model>> find(Provider openai, const ModelName& name) {
    CatalogConfig config{.providers = {std::move(openai)}};
    config.factories["rehearsal"] = [](const ModelName& asked) -> Result<std::shared_ptr<Model>> {
      return fail("model_unknown", "No screenplay " + asked.model + ".");
    };
    return Catalog(*loop, *client, std::move(config)).find(name);
  }
};

TEST_CASE_FIXTURE(Fixture, "a provider is found with its key, and speaks to its own host") {
  const auto model = find(openai("sk-1"), {"openai", "gpt-5"});
  REQUIRE(model.has_value());
  CHECK((*model)->endpoint() == "api.openai.com");
  CHECK(!(*model)->is_rehearsal());
}

TEST_CASE_FIXTURE(Fixture, "without a key the variable to set is named") {
  const auto model = find(openai(""), {"openai", "gpt-5"});
  REQUIRE(!model.has_value());
  CHECK(model.error().code == "model_key_missing");
  CHECK(model.error().cure.starts_with("Set OPENAI_API_KEY"));
}

TEST_CASE_FIXTURE(Fixture, "a server that needs no key is asked without one") {
  Provider local = openai("", "http://127.0.0.1:8080/v1");
  local.needs_key = false;
  const auto model = find(std::move(local), {"openai", "any"});
  REQUIRE(model.has_value());
  CHECK((*model)->endpoint() == "127.0.0.1:8080");
}

TEST_CASE_FIXTURE(Fixture, "P-30 all models of a provider stand in one line") {
  CatalogConfig config{.providers = {openai("sk-1")}};
  Catalog catalog(*loop, *client, std::move(config));
  CHECK(catalog.line({"openai", "a"}) != nullptr);
  CHECK(catalog.line({"openai", "a"}) == catalog.line({"openai", "b"}));
  CHECK(catalog.line({"rehearsal", ""}) == nullptr);
}

TEST_CASE_FIXTURE(Fixture, "what is unknown is said with what there is") {
  const auto unknown = find(openai(""), {"gpt-5", ""});
  REQUIRE(!unknown.has_value());
  CHECK(unknown.error().code == "model_unknown");
  CHECK(unknown.error().cause == "These are configured: openai, rehearsal.");
  CHECK(find(openai(""), {"openai", ""}).error().code == "model_unknown");
  CHECK(find(openai(""), {"rehearsal", "x"}).error().message == "No screenplay x.");
  CHECK(find(openai("k", "nonsense"), {"openai", "x"}).error().code == "url_invalid");
}

TEST_CASE_FIXTURE(Fixture, "a provider's models share one speaker") {
  Catalog catalog(*loop, *client, {.providers = {openai("k")}});
  CHECK(*catalog.find({"openai", "a"}) == *catalog.find({"openai", "b"}));
}

}  // namespace
}  // namespace fm
