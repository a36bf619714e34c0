#include "model/cassette/cassette.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "base/text.h"
#include "model/cassette/cassette_testing.h"

namespace fm {
namespace {

constexpr std::string_view kHeader = "{\"cassette\":1}\n";

Exchange exchange(ModelRequest request, SaidLine spoken) {
  return {.agent = "leader",
          .task = "kickoff",
          .round = 1,
          .request = canonical_request("test:m", request),
          .stream = std::move(spoken.stream),
          .outcome = std::move(spoken.outcome)};
}

Cassette read(const std::string& lines) {
  auto cassette = read_cassette(kHeader.data() + lines, "x.jsonl");
  REQUIRE_MESSAGE(cassette.has_value(), cassette.error().message);
  return std::move(*cassette);
}

Error fault_of(const std::string& text) {
  const auto cassette = read_cassette(text, "x.jsonl");
  REQUIRE(!cassette.has_value());
  return cassette.error();
}

TEST_CASE("P-35 an exchange is one readable line") {
  CassetteWriter writer;
  CHECK(writer.header() == kHeader);
  CHECK(writer.exchange(exchange(question("Why?"), says({"Be", "cause\nof it."}))) ==
        R"({"for":{"agent":"leader","round":1,"task":"kickoff"},"n":1,)"
        R"("reply":{"finish":"stop","first_token_ms":0,"total_ms":0},)"
        R"("request":{"messages":[{"role":"user","text":"Why?"}],"model":"test:m"},)"
        R"("stream":[["text","Be"],["text",["cause","of it."]]]})"
        "\n");
}

TEST_CASE("P-35 a passage that prompts repeat is written once") {
  std::string transcript;
  for (int i = 0; i < 6; ++i)
    transcript +=
        fmt::format("[agent {} -> team]: This is said in message {}, at some length.\n\n", i, i);
  CassetteWriter writer;
  const std::string first = writer.exchange(exchange(question(transcript), says({"a"})));
  const std::string second = writer.exchange(
      exchange(question(transcript + "And now something of its own.\n"), says({"b"})));
  CHECK(first.contains("message 5, at some length."));
  CHECK(!second.contains("at some length."));
  CHECK(second.contains("\"text\":[[1,7]]"));
  const Cassette cassette = read(first + second);
  CHECK(text_at(cassette.request_of(cassette.entries[1]).at("messages").at(0), "text") ==
        transcript + "And now something of its own.\n");
}

TEST_CASE("P-35 sixty calls take less than three times what they talk about") {
  TestRandom random(3);  // the words are the same in each run
  const auto speech = [&](int number) {
    std::string text = fmt::format("## Point {}\n\n", number);
    for (int paragraph = 0; paragraph < 5; ++paragraph) {
      for (int word = 0; word < 40; ++word) text += fmt::format("word{} ", random.below(5'000));
      text += "\n\n";
    }
    return text;
  };
  std::string transcript;
  std::string profiles[6];
  for (int i = 0; i < 6; ++i) profiles[i] = "=== who you are ===\n" + speech(i);
  CassetteWriter writer;
  std::string file = writer.header();
  std::size_t whole_prompts = 0;
  for (int call = 0; call < 60; ++call) {
    const std::string prompt = transcript +
                               fmt::format("=== now ===\nRound {} of 10.\n\n", call / 6 + 1) +
                               profiles[call % 6];
    whole_prompts += prompt.size();
    const std::string answer = speech(call);
    file += writer.exchange(exchange(question(prompt), says({answer})));
    transcript += fmt::format("[agent {} -> team]: {}", call % 6, answer);
  }
  CAPTURE(file.size());
  CAPTURE(transcript.size());
  CHECK(file.size() < 3 * transcript.size());
  CHECK(whole_prompts > 20 * transcript.size());  // what it would take written out
}

TEST_CASE("P-35 whatever is written reads back as the same, and is written the same again") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  RandomExchanges any(seed);
  CassetteWriter writer;
  std::string file;
  std::vector<Exchange> exchanges;
  for (int i = 0; i < 200; ++i) {
    exchanges.push_back(exchange(any.request(), any.spoken()));
    file += writer.exchange(exchanges.back());
  }
  const Cassette cassette = read(file);
  REQUIRE(cassette.entries.size() == exchanges.size());
  CassetteWriter again;
  std::string copy;
  for (std::size_t i = 0; i < exchanges.size(); ++i) {
    const Cassette::Entry& entry = cassette.entries[i];
    CHECK(entry.digest == request_digest(exchanges[i].request));
    CHECK(entry.exchange.stream == exchanges[i].stream);
    CHECK(digest_of(entry.exchange.outcome) == digest_of(exchanges[i].outcome));
    Exchange whole = entry.exchange;
    whole.request = cassette.request_of(entry);
    copy += again.exchange(whole);
  }
  CHECK(copy == file);
}

TEST_CASE("what does not decide the answer does not decide whether requests are equal") {
  const ModelRequest plain = question("Why?");
  const auto digest = [](const ModelRequest& request) {
    return request_digest(canonical_request("test:m", request));
  };
  ModelRequest other = plain;
  other.room = "room-7";
  other.purpose.agent = "adversary";
  other.messages[0].stable_ends = {2};
  CHECK(digest(other) == digest(plain));
  CHECK(request_digest(canonical_request("test:n", plain)) != digest(plain));
  const auto differs = [&](auto change) {
    ModelRequest changed = plain;
    change(changed);
    return digest(changed) != digest(plain);
  };
  CHECK(differs([](ModelRequest& r) { r.messages[0].text += " "; }));
  CHECK(differs([](ModelRequest& r) { r.messages[0].role = Role::kSystem; }));
  CHECK(differs([](ModelRequest& r) { r.messages[0].images = {{"image/png", "eA=="}}; }));
  CHECK(differs([](ModelRequest& r) { r.tools = {{"t", "", {}}}; }));
  CHECK(differs([](ModelRequest& r) { r.schema = Json(JsonObject()); }));
  CHECK(differs([](ModelRequest& r) { r.temperature_hundredths = 0; }));
  CHECK(differs([](ModelRequest& r) { r.max_output_tokens = 9; }));
}

TEST_CASE("a schema that nests as deep as JSON may can be recorded") {
  Json schema = true;
  for (int i = 0; i < 63; ++i) schema = JsonArray{schema};
  ModelRequest request = question("Why?");
  request.schema = schema;
  request.tools = {{"t", "", schema}};
  const Exchange deep = exchange(request, says({"a"}));
  const Cassette cassette = read(CassetteWriter().exchange(deep));
  CHECK(cassette.entries.at(0).digest == request_digest(deep.request));
}

TEST_CASE("a model is written when something about it is new; the last line counts") {
  CassetteWriter writer;
  CassetteModel model{.host = "h", .context_tokens = 0, .rehearsal = true, .missing = {}};
  const std::string first = writer.model("test:m", model);
  CHECK(writer.model("test:m", model).empty());
  model.context_tokens = 9;
  const std::string second = writer.model("test:m", model);
  CassetteModel gone;
  gone.missing = Error{"model_key_missing", "There is no key.", "", "Set it."};
  const Cassette cassette = read(first + second + writer.model("gone:m", gone));
  CHECK(cassette.models.at("test:m") == model);
  CHECK(cassette.models.at("gone:m") == gone);
}

TEST_CASE("a file edited by hand may write texts out and leave numbers out") {
  const Cassette cassette = read(
      "\n"
      R"({"part":5,"text":["one","two",""]})"
      "\r\n"
      R"({"request":{"model":"test:m","messages":[{"role":"user","text":[5,"three\n",[5,5]]}]},)"
      R"("reply":{"text":["a","b"],"finish":"length"}})");
  REQUIRE(cassette.entries.size() == 1);
  CHECK(!cassette.torn);
  const Cassette::Entry& entry = cassette.entries[0];
  CHECK(entry.n == 1);
  CHECK(entry.line == 4);
  CHECK(entry.exchange.outcome->text == "a\nb");
  CHECK(entry.digest ==
        request_digest(canonical_request("test:m", question("one\ntwo\nthree\none\ntwo\n"))));
}

TEST_CASE("a file whose last line was being written is read up to there") {
  CassetteWriter writer;
  const std::string whole = writer.exchange(exchange(question("Why?"), says({"a"})));
  const std::string torn = writer.exchange(exchange(question("Who?"), says({"b"})));
  for (std::size_t cut = 1; cut < torn.size() - 1; ++cut) {
    const Cassette cassette = read(whole + torn.substr(0, cut));
    CHECK(cassette.entries.size() == 1);
    CHECK(cassette.torn);
  }
}

TEST_CASE("a fault is named with its file and line") {
  struct Row {
    std::string line;
    std::string words;
  };
  const std::string request =
      R"("request":{"model":"t:m","messages":[{"role":"user","text":"x"}]})";
  for (const Row& row : {
           Row{"{", "not valid JSON"},
           Row{"[]", "JSON object"},
           Row{"{\"something\":1}", "\"part\", \"model\" or \"request\""},
           Row{"{\"part\":0,\"text\":\"x\"}", "number"},
           Row{"{\"part\":1,\"text\":7}", "list of lines"},
           Row{"{\"part\":1,\"text\":[7]}", "line is no text"},
           Row{"{" + request + "}", "\"reply\" or \"error\""},
           Row{"{" + request + R"(,"reply":{"finish":"stop"},"error":{"kind":"auth"}})", "either"},
           Row{"{" + request + R"(,"reply":{"finish":"bored"}})", "\"bored\" is unknown"},
           Row{"{" + request + R"(,"error":{"kind":"bored"}})", "\"bored\" is unknown"},
           Row{"{" + request + R"(,"stream":[["song","x"]],"reply":{"finish":"stop"}})",
               "\"song\""},
           Row{"{" + request + R"(,"stream":["x"],"reply":{"finish":"stop"}})", "A piece"},
           Row{R"({"request":{"messages":[]},"reply":{"finish":"stop"}})", "\"model\""},
           Row{R"({"request":{"model":"t:m"},"reply":{"finish":"stop"}})", "\"messages\""},
           Row{R"({"request":{"model":"t:m","messages":[{"text":[9]}]},"reply":{"finish":"stop"}})",
               "no part 9"},
           Row{R"({"request":{"model":"t:m","messages":[{"text":[[2,1]]}]},)"
               R"("reply":{"finish":"stop"}})",
               "ranges"},
           Row{R"({"request":{"model":"t:m","messages":[{}]},"reply":{"finish":"stop"}})",
               "\"text\""},
       }) {
    CAPTURE(row.line);
    const Error error = fault_of(std::string(kHeader) + "\n" + row.line + "\n");
    CHECK(error.code == "cassette_invalid");
    CHECK(error.message.starts_with("x.jsonl, line 3: "));
    CHECK_MESSAGE(error.message.contains(row.words), error.message);
    CHECK(!error.cure.empty());
  }
}

TEST_CASE("what is no cassette, or one of a newer program, is said so") {
  for (const char* text : {"", "\n", "hello", "{\"cassette\":\"1\"}\n", "{\"room\":1}\n"}) {
    CAPTURE(text);
    CHECK(fault_of(text).code == "cassette_invalid");
    CHECK(fault_of(text).message == "x.jsonl is no cassette.");
  }
  CHECK(fault_of("{\"cassette\":2}\n").code == "cassette_version");
}

TEST_CASE("a text that would unpack to gigabytes is refused") {
  std::string line = R"({"request":{"model":"t:m","messages":[{"role":"user","text":[1)";
  for (int i = 0; i < 100; ++i) line += ",1";
  line += R"(]}]},"reply":{"finish":"stop"}})";
  const std::string part = "{\"part\":1,\"text\":\"" + std::string(1 << 20, 'x') + "\"}\n";
  CHECK(fault_of(std::string(kHeader) + part + line + "\n").message.contains("64 MiB"));
}

}  // namespace
}  // namespace fm
