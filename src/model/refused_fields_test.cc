#include "model/refused_fields.h"

#include <doctest/doctest.h>

#include <string>

namespace fm {
namespace {

ModelRequest everything() {
  ModelRequest request;
  request.temperature_hundredths = 70;
  request.max_output_tokens = 10;
  request.schema = Json(JsonObject());
  request.room = "r";
  return request;
}

std::string refused(std::string message, const ModelRequest& request = everything(),
                    ModelErrorKind kind = ModelErrorKind::kInvalidRequest) {
  ModelError error;
  error.kind = kind;
  error.message = std::move(message);
  const auto more = newly_refused(error, request, {});
  if (!more) return "nothing";
  std::string out;
  const auto add = [&](bool flag, const char* name) {
    if (flag) out += name;
  };
  add(more->temperature, "temperature");
  add(more->max_tokens_name, "max_tokens");
  add(more->stream_options, "stream_options");
  add(more->include, "include");
  add(more->schema, "schema");
  add(more->cache_key, "cache_key");
  add(more->cache_marks, "cache_marks");
  return out;
}

TEST_CASE("P-20 a field that is refused in any words is known, one at a time") {
  CHECK(refused("Unsupported value: 'temperature' does not support 0.7 with this model. Only the "
                "default (1) value is supported.") == "temperature");
  CHECK(refused("`temperature` is deprecated for this model.") == "temperature");
  CHECK(
      refused("`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.") ==
      "temperature");
  CHECK(refused("`temperature` and `top_p` cannot both be specified for this model.") ==
        "temperature");
  CHECK(refused("invalid temperature: only 1 is allowed for this model") == "temperature");
  CHECK(refused("Unsupported parameter: 'max_tokens' is not supported with this model. Use "
                "'max_completion_tokens' instead.") == "max_tokens");
  CHECK(refused("Unrecognized request argument supplied: max_completion_tokens") == "max_tokens");
  CHECK(refused("body.stream_options: Extra inputs are not permitted") == "stream_options");
  CHECK(refused("Unknown field: include_usage") == "stream_options");
  CHECK(refused("Encrypted content is not supported with this model.") == "include");
  CHECK(refused("Invalid parameter: 'response_format' of type 'json_schema' is not supported with "
                "this model.") == "schema");
  CHECK(refused("Unknown parameter: 'prompt_cache_key'.") == "cache_key");
  CHECK(refused("messages.0.content.1.cache_control: Extra inputs are not permitted") ==
        "cache_marks");
}

TEST_CASE("other faults, and fields that were not asked for, are refused nothing") {
  CHECK(refused("The model does not exist.") == "nothing");
  CHECK(refused("messages: text content blocks must be non-empty") == "nothing");
  CHECK(refused("Your plan included 3 requests; not supported beyond that.") == "nothing");
  CHECK(refused("temperature is too hot today") == "nothing");
  CHECK(refused("'temperature' is not supported", ModelRequest()) == "nothing");
  CHECK(refused("'response_format' is not supported", ModelRequest()) == "nothing");
  CHECK(refused("'temperature' is not supported", everything(), ModelErrorKind::kServer) ==
        "nothing");
}

TEST_CASE("what is known already is no news, so that no request goes round for ever") {
  ModelError error;
  error.kind = ModelErrorKind::kInvalidRequest;
  error.message = "'temperature' is not supported";
  CHECK(!newly_refused(error, everything(), {.temperature = true}).has_value());
}

}  // namespace
}  // namespace fm
