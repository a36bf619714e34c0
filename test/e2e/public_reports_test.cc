// What users of comparable programs reported, tried on this one with fake servers
// (docs/field-reports.md): each is one of a kind, and the kind is what is tried.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

#include "test/e2e/model_server.h"

namespace fm::e2e {
namespace {

constexpr const char* kAnswer = "Here I am.";

struct Talk {
  explicit Talk(FakeScript script) : server(with_reading(std::move(script))) {
    point_at(place, server);
    place.environment["FOLKMOOT_MODEL"] = "openai:any";
  }
  Ran say(Words more = {}) const {
    Words words{"say", "hello"};
    words.insert(words.end(), more.begin(), more.end());
    return run(place, words);
  }
  // How often an answer was asked for.
  std::ptrdiff_t asked() const {
    return std::ranges::count_if(
        server.bodies(), [](const std::string& body) { return !body.contains(kReadsMessage); });
  }
  static FakeScript with_reading(FakeScript script) {
    script.rules.insert(script.rules.begin(), reading());
    return script;
  }
  Place place;
  FakeProvider server;
};

std::string error_code(const Ran& ran) {
  for (const std::string& line : lines_of(ran.err))
    if (const auto value = parse_json(line); value && value->is_object())
      if (const Json* error = find_at(*value, "error")) return std::string(text_at(*error, "code"));
  return {};
}

FakeRule frames(const std::string& body) {
  return {.body = body, .headers = {{"content-type", "text/event-stream"}}};
}

std::string frame(const std::string& json) { return "data: " + json + "\n\n"; }

TEST_CASE("P-33 E-8 what was tried again and then worked is a success without a word of failure") {
  Talk talk({{refusal(500, 2), refusal(429, 1), {.text = kAnswer}}});
  const Ran ran = talk.say({"--json"});
  CHECK(ran.status == 0);
  CHECK(error_code(ran).empty());
  CHECK(ran.out.contains(kAnswer));
  for (const std::string& line : ran.lines()) CHECK(parse_json(line).has_value());
}

TEST_CASE("P-33 a limit that no waiting lifts ends the command at once") {
  for (const char* words :
       {"Monthly usage limit reached", "You have reached your weekly limit for this model",
        "You exceeded your current quota, please check your plan and billing details.",
        "Your credit balance is too low to access the API", "Daily request limit exceeded"}) {
    CAPTURE(words);
    Talk talk(
        {{refusal(429, -1, canonical(JsonObject{{"error", JsonObject{{"message", words}}}}))}});
    const Ran ran = talk.say({"--json"});
    CHECK(ran.status == 1);
    CHECK(talk.asked() == 1);
    CHECK((error_code(ran) == "model_quota" || error_code(ran) == "model_billing"));
  }
}

TEST_CASE("E-8 a model or a room that there is not is wrong usage, and nobody is asked") {
  Talk talk({{{.text = kAnswer}}});
  CHECK(talk.say({"--model", "nobody/any"}).status == 2);
  CHECK(talk.say({"--model", "nobody:any"}).status == 2);
  CHECK(talk.say({"--room", "ses-doesnotexist"}).status == 2);
  CHECK(talk.server.bodies().empty());
}

TEST_CASE("E-8 programs can tell failures apart by their code, not by prose") {
  const auto code = [](FakeRule rule) { return error_code(Talk({{rule}}).say({"--json"})); };
  CHECK(code(refusal(401, -1)) == "model_auth");
  CHECK(code(refusal(403, -1)) == "model_permission");
  CHECK(code(refusal(402, -1)) == "model_billing");
  CHECK(code(refusal(404, -1)) == "model_not_found");
  CHECK(code(refusal(400, -1, R"({"error":{"message":"bad field"}})")) == "model_invalid_request");
  CHECK(code(refusal(500, -1)) == "model_server");
  CHECK(code(refusal(413, -1, R"({"error":{"message":"too large"}})")) == "model_too_large");
}

TEST_CASE("P-82 an error inside of an error is shown as words") {
  const std::string inner =
      "{\n  \"error\": {\n    \"code\": 429,\n    \"message\": \"You exceeded your current quota, "
      "please check your plan.\",\n    \"status\": \"RESOURCE_EXHAUSTED\"\n  }\n}\n";
  Talk talk({{refusal(
      429, -1, canonical(JsonObject{{"error", JsonObject{{"message", inner}, {"code", 429}}}}))}});
  const Ran ran = talk.say();
  CHECK(ran.err.contains("You exceeded your current quota"));
  CHECK(!ran.err.contains("\\n"));
  CHECK(!ran.err.contains("{"));
}

TEST_CASE("P-22 a stream that says that it is done is whole without a reason for it") {
  Talk talk({{frames(frame(R"({"choices":[{"index":0,"delta":{"content":"Here I am."}}]})") +
                     "data: [DONE]\n\n")}});
  const Ran ran = talk.say();
  CHECK_MESSAGE(ran.status == 0, ran.err);
  CHECK(ran.out.contains(kAnswer));
  CHECK(talk.asked() == 1);
}

TEST_CASE("P-33 a stream that just stops is asked for again, and is no answer") {
  FakeRule cut = frames(frame(R"({"choices":[{"index":0,"delta":{"content":"Here"}}]})"));
  cut.times = 2;
  Talk talk({{cut, {.text = kAnswer}}});
  const Ran ran = talk.say();
  CHECK_MESSAGE(ran.status == 0, ran.err);
  CHECK(ran.out.contains(kAnswer));
  CHECK(talk.asked() == 3);
}

TEST_CASE("E-8 an error in a stream that began well ends in failure, with its words") {
  for (const char* body :
       {"event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\","
        "\"message\":\"messages: text must be non-empty\"}}\n\n",
        "data: {\"error\":{\"message\":\"messages: text must be non-empty\","
        "\"type\":\"invalid_request_error\",\"code\":400}}\n\n",
        "{\"error\":{\"message\":\"messages: text must be non-empty\","
        "\"type\":\"invalid_request_error\"}}"}) {
    CAPTURE(body);
    for (const char* mode : {"--plain", "--json", "--json=talk"}) {
      Talk talk({{frames(body)}});
      const Ran ran = talk.say({mode});
      CHECK(ran.status == 1);
      CHECK(in_one_line(ran.err).contains("text must be non-empty"));
    }
  }
}

TEST_CASE("P-22 thoughts without an answer are no success") {
  Talk talk(
      {{frames(frame(R"({"choices":[{"index":0,"delta":{"reasoning_content":"I should"}}]})") +
               frame(R"({"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})") +
               "data: [DONE]\n\n")}});
  const Ran ran = talk.say({"--json"});
  CHECK(ran.status == 1);
  CHECK(!error_code(ran).empty());
  CHECK(!ran.out.contains("I should"));
}

TEST_CASE("E-1 answers with any characters are strict JSON, one object a line") {
  Talk talk(
      {{{.text = "one\ntwo\r\n\ttab \"q\" \\ \x01\x1f\x7f \u2028 \u2029 \xF0\x9F\x8C\x8D end"}}});
  for (const char* mode : {"--json", "--json=live", "--json=talk"}) {
    const Ran ran = talk.say({mode});
    CHECK(ran.status == 0);
    for (const std::string& line : ran.lines()) {
      CHECK(parse_json(line).has_value());
      CHECK(
          std::ranges::none_of(line, [](char c) { return static_cast<unsigned char>(c) < 0x20; }));
    }
  }
}

TEST_CASE("P-82 a room whose folder was deleted can be read, and gone on with from elsewhere") {
  Talk talk({{{.text = kAnswer}}});
  const fs::path gone = talk.place.root / "gone";
  fs::create_directories(gone);
  run(talk.place, {"say", "hello"}, {.folder = gone});
  fs::remove_all(gone);
  CHECK(run(talk.place, {"room", "list", "--all"}).out.contains("general"));
  CHECK(run(talk.place, {"room", "show", "general"}).out.contains(kAnswer));
  CHECK(run(talk.place, {"room", "export", "general"}).status == 0);
  const Ran on = run(talk.place, {"say", "still there?", "--room", "general"});
  CHECK_MESSAGE(on.status == 0, on.err);
  CHECK(on.out.contains(kAnswer));
  CHECK(!fs::exists(gone));
  const Ran moved = run(talk.place, {"room", "move", "general"});
  CHECK_MESSAGE(moved.status == 0, moved.err);
  CHECK(run(talk.place, {"room", "list"}).out.contains("general"));
}

TEST_CASE("C-1 a folder is the same by whatever path one came to it") {
  Talk talk({{{.text = kAnswer}}});
  talk.say();
  const fs::path link = talk.place.root / "link";
  fs::create_directory_symlink(talk.place.folder, link);
  const Ran ran = run(talk.place, {"say", "hello again"}, {.folder = link});
  CHECK(ran.status == 0);
  CHECK(run(talk.place, {"room", "list", "--all", "--json"}).lines().size() == 1);
}

TEST_CASE("E-8 nothing to say is refused at once, whatever standard input is") {
  Talk talk({{{.text = kAnswer}}});
  for (const Words& words : {Words{"say", " "}, Words{"say", "-"}, Words{"ideate", "-"},
                             Words{"intent", "-"}, Words{"say", "\t"}}) {
    CAPTURE(words);
    CHECK(run(talk.place, words).status == 2);
  }
  CHECK(run(talk.place, {}).status != 1);  // a pipe without a line is no failure
  CHECK(talk.server.bodies().empty());
}

TEST_CASE(
    "P-82 a file that is given for an option and cannot be read is named, never passed over") {
  const Place place;
  place.write("broken.json", "{bad json");
  place.write("answer.txt", "next: leader");
  for (const Words& words : {Words{"read", "routing", "answer.txt", "--roster", "broken.json"},
                             Words{"read", "tool-call", "answer.txt", "--tools", "broken.json"},
                             Words{"read", "choice", "answer.txt", "--ideas", "broken.json"},
                             Words{"read", "message", "--context", "broken.json"},
                             Words{"ideate", "x", "--replay", "broken.json"}}) {
    CAPTURE(words);
    const Ran ran = run(place, words);
    CHECK((ran.status == 1 || ran.status == 2));
    CHECK(in_one_line(ran.err).contains("broken.json"));
  }
}

TEST_CASE("P-52 a key of a card that is nearly one of ours is named with it") {
  for (const auto& [key, meant] :
       std::vector<std::pair<std::string, std::string>>{{"allowed_tools", "tools"},
                                                        {"instrutions", ""},
                                                        {"descripton", "description"},
                                                        {"allowedTools", "disallowedTools"},
                                                        {"model_name", "model"}}) {
    CAPTURE(key);
    const Place place;
    place.write(".folkmoot/agents/one.md",
                "---\nname: one\ndescription: x\n" + key + ": y\n---\nBe strict.\n");
    const std::string told = in_one_line(run(place, {"agents", "check"}).out);
    CHECK(told.contains("`" + key + "`"));
    if (!meant.empty()) CHECK(told.contains("`" + meant + "`"));
  }
}

TEST_CASE("P-82 a settings file that cannot be parsed stops whatever would have obeyed it") {
  for (const char* text : {"budgets: {day: {usd: 1}", "a: b: c\n", "\tmodel: x\n", "- model\n",
                           "model: x\nmodel: y\n", "\xFF\xFE"}) {
    CAPTURE(text);
    for (const bool of_folder : {true, false}) {
      Place place;
      const fs::path file = of_folder ? place.folder / ".folkmoot/config.yaml"
                                      : place.home / ".config/folkmoot/config.yaml";
      fs::create_directories(file.parent_path());
      std::ofstream(file, std::ios::binary) << text;
      const Ran ran = run(place, {"say", "hello"});
      CHECK(ran.status == 1);
      CHECK(in_one_line(ran.err).contains("config.yaml"));
    }
  }
}

TEST_CASE("P-80 a message as long as a shell can give is said whole") {
  Talk talk({{{.text = kAnswer}}});
  const std::string text(120'000, 'w');
  const Ran ran = run(talk.place, {"say", text});
  CHECK_MESSAGE(ran.status == 0, ran.err);
  const auto bodies = talk.server.bodies();
  CHECK(std::ranges::any_of(bodies, [&](const auto& body) { return body.contains(text); }));
}

TEST_CASE("P-20 I-15 an address with and without a last slash is one address") {
  Talk talk({{{.text = kAnswer}}});
  const std::string base = talk.server.base_url();
  for (const std::string& ending : {"", "/", "//", "/chat/completions", " "}) {
    CAPTURE(ending);
    talk.place.environment["OPENAI_BASE_URL"] = base + ending;
    const Ran ran = talk.say();
    CHECK_MESSAGE(ran.status == 0, ran.err);
  }
}

TEST_CASE("P-82 an address of another kind of server is named with what was asked") {
  Talk talk({{{.status = 404, .body = "<html>not here</html>"}}});
  const Ran ran = talk.say();
  CHECK(ran.status == 1);
  CHECK(in_one_line(ran.err).contains("/v1/chat/completions"));
}

TEST_CASE("P-25 an overflow is known as one in any server's words, and is asked for once") {
  for (const char* words : {"prompt token count of 129923 exceeds the limit of 128000",
                            "The input (40960 tokens) is longer than the model's context length",
                            "Requested token count exceeds the model's maximum context length",
                            "input length and `max_tokens` exceed context limit"}) {
    CAPTURE(words);
    Talk talk(
        {{refusal(400, -1, canonical(JsonObject{{"error", JsonObject{{"message", words}}}}))}});
    const Ran ran = talk.say({"--json"});
    CHECK(ran.status == 1);
    CHECK(error_code(ran) == "model_context_length");
    CHECK(talk.asked() == 1);
  }
}

}  // namespace
}  // namespace fm::e2e
