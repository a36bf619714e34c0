// What a model's answer is, whatever surrounds it and however it ended, as a person sees it.
#include <doctest/doctest.h>

#include <chrono>

#include "test/e2e/model_server.h"

namespace fm::e2e {
namespace {

// What a person hears who says hello, and how often the model was asked for it.
struct Talk {
  explicit Talk(std::vector<FakeRule> rules, const std::string& model = "openai:any")
      : server({std::move(rules)}) {
    point_at(place, server);
    place.environment["FOLKMOOT_MODEL"] = model;
    ran = run(place, {"say", "hello"});
  }
  // Calls that wanted an answer, by the model's name.
  int asked(std::string_view model = "any") const {
    int calls = 0;
    for (const std::string& body : server.bodies())
      calls += !body.contains(kReadsMessage) &&
               body.contains("\"model\":\"" + std::string(model) + "\"");
    return calls;
  }
  Place place;
  FakeProvider server;
  Ran ran;
};

TEST_CASE("P-22 an answer is heard and bought once, whatever tag ends the reasoning before it") {
  for (const char* text :
       {"Paris.\n\n</think>", "<think>Rome?</thinking>Paris.", "<think>Rome?<|/think|>Paris.",
        "<think>Rome?</ think>Paris.", "<thought_process>Rome?</thought_process>Paris."}) {
    CAPTURE(text);
    const Talk talk({reading(), {.text = text}});
    CAPTURE(talk.ran.err);
    CHECK(talk.ran.status == 0);
    CHECK(talk.ran.out.contains("Paris."));
    CHECK(!(talk.ran.out + talk.ran.err).contains("Rome"));
    CHECK(!talk.ran.out.contains("think"));
    CHECK(talk.asked() == 1);
  }
}

TEST_CASE("P-22 an answer that ended for an unknown reason is shown as cut, not as whole") {
  const Talk odd({reading(), {.text = "The first half", .finish = "server_drain"}});
  CHECK(odd.ran.out.contains("The first half"));
  CHECK(odd.ran.out.contains("cut off here"));
  const Talk whole({reading(), {.text = "All of it."}});
  CHECK(whole.ran.out.contains("All of it."));
  CHECK(!whole.ran.out.contains("cut off here"));
}

TEST_CASE("P-32 what cannot be seen is no answer: the next model is asked at once") {
  // A call of a tool is one that is answered, where a room has tools.
  for (FakeRule first : {FakeRule{.text = "\u200B"}, FakeRule{.text = " \n"}}) {
    first.model = "m1";
    const Talk talk({reading(), first, {.text = "Here I am."}}, "openai:m1,openai:m2");
    CAPTURE(talk.ran.err);
    CHECK(talk.ran.status == 0);
    CHECK(talk.ran.out.contains("Here I am."));
    CHECK(talk.asked("m1") == 1);
    CHECK(talk.asked("m2") == 1);
  }
}

TEST_CASE("P-33 a limit that ends in an hour is not asked again before, wherever that is said") {
  const auto later = std::chrono::duration_cast<std::chrono::seconds>(
      (std::chrono::system_clock::now() + std::chrono::hours(1)).time_since_epoch());
  FakeRule limited = refusal(429, -1,
                             R"({"error":{"message":"Claude AI usage limit reached|)" +
                                 std::to_string(later.count()) + R"("}})");
  limited.headers = {};
  const Talk talk({reading(), limited});
  CHECK(talk.ran.status != 0);
  CHECK(talk.asked() == 1);
}

TEST_CASE("P-33 a call that alone exceeds a limit is bought no second time") {
  FakeRule large = refusal(
      429, -1,
      R"({"error":{"message":"Request too large for m on tokens per min: Limit 60, Requested 90"}})");
  large.headers = {};
  const Talk talk({reading(), large});
  CHECK(talk.ran.status != 0);
  CHECK(talk.asked() == 1);
}

TEST_CASE("P-20 a server that takes no system role is asked again without one, and answers") {
  FakeRule strict =
      refusal(422, -1,
              R"({"detail":[{"loc":["body","messages",0,"role"],"msg":"Input should be 'user' or )"
              R"('assistant'","type":"literal_error"}]})");
  strict.any_has = {R"("role":"system")"};
  const Talk talk({reading(), strict, {.text = "Here I am."}});
  CAPTURE(talk.ran.err);
  CHECK(talk.ran.status == 0);
  CHECK(talk.ran.out.contains("Here I am."));
}

TEST_CASE("P-82 a model that says nothing twice is an error with a cure") {
  const FakeProvider server({{reading(), {.text = " "}}});
  Place place;
  point_at(place, server);
  const Ran ran = run(place, {"say", "hello", "--json", "--model", "openai:any"});
  bool is_told = false;
  for (const std::string& line : lines_of(ran.out + "\n" + ran.err)) {
    if (!line.contains("turn_empty")) continue;
    is_told = true;
    CHECK(!line.contains(R"("cure":"")"));
  }
  CHECK(is_told);
}

TEST_CASE("P-64 a key is blotted out of a server's words in whatever spelling it is echoed") {
  constexpr const char* kKey = "sk-Ab1/Cd2+Ef3Gh4==";
  for (const char* echo : {kKey, "SK-AB1/CD2+EF3GH4==", "sk-ab1/cd2+ef3gh4==",
                           "sk-Ab1%2FCd2%2BEf3Gh4%3D%3D", "c2stQWIxL0NkMitFZjNHaDQ9PQ"}) {
    CAPTURE(echo);
    const FakeProvider server(
        {{refusal(401, -1, std::string(R"({"error":{"message":"bad key <)") + echo + R"(>"}})")}});
    Place place;
    point_at(place, server);
    place.environment["OPENAI_API_KEY"] = kKey;
    const Ran ran = run(place, {"say", "hello", "--json", "--model", "openai:any"});
    CHECK((ran.out + ran.err).contains("bad key"));
    CHECK(!(ran.out + ran.err).contains(echo));
  }
}

TEST_CASE("P-20 headers that say how a request is sent are refused in a provider's settings") {
  Place place;
  place.write("../home/.config/folkmoot/config.yaml",
              "providers:\n  work:\n    api: openai_chat\n    base_url: http://127.0.0.1:9/v1\n"
              "    headers: {Content-Length: \"5\"}\n");
  check_told(run(place, {"models"}), 1, "the program's own");
}

}  // namespace
}  // namespace fm::e2e
