#include "model/catalog.h"

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <string>

namespace fm {
namespace {

Provider openai_with(std::map<std::string, std::string> environment) {
  return openai_from_environment([&](const char* name) {
    const auto at = environment.find(name);
    return at == environment.end() ? nullptr : at->second.c_str();
  });
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

TEST_CASE_FIXTURE(Fixture, "openai is found with its key, and speaks to its own host") {
  const auto model = find(openai_with({{"OPENAI_API_KEY", " sk-1 "}}), {"openai", "gpt-5"});
  REQUIRE(model.has_value());
  CHECK((*model)->endpoint() == "api.openai.com");
  CHECK(!(*model)->is_rehearsal());
}

TEST_CASE_FIXTURE(Fixture, "without a key the variable to set is named") {
  for (const char* url : {"", "https://api.openai.com/v1", "https://API.openai.com/v1/"}) {
    const auto model = find(openai_with({{"OPENAI_BASE_URL", url}}), {"openai", "gpt-5"});
    REQUIRE(!model.has_value());
    CHECK(model.error().code == "model_key_missing");
    CHECK(model.error().cure.starts_with("Set OPENAI_API_KEY"));
  }
}

TEST_CASE_FIXTURE(Fixture, "a local server needs no key") {
  const auto model =
      find(openai_with({{"OPENAI_BASE_URL", "http://127.0.0.1:8080/v1"}}), {"openai", "any"});
  REQUIRE(model.has_value());
  CHECK((*model)->endpoint() == "127.0.0.1:8080");
}

TEST_CASE_FIXTURE(Fixture, "what is unknown is said with what there is") {
  const auto unknown = find(openai_with({}), {"gpt-5", ""});
  REQUIRE(!unknown.has_value());
  CHECK(unknown.error().code == "model_unknown");
  CHECK(unknown.error().cause == "These are configured: openai, rehearsal.");
  CHECK(find(openai_with({}), {"openai", ""}).error().code == "model_unknown");
  CHECK(find(openai_with({}), {"rehearsal", "x"}).error().message == "No screenplay x.");
  CHECK(find(openai_with({{"OPENAI_BASE_URL", "nonsense"}}), {"openai", "x"}).error().code ==
        "url_invalid");
}

TEST_CASE_FIXTURE(Fixture, "a provider's models share one speaker") {
  Catalog catalog(*loop, *client, {.providers = {openai_with({{"OPENAI_API_KEY", "k"}})}});
  CHECK(*catalog.find({"openai", "a"}) == *catalog.find({"openai", "b"}));
}

}  // namespace
}  // namespace fm
