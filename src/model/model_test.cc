#include "model/model.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "model/model_error.h"

namespace fm {
namespace {

TEST_CASE("a model's name is a provider and the provider's own name") {
  const auto name = parse_model_name(" openai:gpt-5 ");
  REQUIRE(name.has_value());
  CHECK(name->provider == "openai");
  CHECK(name->model == "gpt-5");
  CHECK(to_string(*name) == "openai:gpt-5");
  CHECK(parse_model_name("rehearsal")->model.empty());
  CHECK(to_string(*parse_model_name("rehearsal")) == "rehearsal");
  CHECK(parse_model_name("openrouter:meta/llama-3:free")->model == "meta/llama-3:free");
}

TEST_CASE("what is no name is refused in plain words") {
  for (const char* text : {"", ":", ":gpt", "openai:", "Open AI:x", "openai:two words", "a:\x01"}) {
    const auto name = parse_model_name(text);
    REQUIRE_MESSAGE(!name.has_value(), text);
    CHECK(name.error().code == "model_name_invalid");
  }
  CHECK(!parse_model_name("openai:" + std::string(300, 'x')).has_value());
}

TEST_CASE("every kind of failure has a name, a code and words of its own") {
  std::set<std::string> codes;
  for (int i = 0; i <= static_cast<int>(ModelErrorKind::kCancelled); ++i) {
    ModelError error;
    error.kind = static_cast<ModelErrorKind>(i);
    error.message = "The provider's words.";
    const Error told = to_error(error, "openai:gpt-5", 1);
    CHECK(told.code == "model_" + std::string(to_string(error.kind)));
    CHECK(told.message.find("openai:gpt-5") != std::string::npos);
    CHECK(told.cause == "The provider's words.");
    codes.insert(told.code);
  }
  CHECK(codes.size() == static_cast<std::size_t>(ModelErrorKind::kCancelled) + 1);
}

TEST_CASE("status and attempts are part of the cause") {
  ModelError error;
  error.kind = ModelErrorKind::kServer;
  error.http_status = 502;
  CHECK(to_error(error, "m", 1).cause == "(HTTP status 502)");
  error.message = "Bad gateway.";
  CHECK(to_error(error, "m", 3).cause == "Bad gateway. (HTTP status 502) It was tried 3 times.");
}

}  // namespace
}  // namespace fm
