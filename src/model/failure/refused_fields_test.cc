#include "model/failure/refused_fields.h"

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
  add(more->system_role, "system_role");
  add(more->tools, "tools");
  return out;
}

TEST_CASE("P-20 P-40 a server whose model has no tools is known by its words") {
  ModelRequest request = everything();
  request.tools.push_back({"look", "Looks.", Json(JsonObject())});
  for (const char* words :
       {"registry.ollama.ai/library/gemma:2b does not support tools",
        "\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set",
        "Function calling is not enabled for models/gemma-3-27b-it"})
    CHECK(refused(words, request) == "tools");
  CHECK(refused("tools param requires --jinja flag", request, ModelErrorKind::kServer) == "tools");
  CHECK(refused("No endpoints found that support tool use.", request, ModelErrorKind::kNotFound) ==
        "tools");
  CHECK(refused("m does not support tools") == "nothing");  // none were sent
  CHECK(refused("the model was not found", request, ModelErrorKind::kNotFound) == "nothing");
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

TEST_CASE("P-20 a system role is refused in the words of validators and of single models") {
  for (const char* words :
       {"Input should be 'user' or 'assistant'", "Input should be 'user', 'assistant' or 'tool'",
        "Developer instruction is not enabled for models/gemma-3-27b-it",
        "messages.0.role: expected 'user' or 'assistant'"}) {
    CAPTURE(words);
    CHECK(refused(words) == "system_role");
  }
  // There the system's role is right, and something else is not.
  CHECK(refused("messages.2.role: Input should be 'system', 'user' or 'assistant'") == "nothing");
}

TEST_CASE("P-20 a field is refused in the words of servers of all kinds") {
  for (const char* words :
       {"temperature: this model only supports the default", "Temperature is not a valid parameter",
        "got an unexpected keyword argument 'temperature'", "`temperature` can only be 1.",
        "temperature must be between 0 and 1", "The model doesn't accept \"temperature\"",
        "does not support parameters: ['temperature'], for model=x",
        "unknown field `temperature`, expected one of `model`, `max_tokens`, `stream_options`"})
    CHECK_MESSAGE(refused(words) == "temperature", words);
  for (const char* words :
       {"unknown field `stream_options`, expected one of `model`, `temperature`, `max_tokens`",
        "additional properties are not allowed ('stream_options' was unexpected)",
        "Unsupported parameter 'stream_options'. The supported parameters are: temperature, "
        "include",
        "Unrecognized key 'stream_options'. Did you mean temperature?"})
    CHECK_MESSAGE(refused(words) == "stream_options", words);
  for (const char* words :
       {"Unknown name \"responseJsonSchema\" at 'generation_config': Cannot find field.",
        "JSON mode is not enabled for this model",
        "Function calling with a response mime type: 'application/json' is unsupported",
        "Thinking may not be enabled when tool_choice forces tool use.",
        "This response_format type is unavailable now",
        "Invalid parameter: 'text.format' is not supported with this model",
        "json: cannot unmarshal object into Go struct field ChatRequest.format of type string",
        "Structured outputs aren't available: this model does not support them"})
    CHECK_MESSAGE(refused(words) == "schema", words);
  CHECK(refused("Unknown parameter: 'include'.") == "include");
  CHECK(refused("'max_tokens' is not supported; temperature is unsupported too") == "max_tokens");
}

TEST_CASE("what servers say beside the fault refuses nothing") {
  for (const char* words :
       {"Unknown parameter: 'foo'. Valid values include the ones of the manual.",
        "Unsupported parameter 'top_k'. The supported parameters are: temperature, max_tokens",
        "unknown field `foo`, expected one of `model`, `temperature`, `stream_options`",
        "max_tokens must be at least 1",
        "max_tokens is too large: 32768. This model supports 16384.",
        "`max_tokens` must be greater than `thinking.budget_tokens`",
        "The encrypted content could not be verified."})
    CHECK_MESSAGE(refused(words) == "nothing", words);
  CHECK(refused("unknown role 'x'; the request was: " + std::string(200, '.') +
                " keep the room's temperature low") == "nothing");
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

TEST_CASE("P-20 a template without a system role is known, whatever the status") {
  for (const char* words : {"Conversation roles must alternate user/assistant/user/assistant/...",
                            "Error rendering prompt with jinja template: System role not supported",
                            "Only user and assistant roles are supported!",
                            "This model does not support the system role.",
                            "system prompt is not supported for this model", "Unknown role: system",
                            "messages[0]: role 'system' is not supported"})
    CHECK_MESSAGE(refused(words) == "system_role", words);
  CHECK(refused("Jinja Exception: System role not supported", everything(),
                ModelErrorKind::kServer) == "system_role");
  for (const char* words : {"The system is busy", "Unknown model", "system error"})
    CHECK_MESSAGE(refused(words, everything(), ModelErrorKind::kServer) == "nothing", words);
}

}  // namespace
}  // namespace fm
