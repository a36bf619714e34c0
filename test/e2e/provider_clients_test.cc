// The vendors' own clients as witnesses: what they read from the fake providers is what Folkmoot
// reads from them, so the fakes are honest.
#include <doctest/doctest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "test/e2e/node_script.h"
#include "test/e2e/program.h"
#include "test/support/all_families.h"
#include "test/support/http_model_testing.h"
#include "test/support/stream_corpus.h"

namespace fm::e2e {
namespace {

// One question to a client and its answer (provider_clients.mjs).
struct Witness {
  ApiFamily family;
  std::string base = {};  // before the family's own path
  std::string model = "any";
  bool stream = true;
  Json read = {};
};

// Ollama's client is none of those that are asked.
bool has_client(ApiFamily family) { return family != ApiFamily::kOllama; }

void ask_clients(const FakeProvider& server, std::vector<Witness>& witnesses) {
  const Place place;
  JsonArray asks;
  for (const Witness& one : witnesses)
    asks.push_back(JsonObject{{"family", to_string(one.family)},
                              {"base", one.base},
                              {"model", one.model},
                              {"stream", one.stream}});
  place.write("asks.json", canonical(asks));
  const NodeRan ran =
      run_node("provider_clients.mjs",
               {std::to_string(server.port()), (place.folder / "asks.json").string()}, false);
  REQUIRE(ran.status == 0);
  const Words lines = lines_of(ran.out);
  REQUIRE(lines.size() == witnesses.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    auto read = parse_json(lines[i]);
    REQUIRE_MESSAGE(read.has_value(), lines[i]);
    witnesses[i].read = std::move(*read);
  }
}

// The rules, each for the model of its name.
std::vector<FakeRule> told_rules() {
  using enum ModelErrorKind;
  const std::vector<ToolCall> calls{
      {"call_a", "read_file", R"({"path":"é/世界.md","lines":[1,2]})"}, {"call_b", "list", "{}"}};
  std::vector<FakeRule> rules{
      {.model = "scripts",
       .text = "Grüße, 世界! नमस्ते שלום مرحبا 🌍👩‍👩‍👧 "
               "\"q\"\\\n\t\u2028.",
       .chunk_bytes = 1},
      {.model = "nothing"},
      {.model = "long", .text = "0123456789 abcdefghij\n", .repeat = 3000, .chunk_bytes = 700},
      {.model = "counted",
       .text = "ok",
       .usage = Usage{.input = 900, .cached = 500, .output = 77, .reasoning = 60}},
      {.model = "thought",
       .text = "So it is.",
       .reasoning = "First this. Dann das. 然后。",
       .signatures = {{SignatureKind::kSignature, "c2lnbmVk"}},
       .chunk_bytes = 5},
      {.model = "one-call", .tool_calls = {calls[0]}, .chunk_bytes = 4},
      {.model = "two-calls", .text = "I look.", .tool_calls = calls, .chunk_bytes = 9},
      {.model = "length", .text = "It was a dark and", .finish = "length"},
      {.model = "filtered", .text = "It was", .finish = "content_filter"},
      {.model = "refused", .refusal = "I will not, sorry.", .chunk_bytes = 4},
  };
  for (const ModelErrorKind kind : {kRateLimit, kOverloaded, kServer, kAuth, kPermission, kNotFound,
                                    kInvalidRequest, kContextLength, kTooLarge})
    rules.push_back({.model = "fails-" + std::string(to_string(kind)), .failure = kind});
  rules.push_back({.model = "breaks",
                   .text = "half of it",
                   .chunk_bytes = 4,
                   .fault = FakeFault::kErrorFrame,
                   .fault_after = 2});
  return rules;
}

// A call's id only where there is one to compare with.
std::string call_told(std::string_view id, std::string_view name, std::string_view arguments) {
  const auto value = parse_json(arguments.empty() ? "{}" : arguments);
  return std::string(id) + " " + std::string(name) + " " +
         (value ? canonical(*value) : "broken: " + std::string(arguments)) + "\n";
}

std::string calls_told(const ModelReply& reply) {
  std::string told;
  for (const ToolCall& call : reply.tool_calls)
    told += call_told(call.id, call.name, call.arguments);
  return told;
}

std::string calls_told(const Json& read, bool with_ids = true) {
  std::string told;
  for (const Json& call : read.at("tool_calls").as_array())
    told += call_told(with_ids ? text_at(call, "id") : "", text_at(call, "name"),
                      text_at(call, "arguments"));
  return told;
}

std::string calls_expected(const StreamCase& one) {
  std::string told;
  for (const Json& call : one.expect().at("tool_calls").as_array())
    told += call_told("", text_at(call, "name"), canonical(call.at("arguments")));
  return told;
}

void check_reply(ApiFamily family, const ModelReply& ours, const Json& theirs) {
  const bool has_refusals = family != ApiFamily::kGemini;  // its client tells of an end only
  CHECK(theirs.at("error").is_null());
  CHECK(text_at(theirs, "text") == ours.text);
  CHECK(text_at(theirs, "reasoning") == ours.reasoning);
  if (has_refusals) CHECK(text_at(theirs, "refusal") == ours.refusal);
  CHECK(calls_told(theirs) == calls_told(ours));
  std::vector<std::string> signatures;
  for (const ReasoningSignature& signature : ours.signatures) signatures.push_back(signature.value);
  CHECK(texts_at(theirs, "seals") == signatures);
  // OpenAI's clients call a refusal's end a stop.
  const std::string_view finish = finish_name(ours.finish);
  CHECK(text_at(theirs, "finish") == (ours.refusal.empty() || !has_refusals ? finish : "stop"));
  const Json& usage = theirs.at("usage");
  CHECK(int_at(usage, "input") == ours.usage.input);
  CHECK(int_at(usage, "output") == ours.usage.output);
  CHECK(int_at(usage, "cached") == ours.usage.cached);
  CHECK(int_at(usage, "reasoning") == ours.usage.reasoning);
}

void check_error(const ModelError& ours, const Json& theirs, bool in_stream) {
  REQUIRE(theirs.at("error").is_object());
  const Json& error = theirs.at("error");
  // Where a server knows nothing of the place, ours names it.
  const std::string_view said =
      std::string_view(ours.message).substr(0, ours.message.find(" Asked was "));
  CHECK(text_at(error, "message").contains(said));
  if (in_stream) {
    // What was read before is in both; whole messages are all that Anthropic's helper gives.
    if (!text_at(theirs, "text").empty()) CHECK(text_at(theirs, "text") == ours.text_so_far);
  } else {
    CHECK(int_at(error, "status") == ours.http_status);
  }
}

TEST_CASE_FIXTURE(HttpModelFixture, "P-20 the vendors' clients read from the fakes what we read") {
  const std::vector<FakeRule> rules = told_rules();
  for (const ApiFamily family : kAllFamilies) {
    if (!has_client(family)) continue;
    CAPTURE(to_string(family));
    serve(rules, {.name = "fake", .api = family});
    std::vector<Witness> witnesses;
    for (const FakeRule& rule : rules)
      for (const bool stream : {true, false})
        if (stream || rule.fault == FakeFault::kNone)
          witnesses.push_back({.family = family, .model = rule.model, .stream = stream});
    ask_clients(*server, witnesses);
    for (const Witness& one : witnesses) {
      CAPTURE(one.model);
      CAPTURE(one.stream);
      ModelRequest request = ask("What do you say?");
      request.model = one.model;
      const ModelOutcome ours = call(request);
      if (ours)
        check_reply(family, *ours, one.read);
      else
        check_error(ours.error(), one.read, one.model == "breaks");
    }
  }
}

// Streams that we read and a vendor's client does not, each with the reason.
const std::map<std::string, std::string_view> kClientsFail{
    {"anth-no-event-lines", "the client goes by the events' names"},
    {"anth-no-message-stop-but-delta", "the client wants message_stop"},
    {"anth-tool-truncated", "the client hands out a call that was cut off"},
    {"oachat-parallel-index-zero", "calls are put together by an index that is wrong there"},
    {"gem-second-candidate",
     "the client takes the candidate that stands first, whatever its index"},
    {"gem-x-id-retry", "the client drops events that have other fields than data"},
    {"oachat-done-with-space", "the client reads [DONE] with spaces around it as JSON"},
    {"oachat-empty-data-frames", "the client reads empty data as JSON"},
    {"oachat-gateway-double-prefix", "the client does not know the gateway's doubled prefix"},
    {"oaresp-reasoning-text", "the client's reasoning text is not its summary"},
};

TEST_CASE("P-20 the vendors' clients read the stream corpus as we do, where they can read it") {
  std::vector<StreamCase> cases;
  std::vector<Witness> witnesses;
  for (StreamCase& one : stream_cases()) {
    const auto family = api_family(one.family());
    REQUIRE(family.has_value());
    const bool whole = one.expect().at("error").is_null() && bool_at(one.expect(), "complete");
    if (!has_client(*family) || !whole || one.broken()) continue;
    witnesses.push_back({.family = *family,
                         .base = "/corpus/" + one.id,
                         .stream = bool_at(one.json.at("request"), "stream")});
    cases.push_back(std::move(one));
  }
  const FakeProvider server({.corpus = cases});
  ask_clients(server, witnesses);
  CHECK(cases.size() > 100);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    CAPTURE(cases[i].id);
    const Json& read = witnesses[i].read;
    const Json& expect = cases[i].expect();
    const bool same = read.at("error").is_null() &&
                      text_at(read, "text") == text_at(expect, "text") &&
                      text_at(read, "reasoning") == text_at(expect, "reasoning") &&
                      calls_told(read, false) == calls_expected(cases[i]);
    const auto excuse = kClientsFail.find(cases[i].id);
    CHECK_MESSAGE(same == (excuse == kClientsFail.end()), canonical(read));
  }
}

}  // namespace
}  // namespace fm::e2e
