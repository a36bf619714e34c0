// The bodies of requests, as each family wants them (P-20, P-21, P-24).
#include "model/catalog/request_body.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "net/url.h"

namespace fm {
namespace {

constexpr ApiFamily kAll[] = {ApiFamily::kOpenAiChat, ApiFamily::kOpenAiResponses,
                              ApiFamily::kAnthropic, ApiFamily::kGemini, ApiFamily::kOllama};

Provider provider_of(ApiFamily api) {
  return {.name = "p", .api = api, .base_url = "https://p.example"};
}

std::string text_of(const ModelRequest& request, const Provider& provider,
                    RefusedFields refused = {}) {
  const auto body = request_body(request, {.provider = provider, .refused = refused});
  REQUIRE_MESSAGE(body.has_value(), body.error().message);
  REQUIRE_MESSAGE(parse_json(body->str()).has_value(), body->str());
  return body->str();
}

Json body_of(const ModelRequest& request, const Provider& provider, RefusedFields refused = {}) {
  return *parse_json(text_of(request, provider, refused));
}
Json body_of(const ModelRequest& request, ApiFamily api) {
  return body_of(request, provider_of(api));
}

Json json(std::string_view text) {
  auto value = parse_json(text);
  REQUIRE_MESSAGE(value.has_value(), text);
  return *value;
}

// A talk with everything in it: a call of a tool, its result, and what the model thought.
ModelRequest whole_conversation() {
  ModelRequest request;
  request.model = "m-1";
  request.temperature_hundredths = 70;
  request.max_output_tokens = 100;
  request.tools = {{"look", "Looks.", json(R"({"type":"object"})")}};
  request.messages = {
      {.role = Role::kSystem, .text = "Be brief."},
      {.text = "What is in x?"},
      {.role = Role::kAssistant,
       .text = "I look.",
       .tool_calls = {{"c1", "look", R"({"at":"x"})"}},
       .reasoning = "It is in x.",
       .signatures = {{.kind = SignatureKind::kSignature, .value = "sig", .text = "It is in x."},
                      {.kind = SignatureKind::kOpaque, .value = "enc", .of = "rs_1"}}},
      {.role = Role::kTool, .text = "nothing", .tool_call_id = "c1", .tool_failed = true}};
  return request;
}

TEST_CASE("P-20 chat completions") {
  Provider provider = provider_of(ApiFamily::kOpenAiChat);
  provider.dialect.reasoning_back = true;
  CHECK(body_of(whole_conversation(), provider) == json(R"({
    "model": "m-1", "stream": true, "stream_options": {"include_usage": true},
    "temperature": 0.70, "max_tokens": 100,
    "tools": [{"type": "function", "function": {"name": "look", "description": "Looks.",
               "parameters": {"type": "object"}}}],
    "messages": [
      {"role": "system", "content": "Be brief."},
      {"role": "user", "content": "What is in x?"},
      {"role": "assistant", "content": "I look.", "reasoning_content": "It is in x.",
       "reasoning_details": [
         {"type": "reasoning.text", "text": "It is in x.", "signature": "sig"},
         {"type": "reasoning.encrypted", "data": "enc", "id": "rs_1"}],
       "tool_calls": [{"id": "c1", "type": "function",
                       "function": {"name": "look", "arguments": "{\"at\":\"x\"}"}}]},
      {"role": "tool", "content": "nothing", "tool_call_id": "c1"}]})"));
}

TEST_CASE("P-20 OpenAI Responses: nothing is kept there, and sealed reasoning goes back first") {
  CHECK(body_of(whole_conversation(), ApiFamily::kOpenAiResponses) == json(R"({
    "model": "m-1", "stream": true, "store": false, "include": ["reasoning.encrypted_content"],
    "temperature": 0.70, "max_output_tokens": 100,
    "tools": [{"type": "function", "name": "look", "description": "Looks.",
               "parameters": {"type": "object"}, "strict": false}],
    "input": [
      {"type": "message", "role": "system", "content": [{"type": "input_text", "text": "Be brief."}]},
      {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "What is in x?"}]},
      {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "enc"},
      {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "I look."}]},
      {"type": "function_call", "call_id": "c1", "name": "look", "arguments": "{\"at\":\"x\"}"},
      {"type": "function_call_output", "call_id": "c1", "output": "nothing"}]})"));
}

TEST_CASE("P-20 Anthropic: thinking goes back before all else, results stand in the user's turn") {
  CHECK(body_of(whole_conversation(), ApiFamily::kAnthropic) == json(R"({
    "model": "m-1", "stream": true, "max_tokens": 100, "temperature": 0.70,
    "tools": [{"name": "look", "description": "Looks.", "input_schema": {"type": "object"}}],
    "system": [{"type": "text", "text": "Be brief."}],
    "messages": [
      {"role": "user", "content": [{"type": "text", "text": "What is in x?"}]},
      {"role": "assistant", "content": [
        {"type": "thinking", "thinking": "It is in x.", "signature": "sig"},
        {"type": "redacted_thinking", "data": "enc"},
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "id": "c1", "name": "look", "input": {"at": "x"}}]},
      {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1",
                                    "content": "nothing", "is_error": true}]}]})"));
}

TEST_CASE("P-20 Gemini: signatures ride on the parts that they came with") {
  ModelRequest request = whole_conversation();
  request.messages[2].signatures = {{.value = "on-thought", .text = "It is in x."},
                                    {.value = "on-text"},
                                    {.value = "on-call", .of = "c1"}};
  CHECK(body_of(request, ApiFamily::kGemini) == json(R"({
    "generationConfig": {"temperature": 0.70, "maxOutputTokens": 100},
    "tools": [{"functionDeclarations": [{"name": "look", "description": "Looks.",
               "parametersJsonSchema": {"type": "object"}}]}],
    "systemInstruction": {"parts": [{"text": "Be brief."}]},
    "contents": [
      {"role": "user", "parts": [{"text": "What is in x?"}]},
      {"role": "model", "parts": [
        {"text": "It is in x.", "thought": true, "thoughtSignature": "on-thought"},
        {"text": "I look.", "thoughtSignature": "on-text"},
        {"functionCall": {"name": "look", "args": {"at": "x"}}, "thoughtSignature": "on-call"}]},
      {"role": "user", "parts": [{"functionResponse": {"name": "look",
                                  "response": {"error": "nothing"}}}]}]})"));
}

TEST_CASE("P-20 Ollama: sizes are said, since it would cut the prompt without a word") {
  const Provider provider = provider_of(ApiFamily::kOllama);
  ModelRequest request = whole_conversation();
  request.messages[1].images = {{"image/png", "aGk="}};
  const auto body = request_body(request, {.provider = provider, .context_tokens = 8192});
  REQUIRE(body.has_value());
  CHECK(*parse_json(body->str()) == json(R"({
    "model": "m-1", "stream": true,
    "options": {"num_ctx": 8192, "temperature": 0.70, "num_predict": 100},
    "tools": [{"type": "function", "function": {"name": "look", "description": "Looks.",
               "parameters": {"type": "object"}}}],
    "messages": [
      {"role": "system", "content": "Be brief."},
      {"role": "user", "content": "What is in x?", "images": ["aGk="]},
      {"role": "assistant", "content": "I look.", "thinking": "It is in x.",
       "tool_calls": [{"function": {"name": "look", "arguments": {"at": "x"}}}]},
      {"role": "tool", "content": "nothing", "tool_name": "look"}]})"));
}

TEST_CASE("P-25 Ollama is given room for the talk, in steps, and never more than the model holds") {
  const auto size_for = [](std::size_t bytes, std::int64_t holds, Json options = JsonObject()) {
    Provider provider = provider_of(ApiFamily::kOllama);
    if (!options.as_object().empty()) provider.options["options"] = std::move(options);
    ModelRequest request;
    request.messages = {{.text = std::string(bytes, 'x')}};
    const auto body = request_body(request, {.provider = provider, .context_tokens = holds});
    return int_at(parse_json(body->str())->at("options"), "num_ctx");
  };
  CHECK(size_for(100, 131'072) == 8'192);
  CHECK(size_for(30'000, 131'072) == 16'384);
  CHECK(size_for(3'000'000, 131'072) == 131'072);
  CHECK(size_for(100, 4'096) == 4'096);
  CHECK(size_for(30'000, 0) == 16'384);
  CHECK(size_for(100, 131'072, JsonObject{{"num_ctx", 2'048}}) == 2'048);
}

TEST_CASE("P-21 a schema is asked for in each family's own way") {
  ModelRequest request;
  request.model = "m";
  request.messages = {{.text = "hi"}};
  request.schema = json(R"({"type":"object"})");
  CHECK(
      body_of(request, ApiFamily::kOpenAiChat).at("response_format") ==
      json(R"({"type":"json_schema","json_schema":{"name":"answer","schema":{"type":"object"}}})"));
  CHECK(body_of(request, ApiFamily::kOpenAiResponses).at("text") ==
        json(R"({"format":{"type":"json_schema","name":"answer","schema":{"type":"object"},
                 "strict":false}})"));
  CHECK(body_of(request, ApiFamily::kGemini).at("generationConfig") ==
        json(R"({"responseMimeType":"application/json","responseJsonSchema":{"type":"object"}})"));
  CHECK(body_of(request, ApiFamily::kOllama).at("format") == json(R"({"type":"object"})"));
  const Json anthropic = body_of(request, ApiFamily::kAnthropic);
  CHECK(anthropic.at("tool_choice") == json(R"({"type":"tool","name":"answer"})"));
  CHECK(anthropic.at("tools").as_array().size() == 1);
  request.tools = {{"look", "Looks.", json("{}")}};
  CHECK(request_body(request, {.provider = provider_of(ApiFamily::kAnthropic)}).error().code ==
        "model_cannot");
}

TEST_CASE("P-24 calls that share messages share the bytes of the body up to there") {
  ModelRequest shorter = whole_conversation();
  shorter.messages = {{.role = Role::kSystem, .text = "Rules."}, {.text = "The first message."}};
  ModelRequest longer = shorter;
  longer.messages.push_back({.role = Role::kAssistant, .text = "An answer."});
  longer.messages.push_back({.text = "The next message."});
  for (const ApiFamily api : kAll) {
    const std::string a = text_of(shorter, provider_of(api));
    const std::string b = text_of(longer, provider_of(api));
    const auto differs = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
    CHECK_MESSAGE(differs > a.find("The first message.") + 18, to_string(api));
  }
}

std::string marked(const Json& blocks) {
  std::string out;
  for (const Json& block : blocks.as_array())
    out += std::string(text_at(block, "text")) + (find_at(block, "cache_control") ? "|" : " ");
  return out;
}

TEST_CASE("P-24 Anthropic's marks stand at the ends of the last stable parts, four at most") {
  ModelRequest request;
  request.model = "m";
  request.messages = {{.role = Role::kSystem, .text = "SSS", .stable_ends = {3}},
                      {.text = "aabbccddee", .stable_ends = {2, 4, 6, 8}}};
  const Json body = body_of(request, ApiFamily::kAnthropic);
  CHECK(marked(body.at("system")) == "SSS ");
  CHECK(marked(body.at("messages").at(0).at("content")) == "aa|bb|cc|dd|ee ");
  Provider gateway = provider_of(ApiFamily::kOpenAiChat);
  gateway.dialect.cache_marks = true;
  CHECK(marked(body_of(request, gateway).at("messages").at(1).at("content")) == "aa|bb|cc|dd|ee ");
  CHECK(body_of(request, gateway, {.cache_marks = true}).at("messages").at(1).at("content") ==
        "aabbccddee");
  CHECK(!text_of(request, provider_of(ApiFamily::kAnthropic), {.cache_marks = true})
             .contains("cache_control"));
}

TEST_CASE("P-24 one room's calls ask for one cache, and the room's name is not in it") {
  ModelRequest request;
  request.model = "m";
  request.room = "my-secret-plans-k3m9";
  request.messages = {{.text = "hi"}};
  for (const ApiFamily api : {ApiFamily::kOpenAiChat, ApiFamily::kOpenAiResponses}) {
    Provider provider = provider_of(api);
    CHECK(!text_of(request, provider).contains("prompt_cache_key"));
    provider.dialect.cache_key = true;
    const std::string body = text_of(request, provider);
    CHECK(text_at(json(body), "prompt_cache_key").size() == 26);
    CHECK(!body.contains("secret"));
    CHECK(!text_of(request, provider, {.cache_key = true}).contains("prompt_cache_key"));
  }
}

TEST_CASE("P-20 what a model refuses is left out") {
  const ModelRequest request = whole_conversation();
  for (const ApiFamily api : kAll)
    CHECK(!text_of(request, provider_of(api), {.temperature = true}).contains("temperature"));
  const Provider chat = provider_of(ApiFamily::kOpenAiChat);
  CHECK(text_of(request, chat, {.max_tokens_name = true}).contains("max_completion_tokens"));
  CHECK(!text_of(request, chat, {.stream_options = true}).contains("stream_options"));
  CHECK(!text_of(request, provider_of(ApiFamily::kOpenAiResponses), {.include = true})
             .contains("include"));
}

TEST_CASE("P-20 options of the configuration pass through, and never over what a call needs") {
  for (const ApiFamily api : kAll) {
    Provider provider = provider_of(api);
    provider.options = {{"service_tier", "flex"}, {"stream", false}, {"model", "other"},
                        {"messages", "x"},        {"contents", "x"}, {"input", "x"}};
    if (api == ApiFamily::kGemini) provider.options.erase("stream");
    ModelRequest request = whole_conversation();
    const Json body = body_of(request, provider);
    CHECK(text_at(body, "service_tier") == "flex");
    if (api != ApiFamily::kGemini) CHECK(bool_at(body, "stream"));
    if (api != ApiFamily::kGemini) CHECK(text_at(body, "model") == "m-1");
  }
  Provider gemini = provider_of(ApiFamily::kGemini);
  gemini.options = {{"safetySettings", JsonArray{JsonObject{{"category", "c"}}}},
                    {"generationConfig", {{"topK", 5}, {"temperature", 2}}}};
  const Json body = body_of(whole_conversation(), gemini);
  CHECK(body.at("safetySettings").as_array().size() == 1);
  CHECK(int_at(body.at("generationConfig"), "topK") == 5);
  CHECK(body.at("generationConfig").at("temperature") == 0.7);
}

TEST_CASE("P-20 options that this call has no value for are the configuration's") {
  ModelRequest request = whole_conversation();
  request.temperature_hundredths.reset();
  request.max_output_tokens = 0;
  request.schema.reset();
  const auto sent = [&](ApiFamily api, JsonObject options) {
    Provider provider = provider_of(api);
    provider.options = std::move(options);
    return body_of(request, provider);
  };
  Json body = sent(ApiFamily::kOpenAiChat, {{"temperature", 1}, {"max_tokens", 900}});
  CHECK(int_at(body, "temperature") == 1);
  CHECK(int_at(body, "max_tokens") == 900);
  body = sent(ApiFamily::kOpenAiResponses,
              {{"text", {{"verbosity", "low"}}}, {"max_output_tokens", 900}});
  CHECK(text_at(body.at("text"), "verbosity") == "low");
  CHECK(int_at(body, "max_output_tokens") == 900);
  CHECK(int_at(sent(ApiFamily::kAnthropic, {{"max_tokens", 900}}), "max_tokens") == 900);
  body = sent(ApiFamily::kGemini, {{"generationConfig", {{"maxOutputTokens", 900}}}});
  CHECK(int_at(body.at("generationConfig"), "maxOutputTokens") == 900);
  body = sent(ApiFamily::kOllama, {{"options", {{"num_predict", 900}}}});
  CHECK(int_at(body.at("options"), "num_predict") == 900);
}

TEST_CASE("P-20 Anthropic: thinking has room beside the answer, and no temperature with it") {
  ModelRequest request = whole_conversation();
  request.max_output_tokens = 0;
  Provider provider = provider_of(ApiFamily::kAnthropic);
  provider.options = {{"thinking", {{"type", "enabled"}, {"budget_tokens", 16'000}}}};
  const Json body = body_of(request, provider);
  CHECK(int_at(body, "max_tokens") > 16'000);
  CHECK(find_at(body, "temperature") == nullptr);
}

TEST_CASE("nothing that a model or a person wrote breaks a request") {
  ModelRequest request;
  request.model = "m\"x";
  request.messages = {
      {.role = Role::kAssistant, .text = ""},
      {.role = Role::kAssistant,
       .text = "\xff\xfe bad utf-8 \x01",
       .tool_calls = {{"c1", "f", "not json"}, {"c2", "f", "[1]"}, {"c3", "f", ""}}},
      {.role = Role::kTool, .text = "", .tool_call_id = "c1"},
      {.role = Role::kTool, .text = "r", .tool_call_id = "nobody"},
      {.text = "a"},
      {.text = "b"}};
  for (const ApiFamily api : kAll) text_of(request, provider_of(api));
  const Json body = body_of(request, ApiFamily::kAnthropic);
  const Json& messages = body.at("messages");
  CHECK(text_at(messages.at(0), "role") == "user");  // it has to begin with the person
  for (std::size_t i = 1; i < messages.as_array().size(); ++i)
    CHECK(text_at(messages.at(i), "role") != text_at(messages.at(i - 1), "role"));
  CHECK(messages.at(1).at("content").at(1).at("input") == json(R"({"raw":"not json"})"));
  CHECK(messages.at(1).at("content").at(3).at("input") == json("{}"));
}

TEST_CASE("an image of a kind that no model takes is refused before anything is sent") {
  ModelRequest request;
  request.messages = {{.text = "look", .images = {{"image/tiff", "aGk="}}}};
  for (const ApiFamily api : kAll) {
    const auto body = request_body(request, {.provider = provider_of(api)});
    REQUIRE(!body.has_value());
    CHECK(body.error().code == "model_cannot");
  }
  request.messages[0].images[0].media_type = "image/png";
  for (const ApiFamily api : kAll) CHECK(text_of(request, provider_of(api)).contains("aGk="));
}

std::string url_of(ApiFamily api, std::string base, std::string model = "m") {
  Provider provider = provider_of(api);
  provider.base_url = std::move(base);
  ModelRequest request;
  request.model = std::move(model);
  request.messages = {{.text = "hi"}};
  return model_http_request(request, {.provider = provider})->url;
}

TEST_CASE("P-20 base URLs are taken as people write them") {
  CHECK(url_of(ApiFamily::kOpenAiChat, "https://h/v1/") == "https://h/v1/chat/completions");
  CHECK(url_of(ApiFamily::kOpenAiResponses, "https://h/v1") == "https://h/v1/responses");
  for (const char* base : {"https://h", "https://h/", "https://h/v1", "https://h/v1/"})
    CHECK(url_of(ApiFamily::kAnthropic, base) == "https://h/v1/messages");
  for (const char* base : {"https://h", "https://h/v1beta/"})
    CHECK(url_of(ApiFamily::kGemini, base, "models/g 1/x") ==
          "https://h/v1beta/models/g%201%2Fx:streamGenerateContent?alt=sse");
  for (const char* base : {"http://h", "http://h/api"})
    CHECK(url_of(ApiFamily::kOllama, base) == "http://h/api/chat");
}

std::string header_of(const Provider& provider, std::string_view name) {
  ModelRequest request;
  request.messages = {{.text = "hi"}};
  std::string found;
  for (const HttpHeader& header : model_http_request(request, {.provider = provider})->headers)
    if (lower_ascii(header.name) == name) found += (found.empty() ? "" : " and ") + header.value;
  return found;
}

TEST_CASE("P-20 the key goes into the one header that the server wants, and settings win") {
  Provider provider = provider_of(ApiFamily::kAnthropic);
  provider.api_key = "k";
  provider.dialect.key_header = KeyHeader::kXApiKey;
  CHECK(header_of(provider, "x-api-key") == "k");
  CHECK(header_of(provider, "authorization").empty());
  CHECK(header_of(provider, "anthropic-version") == "2023-06-01");
  provider.headers = {{"Anthropic-Version", "2099-01-01"}, {"X-Api-Key", "mine"}};
  CHECK(header_of(provider, "anthropic-version") == "2099-01-01");
  CHECK(header_of(provider, "x-api-key") == "mine");
  Provider azure = provider_of(ApiFamily::kOpenAiChat);
  azure.api_key = "k";
  azure.dialect = {.key_header = KeyHeader::kApiKey, .query = "api-version=1"};
  CHECK(header_of(azure, "api-key") == "k");
  ModelRequest request;
  CHECK(model_http_request(request, {.provider = azure})
            ->url.ends_with("/chat/completions?api-version=1"));
  CHECK(model_list_request(azure).url.ends_with("/models?api-version=1"));
  CHECK(header_of(provider_of(ApiFamily::kOpenAiChat), "authorization").empty());
}

}  // namespace
}  // namespace fm
