// The fake provider itself: its script, its ledger, and that it is as strict as the vendors.
#include <doctest/doctest.h>

#include <initializer_list>
#include <string>
#include <string_view>

#include "model/catalog/http_attempt.h"
#include "model/catalog/provider_probe.h"
#include "model/families/answer_readers.h"
#include "reading/ideas/ideas.h"
#include "reading/ideas/scores.h"
#include "test/fakes/fake_family.h"
#include "test/support/all_families.h"
#include "test/support/http_model_testing.h"
#include "test/support/stream_corpus.h"

namespace fm {
namespace {

TEST_CASE("the script of the fake server: rules by text, in order, and errors in it") {
  const auto script = parse_fake_script(R"({"rules": [
    {"last_has": ["one", "two"], "text": "both", "chunk_delay_ms": 5},
    {"times": 1, "status": 500, "headers": {"retry-after": "3"}, "body": {"error": "x"}},
    {"text": "@everything"}]})");
  REQUIRE(script.has_value());
  CHECK(script->rules[0].last_has.size() == 2);
  CHECK(script->rules[0].chunk_delay == Millis(5));
  CHECK(script->rules[1].body == R"({"error":"x"})");
  CHECK(!parse_fake_script(R"({"rules": [{"fault": "nonsense"}]})").has_value());
  CHECK(!parse_fake_script("{}").has_value());
}

TEST_CASE("the answer that serves every step holds five ideas and their scores") {
  const auto ideas = read_ideas(everything_text());
  REQUIRE(ideas.has_value());
  REQUIRE(ideas->ideas.size() == 5);
  std::vector<KnownIdea> known;
  for (const auto& idea : ideas->ideas)
    known.push_back({"idea-" + std::to_string(known.size() + 1), idea.title});
  const auto scores = read_scores(everything_text(), known);
  REQUIRE(scores.has_value());
  REQUIRE(scores->scores.size() == 5);
  for (const auto& score : scores->scores) CHECK(score.overall.has_value());
}

TEST_CASE_FIXTURE(HttpModelFixture, "the fake server keeps a ledger that can be asked for") {
  serve({});
  REQUIRE(call().has_value());
  struct Body final : HttpHandler {
    void on_head(int, const HttpHeaders&) override {}
    void on_bytes(std::string_view bytes) override { text += bytes; }
    void on_done(Result<void>) override { loop->stop(); }
    Loop* loop = nullptr;
    std::string text;
  } body;
  body.loop = loop.get();
  const auto get = client->send({.url = server->http().url() + "/ledger"}, body);
  loop->run();
  const Json ledger = *parse_json(body.text);
  CHECK(ledger.at("requests").as_array().size() == 1);
  CHECK(text_at(ledger.at("requests").at(0), "model") == "fake-1");
}

// What the vendor says to the request; empty: it is taken.
std::string complaint(ApiFamily family, std::string_view body) {
  const FakeRequest request{.headers = {{"anthropic-version", "2023-06-01"}}};
  const auto json = parse_json(body);
  REQUIRE_MESSAGE(json.has_value(), body);
  return fake_family(family).complaint(request, *json);
}

void check_refused(ApiFamily family, std::initializer_list<std::string_view> bodies) {
  for (const std::string_view body : bodies)
    CHECK_MESSAGE(!complaint(family, body).empty(), to_string(family), ": ", body);
}

TEST_CASE("a request that OpenAI would refuse is refused, in both its ways") {
  check_refused(
      ApiFamily::kOpenAiChat,
      {R"({"messages": [{"role": "user", "content": "x"}]})", R"({"model": "m", "messages": []})",
       R"({"model": "m", "messages": [{"role": "model", "content": "x"}]})",
       R"({"model": "m", "messages": [{"role": "user", "content": []}]})",
       R"({"model": "m", "messages": [{"role": "user", "content": null}]})",
       R"({"model": "m", "messages": [{"role": "tool", "content": "x", "tool_call_id": "c"}]})",
       R"({"model": "m", "messages": [{"role": "assistant", "content": null, "tool_calls":
           [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}]})",
       R"({"model": "m", "stream_options": {}, "messages": [{"role": "user", "content": "x"}]})",
       R"({"model": "m", "max_tokens": 0, "messages": [{"role": "user", "content": "x"}]})",
       R"({"model": "m", "tools": [{"name": "f"}], "messages": [{"role": "user", "content": "x"}]})"});
  CHECK(complaint(ApiFamily::kOpenAiChat,
                  R"({"model": "m", "messages": [{"role": "user", "content": "x"}]})") == "");
  check_refused(
      ApiFamily::kOpenAiResponses,
      {R"({"model": "m", "messages": [{"role": "user", "content": "x"}]})",
       R"({"model": "m", "input": []})",
       R"({"model": "m", "input": [{"role": "assistant", "content": [{"type": "input_text", "text": "x"}]}]})",
       R"({"model": "m", "input": [{"type": "function_call_output", "call_id": "c", "output": "x"}]})",
       R"({"model": "m", "input": [{"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}]})",
       R"({"model": "m", "input": [{"type": "reasoning", "summary": []}, {"role": "user", "content": "x"}]})",
       R"({"model": "m", "max_output_tokens": 5, "input": "x"})",
       R"({"model": "m", "tools": [{"type": "function", "function": {"name": "f"}}], "input": "x"})"});
  CHECK(complaint(ApiFamily::kOpenAiResponses, R"({"model": "m", "input": "x"})") == "");
}

TEST_CASE("a request that Anthropic would refuse is refused") {
  check_refused(
      ApiFamily::kAnthropic,
      {R"({"model": "m", "messages": [{"role": "user", "content": "x"}]})",
       R"({"model": "m", "max_tokens": 9, "messages": [{"role": "system", "content": "x"}]})",
       R"({"model": "m", "max_tokens": 9, "messages": [{"role": "assistant", "content": "x"}]})",
       R"({"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": [{"type": "text", "text": ""}]}]})",
       R"({"model": "m", "max_tokens": 9, "temperature": 1.5, "messages": [{"role": "user", "content": "x"}]})",
       R"({"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "x"}]}]})",
       R"({"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "f", "input": {}}]}, {"role": "user", "content": "y"}]})",
       R"({"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "f", "input": {}}]}, {"role": "user", "content": [{"type": "text", "text": "y"}, {"type": "tool_result", "tool_use_id": "t"}]}]})",
       R"({"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": [{"type": "thinking", "thinking": "t"}]}, {"role": "user", "content": "y"}]})",
       R"({"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": [{"type": "text", "text": "so "}]}]})",
       R"({"model": "m", "max_tokens": 9, "tools": [{"name": "f"}], "messages": [{"role": "user", "content": "x"}]})"});
  constexpr std::string_view kPlain =
      R"({"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "x"}]})";
  CHECK(complaint(ApiFamily::kAnthropic, kPlain) == "");
  CHECK(fake_family(ApiFamily::kAnthropic).complaint({}, *parse_json(kPlain)) != "");
}

TEST_CASE("a request that Gemini or Ollama would refuse is refused") {
  check_refused(
      ApiFamily::kGemini,
      {R"({"contents": []})", R"({"contents": [{"role": "assistant", "parts": [{"text": "x"}]}]})",
       R"({"contents": [{"role": "user", "parts": []}]})",
       R"({"contents": [{"role": "user", "parts": [{"text": ""}]}]})",
       R"({"contents": [{"role": "user", "parts": [{"words": "x"}]}]})",
       R"({"max_tokens": 5, "contents": [{"role": "user", "parts": [{"text": "x"}]}]})",
       R"({"generationConfig": {"max_tokens": 5}, "contents": [{"role": "user", "parts": [{"text": "x"}]}]})",
       R"({"contents": [{"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]}, {"role": "user", "parts": [{"text": "x"}]}]})",
       R"({"contents": [{"role": "user", "parts": [{"functionResponse": {"name": "f", "response": {}}}]}]})",
       R"({"contents": [{"role": "model", "parts": [{"functionCall": {"name": "f", "args": "{}"}}]}]})"});
  CHECK(complaint(ApiFamily::kGemini, R"({"contents": [{"parts": [{"text": "x"}]}]})") == "");
  check_refused(
      ApiFamily::kOllama,
      {R"({"messages": []})", R"({"model": "m", "messages": [{"role": "model", "content": "x"}]})",
       R"({"model": "m", "messages": [{"role": "user", "content": [{"type": "text"}]}]})",
       R"({"model": "m", "format": "yaml", "messages": [{"role": "user", "content": "x"}]})",
       R"({"model": "m", "messages": [{"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "f", "arguments": "{}"}}]}]})"});
  CHECK(complaint(ApiFamily::kOllama,
                  R"({"model": "m", "messages": [{"role": "user", "content": "x"}]})") == "");
}

struct Raw : HttpModelFixture {
  // The answer to a body that is sent as it is.
  ModelOutcome post(ApiFamily family, const std::string& path, std::string body) {
    ModelOutcome outcome;
    HttpRequest request{.method = "POST",
                        .url = server->http().url() + path,
                        .headers = {{"anthropic-version", "2023-06-01"}},
                        .body = std::move(body)};
    const RunningTask running = start(attempt_over_http(*loop, *client, std::move(request),
                                                        make_answer_reader(family, heard), {}),
                                      [&](auto result) {
                                        outcome = std::move(result.value());
                                        loop->stop();
                                      });
    loop->run();
    return outcome;
  }
};

TEST_CASE_FIXTURE(Raw, "a wrong request is an invalid one in each vendor's words, and is counted") {
  serve({});
  const std::pair<ApiFamily, const char*> paths[] = {
      {ApiFamily::kOpenAiChat, "/v1/chat/completions"},
      {ApiFamily::kOpenAiResponses, "/v1/responses"},
      {ApiFamily::kAnthropic, "/v1/messages"},
      {ApiFamily::kGemini, "/v1beta/models/m:streamGenerateContent?alt=sse"},
      {ApiFamily::kOllama, "/api/chat"}};
  for (const auto& [family, path] : paths)
    for (const char* body : {"{}", "no JSON"}) {
      const ModelOutcome outcome = post(family, path, body);
      REQUIRE(!outcome.has_value());
      CHECK(to_string(outcome.error().kind) == "invalid_request");
      CHECK(outcome.error().http_status == 400);
    }
  CHECK(server->bodies().size() == 10);
}

TEST_CASE_FIXTURE(Raw, "Gemini is told whole, as events and as an array, as the path asks") {
  FakeRule rule{.text = "Grüße, 世界", .chunk_bytes = 2};
  serve({rule});
  const std::string body = R"({"contents": [{"parts": [{"text": "x"}]}]})";
  const std::string model = "/v1beta/models/m:";
  for (const char* verb :
       {"generateContent", "streamGenerateContent", "streamGenerateContent?alt=sse"}) {
    heard = {};
    const ModelOutcome outcome = post(ApiFamily::kGemini, model + verb, body);
    REQUIRE(outcome.has_value());
    CHECK(outcome->text == rule.text);
    CHECK((heard.deltas > 3) == std::string_view(verb).starts_with("stream"));
  }
}

TEST_CASE_FIXTURE(Raw, "each family's list of models is the script's") {
  server.emplace(FakeScript{.models = {"one", "two"}});
  for (const ApiFamily family : kAllFamilies) {
    ProbeReport report;
    const RunningTask running =
        start(probe_provider(*loop, *client,
                             {.name = "fake", .api = family, .base_url = server->base_url(family)},
                             Millis(10'000)),
              [&](auto result) {
                report = std::move(result.value());
                loop->stop();
              });
    loop->run();
    CHECK(!report.error.has_value());
    CHECK(report.models == std::vector<std::string>{"one", "two"});
  }
}

}  // namespace
}  // namespace fm
