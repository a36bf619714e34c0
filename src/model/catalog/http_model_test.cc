// HttpModel against a server that does everything servers do, over real sockets.
#include "model/catalog/http_model.h"

#include <doctest/doctest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "model/model_error.h"
#include "test/support/http_model_testing.h"

namespace fm {
namespace {

constexpr RetryPolicy kAtOnce{.first_wait = Millis(0), .longest_wait = Millis(0)};

TEST_CASE_FIXTURE(HttpModelFixture, "what is asked arrives as chat completions want it") {
  serve({}, {.name = "fake",
             .api_key = "sk-secret",
             .headers = {{"X-Extra", "1"}},
             .options = {{"service_tier", "flex"}, {"stream", false}}});
  ModelRequest request = ask("say \"hi\"\n");
  request.temperature_hundredths = 70;
  request.max_output_tokens = 100;
  request.tools = {{"look", "Looks.", *parse_json(R"({"type":"object"})")}};
  request.messages.insert(request.messages.begin(), {.role = Role::kSystem, .text = "Be brief."});
  request.messages.push_back(
      {.role = Role::kAssistant, .tool_calls = {{"c1", "look", R"({"at":"x"})"}}});
  request.messages.push_back({.role = Role::kTool, .text = "seen", .tool_call_id = "c1"});
  REQUIRE(call(std::move(request)).has_value());
  const Json body = *parse_json(server->bodies().at(0));
  CHECK(body == *parse_json(R"({
    "model": "fake-1", "stream": true, "stream_options": {"include_usage": true},
    "service_tier": "flex", "temperature": 0.70, "max_tokens": 100,
    "tools": [{"type": "function", "function": {"name": "look", "description": "Looks.",
               "parameters": {"type": "object"}}}],
    "messages": [
      {"role": "system", "content": "Be brief."},
      {"role": "user", "content": "say \"hi\"\n"},
      {"role": "assistant", "content": null, "tool_calls": [
        {"id": "c1", "type": "function", "function": {"name": "look", "arguments": "{\"at\":\"x\"}"}}]},
      {"role": "tool", "content": "seen", "tool_call_id": "c1"}]})"));
  CHECK(server->authorizations() == std::vector<std::string>{"Bearer sk-secret"});
}

TEST_CASE_FIXTURE(HttpModelFixture, "without a key no Authorization header is sent") {
  serve({});
  REQUIRE(call().has_value());
  CHECK(server->authorizations() == std::vector<std::string>{""});
}

TEST_CASE_FIXTURE(HttpModelFixture, "the connection is used again from call to call") {
  serve({});
  for (int i = 0; i < 3; ++i) REQUIRE(call().has_value());
  CHECK(server->http().counts().connections == 1);
}

TEST_CASE_FIXTURE(HttpModelFixture, "each fault has its kind, and the text so far is kept") {
  const std::string text(100, 'x');
  const auto with = [&](FakeFault fault, std::string error = {}) {
    const ModelError failed = failure(
        {.text = text, .chunk_bytes = 10, .fault = fault, .fault_after = 3, .error = error});
    CHECK(failed.text_so_far == text.substr(0, 30));
    CHECK(heard.shown == failed.text_so_far);
    heard.shown.clear();
    return std::string(to_string(failed.kind));
  };
  CHECK(with(FakeFault::kCut) == "network");
  CHECK(with(FakeFault::kNoEnd) == "network");
  CHECK(with(FakeFault::kBrokenJson) == "bad_response");
  CHECK(with(FakeFault::kErrorFrame) == "overloaded");
  CHECK(with(FakeFault::kErrorEvent, R"({"error":{"message":"Rate limit reached"}})") ==
        "rate_limit");
  CHECK(with(FakeFault::kErrorField, R"({"message":"exceeds the available context size"})") ==
        "context_length");
}

TEST_CASE_FIXTURE(HttpModelFixture,
                  "a refused connection is a network error, and nothing is leaked") {
  serve({}, {.name = "fake", .api_key = "sk-secret"});
  server.reset();
  const ModelOutcome outcome = call();
  REQUIRE(!outcome.has_value());
  CHECK(outcome.error().kind == ModelErrorKind::kNetwork);
  CHECK(outcome.error().http_status == 0);
  CHECK(outcome.error().message.find("127.0.0.1") != std::string::npos);
}

TEST_CASE_FIXTURE(HttpModelFixture, "the key is cut out of the provider's words") {
  serve({{.status = 401, .body = R"({"error":{"message":"Bad key sk-secret here"}})"}},
        {.name = "fake", .api_key = "sk-secret"});
  const ModelOutcome outcome = call();
  REQUIRE(!outcome.has_value());
  CHECK(outcome.error().kind == ModelErrorKind::kAuth);
  CHECK(outcome.error().message == "Bad key *** here");
}

TEST_CASE_FIXTURE(HttpModelFixture,
                  "P-64 a token that stands in a header of one's own is cut out too") {
  serve({{.status = 401, .body = R"({"error":{"message":"Bad key sk-header-1234 here"}})"}},
        {.name = "fake", .headers = {{"Authorization", "Bearer sk-header-1234"}}});
  CHECK(call().error().message == "Bad key *** here");
}

TEST_CASE_FIXTURE(HttpModelFixture, "cancelling closes the connection and keeps the text so far") {
  serve({{.text = "partial and more",
          .chunk_bytes = 7,
          .fault = FakeFault::kSilence,
          .fault_after = 1}});
  const CancelToken cancel;
  heard.on_text = [&] { loop->post([&] { cancel.cancel(); }); };
  SUBCASE("from outside") {}
  SUBCASE("from inside the sink") {
    heard.on_text = [&] { cancel.cancel(); };
  }
  const ModelOutcome outcome = call(ask("x"), cancel);
  REQUIRE(!outcome.has_value());
  CHECK(outcome.error().kind == ModelErrorKind::kCancelled);
  CHECK(outcome.error().text_so_far == "partial");
  CHECK(server->http().wait_for(
      [](const auto& counts) { return counts.abandoned == 1 && counts.open == 0; }));
}

TEST_CASE_FIXTURE(HttpModelFixture, "a call that was cancelled before it began asks nobody") {
  serve({});
  const CancelToken cancel;
  cancel.cancel();
  const ModelOutcome outcome = call(ask("x"), cancel);
  REQUIRE(!outcome.has_value());
  CHECK(outcome.error().kind == ModelErrorKind::kCancelled);
  CHECK(server->http().counts().connections == 0);
}

TEST_CASE_FIXTURE(HttpModelFixture, "a task that is destroyed closes its connection") {
  serve({{.text = "abc", .fault = FakeFault::kSilence, .fault_after = 1}});
  RunningTask running =
      start(model->call(ask("x"), heard, {}), [](auto) { FAIL("nobody waits for this any more"); });
  heard.on_text = [&] {
    loop->post([&] {
      running.reset();
      loop->stop();
    });
  };
  loop->run();
  CHECK(server->http().wait_for([](const auto& counts) { return counts.abandoned == 1; }));
}

TEST_CASE_FIXTURE(HttpModelFixture, "a bug in a sink reaches whoever awaits the call") {
  serve({{.text = "abc"}});
  heard.on_text = [] { throw Bug("in the sink"); };
  bool caught = false;
  const RunningTask running = start(model->call(ask("x"), heard, {}), [&](auto result) {
    caught = !result.has_value();
    loop->stop();
  });
  loop->run();
  CHECK(caught);
}

TEST_CASE_FIXTURE(HttpModelFixture,
                  "failures that pass are tried again, and the preview is replaced") {
  serve({{.times = 1,
          .status = 429,
          .body = R"({"error":{"message":"Rate limit reached"}})",
          .headers = {{"retry-after", "0"}}},
         {.times = 1, .status = 529, .body = "{}"},
         {.times = 1,
          .text = "half an answer",
          .chunk_bytes = 4,
          .fault = FakeFault::kCut,
          .fault_after = 1},
         {.text = "whole"}});
  const RetriedOutcome result = call_again(kAtOnce);
  REQUIRE(result.outcome.has_value());
  CHECK(result.outcome->text == "whole");
  CHECK(result.attempts == 4);
  CHECK(heard.shown == "whole");
  REQUIRE(heard.notices.size() == 3);
  CHECK(heard.notices[0].words == "Waits 0.0 s because the provider asks us to slow down.");
  CHECK(heard.notices[2].attempt == 4);
}

TEST_CASE_FIXTURE(HttpModelFixture, "failures that stay are not tried again") {
  serve({{.status = 401, .body = R"({"error":{"code":"invalid_api_key"}})"}});
  const RetriedOutcome result = call_again(kAtOnce);
  CHECK(!result.outcome.has_value());
  CHECK(result.attempts == 1);
  CHECK(server->bodies().size() == 1);
}

TEST_CASE_FIXTURE(HttpModelFixture, "a huge answer arrives whole") {
  serve({{.text = std::string(1000, 'h') + "\n", .repeat = 2000, .chunk_bytes = 5000}});
  const ModelOutcome outcome = call();
  REQUIRE(outcome.has_value());
  CHECK(outcome->text.size() == 1001 * 2000);
}

TEST_CASE_FIXTURE(HttpModelFixture, "a hundred answers at once") {
  serve({{.text = std::string(400, 'x'), .chunk_bytes = 10}});
  int ended = 0;
  std::vector<RunningTask> running;
  std::vector<std::unique_ptr<HeardCall>> sinks;
  for (int i = 0; i < 100; ++i) {
    sinks.push_back(std::make_unique<HeardCall>());
    running.push_back(start(model->call(ask("x"), *sinks.back(), {}), [&](auto result) {
      CHECK(result.value().value().text.size() == 400);
      if (++ended == 100) loop->stop();
    }));
  }
  loop->run();
  CHECK(ended == 100);
}

TEST_CASE_FIXTURE(HttpModelFixture, "P-22 reasoning in the text is gone from what is shown") {
  serve({{.text = "The person greets.\n</think>\n\nHello.", .chunk_bytes = 4}});
  const ModelOutcome outcome = call();
  REQUIRE(outcome.has_value());
  CHECK(outcome->text == "Hello.");
  CHECK(outcome->reasoning == "The person greets.\n");
  CHECK(heard.shown == "Hello.");
}

TEST_CASE_FIXTURE(HttpModelFixture, "P-25 a refusal without words of the longest request yet") {
  const FakeRule refusal{
      .any_has = {"much"}, .status = 400, .body = R"({"error":{"message":"no"}})"};
  serve({refusal, {.text = "Yes."}});
  CHECK(call(ask(std::string(20'000, 'a'))).has_value());
  const ModelOutcome longer = call(ask("much " + std::string(30'000, 'a')));
  REQUIRE(!longer.has_value());
  CHECK(longer.error().kind == ModelErrorKind::kContextLength);
  const ModelOutcome shorter = call(ask("much"));
  REQUIRE(!shorter.has_value());
  CHECK(shorter.error().kind == ModelErrorKind::kInvalidRequest);
}

TEST_CASE_FIXTURE(HttpModelFixture, "P-20 a template without a system role is learned") {
  serve({{.any_has = {"\"system\""},
          .status = 500,
          .body = R"({"error":"Jinja Exception: System role not supported"})"},
         {.text = "Yes."}});
  testing::HurriedLoop hurried(*loop);
  ModelRequest request = ask("hello");
  request.messages.insert(request.messages.begin(), {.role = Role::kSystem, .text = "Be brief."});
  const ModelOutcome first = call(request);
  REQUIRE(!first.has_value());
  CHECK(first.error().learned);
  CHECK(call(request).has_value());
  CHECK(server->bodies().back().contains("Be brief.\\n\\nhello"));
}

TEST_CASE_FIXTURE(HttpModelFixture,
                  "P-20 the address that was asked, and where it points, is named") {
  serve({{.status = 308, .headers = {{"location", "https://other.example/v1/x?key=sk-secret"}}}});
  const ModelOutcome moved = call();
  REQUIRE(!moved.has_value());
  CHECK(moved.error().message.contains("https://other.example/v1/x"));
  CHECK(moved.error().message.contains("/chat/completions"));
  CHECK(!moved.error().message.contains("sk-secret"));
  CHECK(!is_retryable(moved.error()));
  serve({{.body = R"x({"error":"Unexpected endpoint or method. (POST /chat/completions)"})x"}});
  const RetriedOutcome wrong = call_again(kAtOnce);
  REQUIRE(!wrong.outcome.has_value());
  CHECK(wrong.outcome.error().kind == ModelErrorKind::kNotFound);
  CHECK(wrong.attempts == 1);
}

TEST_CASE_FIXTURE(HttpModelFixture, "P-64 no failure shows the key, wherever it stands or is cut") {
  const std::string key = "sk-0123456789abcdef";
  const std::uint64_t seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  std::vector<FakeRule> rules;
  for (int i = 0; i < 300; ++i) {
    const std::string around(random() % 520, 'x');
    const std::string words = around + key + (random() % 2 == 0 ? " is wrong" : around);
    const int status = std::vector{400, 401, 404, 429, 500, 308}[random() % 6];
    rules.push_back(
        {.times = 1,
         .status = status,
         .body = random() % 3 == 0 ? words : R"({"error":{"message":")" + words + "\"}}",
         .headers = {{"location", "https://h.example/" + key}}});
  }
  serve(std::move(rules), {.name = "fake", .api_key = key});
  for (int i = 0; i < 300; ++i) {
    const ModelOutcome outcome = call();
    REQUIRE(!outcome.has_value());
    const Error told = to_error(outcome.error(), "fake:m", 1);
    CHECK(!(told.message + told.cause + told.cure).contains(key.substr(0, kShortestSecret)));
    CHECK(!told.cure.empty());
  }
}

}  // namespace
}  // namespace fm
