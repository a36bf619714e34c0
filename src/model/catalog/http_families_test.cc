// What holds for every family of providers, over real sockets: answers, failures, bad days.
#include <doctest/doctest.h>
#include <fmt/chrono.h>

#include <ctime>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "test/support/all_families.h"
#include "test/support/http_model_testing.h"
#include "test/support/stream_corpus.h"

namespace fm {
namespace {

constexpr std::string_view kScripts =
    "Grüße, 世界! नमस्ते, שלום 🌍👩‍👩‍👧 — and "
    "\"quotes\"\n\ttoo.";

struct Families : HttpModelFixture {
  // Runs `check` for each family, in which serve_family() then speaks it.
  template <class Check>
  void each(Check check) {
    for (const ApiFamily one : kAllFamilies) {
      family = one;
      CAPTURE(to_string(one));
      check();
    }
  }
  void serve_family(std::vector<FakeRule> rules, HttpTimeouts timeouts = {}) {
    serve(std::move(rules), provider(timeouts));
  }
  ModelError fails(FakeRule rule, HttpTimeouts timeouts = {}) {
    return failure(std::move(rule), provider(timeouts));
  }
  Provider provider(HttpTimeouts timeouts = {}) const {
    return {.name = "fake", .api = family, .timeouts = timeouts};
  }
  bool is(ApiFamily one) const { return family == one; }

  ApiFamily family = ApiFamily::kOpenAiChat;
};

std::string http_date(UtcMs at) {
  const auto seconds = static_cast<std::time_t>(at.value / 1000);
  return fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(seconds));
}

FakeRule said(std::string_view text, std::size_t chunk_bytes = 3) {
  return {.text = std::string(text), .chunk_bytes = chunk_bytes};
}

TEST_CASE_FIXTURE(Families, "P-22 an answer streams, with reasoning apart, and is counted") {
  each([&] {
    for (const bool stream : {true, false}) {
      FakeRule rule = said(kScripts);
      rule.reasoning = "Think first. 先想";
      rule.usage = Usage{.input = 1200, .cached = 1000, .output = 34, .reasoning = 20};
      rule.stream = stream;
      serve_family({rule});
      const ModelOutcome outcome = call();
      REQUIRE(outcome.has_value());
      CHECK(outcome->text == kScripts);
      CHECK(outcome->reasoning == rule.reasoning);
      CHECK(outcome->finish == Finish::kStop);
      CHECK(outcome->first_token <= outcome->total);
      CHECK(outcome->usage.input == 1200);
      CHECK(outcome->usage.output == 34);
      CHECK(outcome->usage.cached == (is(ApiFamily::kOllama) ? 0 : 1000));
      CHECK(heard.shown == outcome->text);
      CHECK(heard.thought == outcome->reasoning);
      CHECK((heard.deltas > 10) == stream);
    }
  });
}

TEST_CASE_FIXTURE(Families, "P-20 every family's ends are told apart") {
  each([&] {
    const auto finish = [&](FakeRule rule) {
      serve_family({std::move(rule)});
      const ModelOutcome outcome = call();
      return outcome ? std::string(finish_name(outcome->finish)) : outcome.error().message;
    };
    CHECK(finish({.text = "cut o", .finish = "length"}) == "length");
    const std::string filtered = finish({.text = "some", .finish = "content_filter"});
    if (is(ApiFamily::kAnthropic)) CHECK(filtered == "refusal");  // it knows no difference
    if (is(ApiFamily::kOpenAiChat) || is(ApiFamily::kOpenAiResponses) || is(ApiFamily::kGemini))
      CHECK(filtered == "content_filter");
    const std::string refused = finish({.refusal = "I will not."});
    if (is(ApiFamily::kOllama))
      CHECK(refused == "stop");
    else
      CHECK(refused == (is(ApiFamily::kGemini) ? "content_filter" : "refusal"));
    if (is(ApiFamily::kAnthropic)) CHECK(finish({.text = "x", .finish = "pause"}) == "pause");
    if (is(ApiFamily::kAnthropic) || is(ApiFamily::kOpenAiChat))
      CHECK(finish({.text = "x", .finish = "context_window"}) == "context_window");
  });
}

// Each family's own words for its ends, and one that is new, over a socket.
TEST_CASE_FIXTURE(Families, "P-22 in its own words each family's good end is whole, no other is") {
  const std::map<ApiFamily, std::vector<std::string>> cut{
      {ApiFamily::kOpenAiChat, {"length", "content_filter"}},
      {ApiFamily::kOpenAiResponses, {"length", "content_filter"}},
      {ApiFamily::kAnthropic,
       {"max_tokens", "pause_turn", "refusal", "model_context_window_exceeded"}},
      {ApiFamily::kGemini,
       {"MAX_TOKENS", "OTHER", "SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST",
        "PROHIBITED_CONTENT", "SPII", "TOO_MANY_TOOL_CALLS", "IMAGE_SAFETY"}},
      {ApiFamily::kOllama, {"length"}}};
  each([&] {
    for (const bool stream : {true, false}) {
      const auto ended = [&](std::string word) {
        FakeRule rule{.text = "some", .finish = std::move(word)};
        rule.stream = stream;
        serve_family({rule});
        return call();
      };
      std::vector<std::string> words = cut.at(family);
      words.emplace_back("a_reason_of_tomorrow");
      for (const std::string& word : words) {
        CAPTURE(word);
        const ModelOutcome outcome = ended(word);
        REQUIRE(outcome.has_value());
        CHECK(is_cut(*outcome));
      }
      CHECK(!is_cut(*ended("stop")));
      if (is(ApiFamily::kAnthropic)) CHECK(!is_cut(*ended("stop_sequence")));
    }
  });
}

// What the vendor would refuse, the fake refuses: so the request that goes back is right.
TEST_CASE_FIXTURE(Families, "P-20 calls, their results and the seals of a turn go back and forth") {
  each([&] {
    FakeRule first{
        .text = "I look.",
        .reasoning = "Where would it be?",
        .tool_calls = {{"call_1", "read_file", R"({"path":"é.md"})"}, {"call_2", "list", "{}"}},
        .chunk_bytes = 2};
    if (is(ApiFamily::kOpenAiResponses))
      first.signatures = {{SignatureKind::kOpaque, "sealed-bytes", {}, "rs_7"}};
    else if (!is(ApiFamily::kOllama))
      first.signatures = {{SignatureKind::kSignature, "signed-bytes"}};
    first.times = 1;
    serve_family({first, {.text = "It is there."}});
    ModelRequest request = ask("Where is it?");
    request.messages.insert(request.messages.begin(), {.role = Role::kSystem, .text = "Brief."});
    request.temperature_hundredths = 50;
    request.max_output_tokens = 1000;
    for (const char* name : {"read_file", "list"})
      request.tools.push_back({name, "Looks.", *parse_json(R"({"type":"object"})")});
    const ModelOutcome outcome = call(request);
    REQUIRE(outcome.has_value());
    CHECK(outcome->finish == Finish::kToolCalls);
    REQUIRE(outcome->tool_calls.size() == 2);
    CHECK(*parse_json(outcome->tool_calls[0].arguments) == *parse_json(R"({"path":"é.md"})"));
    CHECK(outcome->tool_calls[1].name == "list");
    CHECK(*parse_json(outcome->tool_calls[1].arguments) == Json(JsonObject()));
    REQUIRE(outcome->signatures.size() == first.signatures.size());
    request.messages.push_back({.role = Role::kAssistant,
                                .text = outcome->text,
                                .tool_calls = outcome->tool_calls,
                                .reasoning = outcome->reasoning,
                                .signatures = outcome->signatures});
    for (const ToolCall& made : outcome->tool_calls)
      request.messages.push_back(
          {.role = Role::kTool, .text = "seen", .tool_call_id = made.id, .tool_failed = true});
    const ModelOutcome second = call(request);
    REQUIRE_MESSAGE(second.has_value(), second.error().message);
    CHECK(second->text == "It is there.");
    for (const ReasoningSignature& signature : first.signatures)
      CHECK(server->bodies().at(1).contains(signature.value));
  });
}

TEST_CASE_FIXTURE(Families, "P-20 P-21 what rooms ask is asked as the vendor takes it") {
  each([&] {
    serve_family({});
    const auto taken = [&](ModelRequest request) {
      const ModelOutcome outcome = call(std::move(request));
      return outcome ? std::string() : outcome.error().message;
    };
    ModelRequest conversation = ask("");
    conversation.messages = {{.role = Role::kSystem, .text = "You are one of five."},
                             {.role = Role::kSystem, .text = ""},
                             {.role = Role::kAssistant, .text = "I begin. "},
                             {.role = Role::kAssistant, .text = ""},
                             {.text = "A picture.", .images = {{"image/png", "iVBORw0KGgo="}}},
                             {.text = "And now?\nLine", .stable_ends = {8}},
                             {.text = "Go."}};
    conversation.room = "room-1";
    CHECK(taken(conversation) == "");
    ModelRequest formed = ask("Give me a number.");
    formed.schema =
        *parse_json(R"({"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]})");
    formed.max_output_tokens = 200;
    CHECK(taken(formed) == "");
  });
}

TEST_CASE_FIXTURE(Families, "P-33 a failure's kind is read in each vendor's words") {
  using enum ModelErrorKind;
  each([&] {
    for (const ModelErrorKind kind :
         {kRateLimit, kOverloaded, kServer, kTimeout, kAuth, kPermission, kBilling, kNotFound,
          kInvalidRequest, kContextLength, kTooLarge, kContentFilter, kQuota}) {
      CAPTURE(to_string(kind));
      // Gemini says the same of a quota that comes back in a minute.
      if (kind == kQuota && is(ApiFamily::kGemini)) continue;
      const ModelError error = fails({.failure = kind});
      CHECK(to_string(error.kind) == to_string(kind));
      CHECK(error.http_status >= 400);
      CHECK(error.text_so_far == "");
      // The same in the middle of an answer, at status 200.
      FakeRule late = said("abcdef");
      late.fault = FakeFault::kErrorFrame;
      late.fault_after = 1;
      late.failure = kind;
      const ModelError inside = fails(late);
      // Ollama has nothing but words there.
      const bool only_words = kind == kAuth || kind == kPermission || kind == kBilling ||
                              kind == kInvalidRequest || kind == kTooLarge;
      if (only_words && is(ApiFamily::kOllama))
        CHECK(!inside.message.empty());
      else
        CHECK(to_string(inside.kind) == to_string(kind));
      CHECK(inside.text_so_far == "abc");
    }
  });
}

TEST_CASE_FIXTURE(Families, "P-33 an overload three times, then the answer, once") {
  each([&] {
    serve_family({{.times = 3, .failure = ModelErrorKind::kOverloaded, .status = 529},
                  said("All is well.")});
    const RetriedOutcome result = call_again();
    REQUIRE(result.outcome.has_value());
    CHECK(result.attempts == 4);
    CHECK(heard.shown == "All is well.");
    REQUIRE(heard.notices.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(heard.notices[i].kind == ModelErrorKind::kOverloaded);
      CHECK(heard.notices[i].wait <= Millis(1000 << i));
    }
    CHECK(heard.notices[0].words.contains("overloaded"));
  });
}

TEST_CASE_FIXTURE(Families, "P-33 an overload in the stream, after a hundred pieces") {
  each([&] {
    FakeRule rule = said(std::string(1000, 'w'), 4);
    rule.times = 1;
    rule.fault = FakeFault::kErrorFrame;
    rule.fault_after = 100;
    serve_family({rule});
    const ModelOutcome failed = call();
    REQUIRE(!failed.has_value());
    CHECK(failed.error().kind == ModelErrorKind::kOverloaded);
    CHECK(failed.error().text_so_far == std::string(400, 'w'));
    serve_family({rule, said("All is well.")});
    const RetriedOutcome result = call_again();
    REQUIRE(result.outcome.has_value());
    CHECK(result.attempts == 2);
    CHECK(heard.shown == "All is well.");  // what came before is void
  });
}

TEST_CASE_FIXTURE(Families, "P-33 a rate limit says how long, in all forms, or nothing usable") {
  struct Row {
    HttpHeader header;
    std::optional<Millis> hint;
  };
  const UtcMs soon{(clock.now().value / 1000 + 61) * 1000};
  const Row rows[] = {
      {{"retry-after", "7"}, Millis(7000)},
      {{"retry-after", "0"}, Millis(0)},
      {{"retry-after", "1.5"}, Millis(1500)},
      {{"retry-after-ms", "1250"}, Millis(1250)},
      {{"retry-after", "soon"}, std::nullopt},
      {{"retry-after", "-3"}, std::nullopt},
      {{"retry-after-ms", "-1"}, std::nullopt},
      {{"retry-after", "NaN"}, std::nullopt},
      {{"retry-after", "Thu, 01 Jan 1998 00:00:00 GMT"}, Millis(0)},
  };
  each([&] {
    for (const auto& [head, hint] : rows) {
      CAPTURE(head.value);
      FakeRule limited{.times = 1, .failure = ModelErrorKind::kRateLimit, .headers = {head}};
      serve_family({limited, said("now")});
      const RetriedOutcome result = call_again();
      REQUIRE(result.outcome.has_value());
      CHECK(result.attempts == 2);
      CHECK(heard.shown == "now");
      REQUIRE(heard.notices.size() == 1);
      CHECK(heard.notices[0].kind == ModelErrorKind::kRateLimit);
      CHECK(heard.notices[0].wait >= hint.value_or(Millis(0)));
      CHECK(heard.notices[0].wait <= hint.value_or(Millis(0)) + Millis(1000));
      CHECK(fails(limited).retry_after == hint);
    }
    const ModelError dated = fails(
        {.failure = ModelErrorKind::kRateLimit, .headers = {{"retry-after", http_date(soon)}}});
    REQUIRE(dated.retry_after.has_value());
    CHECK(*dated.retry_after > Millis(0));
    CHECK(*dated.retry_after <= Millis(61'000));
  });
}

TEST_CASE_FIXTURE(Families, "P-33 an hour is not waited for, and a server that stays broken ends") {
  each([&] {
    serve_family({{.failure = ModelErrorKind::kRateLimit, .headers = {{"retry-after", "3600"}}}});
    const RetriedOutcome late = call_again();
    CHECK(late.attempts == 1);
    CHECK(heard.notices.empty());

    serve_family({{.failure = ModelErrorKind::kServer}});
    const RetriedOutcome broken = call_again();
    REQUIRE(!broken.outcome.has_value());
    CHECK(broken.outcome.error().kind == ModelErrorKind::kServer);
    CHECK(broken.attempts == 5);
    CHECK(server->bodies().size() == 5);
    CHECK(heard.notices.size() == 4);
  });
}

TEST_CASE_FIXTURE(Families,
                  "P-33 cut streams, resets and silence keep the text and may be retried") {
  each([&] {
    const auto kind_of = [&](FakeFault fault, HttpTimeouts timeouts = {}) {
      FakeRule rule = said("abcdefghi");
      rule.fault = fault;
      rule.fault_after = 2;
      const ModelError error = fails(rule, timeouts);
      CHECK(error.text_so_far == "abcdef");
      CHECK(heard.shown == "abcdef");
      CHECK((is_retryable(error) || fault == FakeFault::kBrokenJson));
      return to_string(error.kind);
    };
    CHECK(kind_of(FakeFault::kCut) == "network");
    CHECK(kind_of(FakeFault::kNoEnd) == "network");
    CHECK(kind_of(FakeFault::kBrokenJson) == "bad_response");
    CHECK(kind_of(FakeFault::kSilence, {.between_bytes = Millis(150)}) == "timeout");
    CHECK(server->http().wait_for([](const auto& counts) { return counts.open == 0; }));
    FakeRule reset = said("abc");
    reset.fault = FakeFault::kReset;
    CHECK(fails(reset).kind == ModelErrorKind::kNetwork);
  });
}

TEST_CASE_FIXTURE(Families, "a slow drip is an answer, and silence before the first byte is none") {
  each([&] {
    FakeRule drip = said("drip by drip it comes");
    drip.chunk_delay = Millis(2);
    serve_family({drip}, {.between_bytes = Millis(10'000)});
    const ModelOutcome outcome = call();
    REQUIRE(outcome.has_value());
    CHECK(outcome->text == "drip by drip it comes");
    FakeRule silent = said("never");
    silent.head_delay = Millis(60'000);
    CHECK(fails(silent, {.first_byte = Millis(50)}).kind == ModelErrorKind::kTimeout);
  });
}

TEST_CASE_FIXTURE(Families, "64 MiB without a line's end are given up early") {
  const std::string endless(std::size_t{64} << 20, 'a');
  each([&] {
    const std::string_view start =
        is(ApiFamily::kOpenAiChat) ? R"(data: {"choices":[{"delta":{"content":")"
        : is(ApiFamily::kOpenAiResponses)
            ? R"(data: {"type":"response.output_text.delta","delta":")"
        : is(ApiFamily::kAnthropic) ? R"(data: {"type":"content_block_delta","delta":{"text":")"
        : is(ApiFamily::kGemini)    ? R"(data: {"candidates":[{"content":{"parts":[{"text":")"
                                    : R"({"message":{"content":")";
    const ModelError error =
        fails({.fault = FakeFault::kSilence, .body = std::string(start) + endless});
    CHECK(error.kind == ModelErrorKind::kBadResponse);
    CHECK(error.text_so_far.empty());
    CHECK(error.message.size() < 600);
    CHECK(server->http().wait_for([](const auto& counts) { return counts.abandoned == 1; }));
  });
}

TEST_CASE_FIXTURE(Families, "P-30 what an answer's headers say of the limits comes with it") {
  each([&] {
    const bool anthropic = is(ApiFamily::kAnthropic);
    const std::string prefix = anthropic ? "anthropic-ratelimit-requests-" : "x-ratelimit-";
    const std::string suffix = anthropic ? "" : "-requests";
    FakeRule rule = said("ok");
    rule.headers = {{prefix + "limit" + suffix, "50"}, {prefix + "remaining" + suffix, "49"}};
    serve_family({rule});
    const ModelOutcome outcome = call();
    REQUIRE(outcome.has_value());
    REQUIRE(outcome->limits.size() == 1);
    CHECK(outcome->limits[0].limit == 50);
    CHECK(outcome->limits[0].remaining == 49);
  });
}

}  // namespace
}  // namespace fm
