// Requests at the edges of what the families take: texts of nothing, results without calls, headers
// and addresses as people write them.
#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "model/catalog/request_body.h"
#include "net/url.h"

namespace fm {
namespace {

Json body_of(ApiFamily api, std::vector<ModelMessage> messages, JsonObject options = {}) {
  const Provider provider{
      .name = "p", .api = api, .base_url = "https://p.example", .options = std::move(options)};
  ModelRequest request;
  request.model = "m";
  request.messages = std::move(messages);
  const auto body = request_body(request, {.provider = provider});
  REQUIRE(body.has_value());
  return *parse_json(body->str());
}

Json json(std::string_view text) {
  auto value = parse_json(text);
  REQUIRE_MESSAGE(value.has_value(), text);
  return *value;
}

ModelMessage thought_only() {
  return {.role = Role::kAssistant,
          .text = "\n",
          .reasoning = "Hm.",
          .signatures = {{.value = "s", .text = "Hm."},
                         {.kind = SignatureKind::kOpaque, .value = "e"}}};
}

TEST_CASE("P-20 Anthropic refuses blank texts and thoughts that nothing follows: none is sent") {
  const Json body =
      body_of(ApiFamily::kAnthropic, {{.role = Role::kSystem, .text = " \n"},
                                      {.text = "Ask.\n \nMore.", .stable_ends = {5, 7}},
                                      thought_only(),
                                      {.text = "Again."}});
  CHECK(find_at(body, "system") == nullptr);
  CHECK(body.at("messages") == json(R"([{"role": "user", "content": [
    {"type": "text", "text": "Ask.\n", "cache_control": {"type": "ephemeral"}},
    {"type": "text", "text": "More."}, {"type": "text", "text": "Again."}]}])"));
  CHECK(body_of(ApiFamily::kAnthropic, {{.role = Role::kSystem, .text = "Rules."}})
            .at("messages")
            .as_array()
            .size() == 1);
}

TEST_CASE("P-20 an answer that was only thought is not told as an answer") {
  const std::vector<ModelMessage> conversation = {
      {.text = "Ask."}, thought_only(), {.text = "Again."}};
  CHECK(body_of(ApiFamily::kOpenAiResponses, conversation).at("input").as_array().size() == 2);
  CHECK(body_of(ApiFamily::kOpenAiChat, conversation).at("messages").as_array().size() == 2);
}

TEST_CASE("P-20 the person's words never come between a call and its result") {
  const std::vector<ModelMessage> conversation = {
      {.text = "Ask."},
      {.role = Role::kAssistant, .tool_calls = {{"c1", "look", "{}"}}},
      {.text = "Hurry."},
      {.role = Role::kTool, .text = "42", .tool_call_id = "c1"}};
  CHECK(body_of(ApiFamily::kAnthropic, conversation).at("messages").at(2).at("content") == json(R"([
    {"type": "tool_result", "tool_use_id": "c1", "content": "42"},
    {"type": "text", "text": "Hurry."}])"));
  CHECK(text_at(body_of(ApiFamily::kOpenAiChat, conversation).at("messages").at(2), "role") ==
        "tool");
}

TEST_CASE("P-20 an id that a server uses again names the function that was called last") {
  const std::vector<ModelMessage> conversation = {
      {.text = "Ask."},
      {.role = Role::kAssistant, .tool_calls = {{"0", "look", "{}"}}},
      {.role = Role::kTool, .text = "1", .tool_call_id = "0"},
      {.role = Role::kAssistant, .tool_calls = {{"0", "list", "{}"}}},
      {.role = Role::kTool, .text = "2", .tool_call_id = "0"}};
  const Json ollama = body_of(ApiFamily::kOllama, conversation).at("messages");
  CHECK(text_at(ollama.at(2), "tool_name") == "look");
  CHECK(text_at(ollama.at(4), "tool_name") == "list");
  const Json gemini = body_of(ApiFamily::kGemini, conversation).at("contents");
  CHECK(text_at(gemini.at(4).at("parts").at(0).at("functionResponse"), "name") == "list");
}

TEST_CASE("P-21 tools and a schema together are refused where one would silence the other") {
  ModelRequest request;
  request.messages = {{.text = "Ask."}};
  request.schema = json(R"({"type":"object"})");
  request.tools = {{"look", "Looks.", json(R"({"type":"object"})")}};
  for (const ApiFamily api : {ApiFamily::kAnthropic, ApiFamily::kOllama}) {
    const Provider provider{.name = "p", .api = api, .base_url = "https://p.example"};
    const auto body = request_body(request, {.provider = provider});
    REQUIRE(!body.has_value());
    CHECK(body.error().code == "model_cannot");
    CHECK(request_body(request, {.provider = provider, .refused = {.schema = true}}).has_value());
  }
}

TEST_CASE("P-21 Anthropic: nobody who thinks is made to use a tool") {
  Provider provider{.name = "p", .api = ApiFamily::kAnthropic, .base_url = "https://p.example"};
  provider.options = {{"thinking", {{"type", "enabled"}, {"budget_tokens", 2'000}}}};
  ModelRequest request;
  request.messages = {{.text = "Ask."}};
  request.schema = json(R"({"type":"object"})");
  const auto body = request_body(request, {.provider = provider});
  REQUIRE(body.has_value());
  CHECK(!body->str().contains("tool_choice"));
}

TEST_CASE("P-20 no header is sent twice, and Gemini's other versions are taken") {
  Provider provider{.name = "p", .api = ApiFamily::kGemini, .base_url = "https://h/v1/"};
  provider.headers = {{"X-A", "1"}, {"x-a", "2"}, {"ACCEPT", "text/plain"}};
  ModelRequest request;
  request.model = "g";
  request.messages = {{.text = "Ask."}};
  const auto http = model_http_request(request, {.provider = provider});
  REQUIRE(http.has_value());
  CHECK(http->url == "https://h/v1/models/g:streamGenerateContent?alt=sse");
  std::string names;
  for (const HttpHeader& header : http->headers) names += lower_ascii(header.name) + " ";
  CHECK(names == "x-a accept content-type ");
}

}  // namespace
}  // namespace fm
