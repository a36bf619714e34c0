// The commands that show how words are understood: a person's, and a model's.
#include <doctest/doctest.h>

#include <algorithm>

#include "test/e2e/told.h"

namespace fm::e2e {
namespace {

Json only_line(const Ran& ran) {
  CHECK(ran.status == 0);
  REQUIRE(ran.lines().size() == 1);
  auto value = parse_json(ran.lines().front());
  REQUIRE(value.has_value());
  return std::move(*value);
}

TEST_CASE("C-11 intent tells all that was understood, as JSON and as text") {
  const Place place;
  const Json told = only_line(run(place, {"intent", "build me a recipe app", "--json"}));
  CHECK(text_at(told, "intent") == "build");
  CHECK(text_at(told, "depth") == "full");
  CHECK(text_at(told, "flow") == "full");
  CHECK(std::ranges::count(texts_at(told, "agents"), "coder") == 1);
  CHECK_FALSE(texts_at(told, "words").empty());
  CHECK(int_at(told, "confidence") > 50);
  CHECK(int_at(told, "confidence") <= 100);
  for (const char* key : {"runner_up", "interests", "combined", "people"})
    CHECK(find_at(told, key) != nullptr);

  const Ran text = run(place, {"intent", "build me a recipe app"});
  CHECK(text.status == 0);
  CHECK(text.out.starts_with("intent        build"));
  CHECK(text.out.contains("leader, researcher, creative, coder"));
  CHECK(text.out.contains("As an answer:"));
}

TEST_CASE("intent and read tell what a message is as an answer") {
  const Place place;
  const Json starts = only_line(run(place, {"intent", "-", "--json"}, {.input = "go ahead\n"}));
  CHECK(bool_at(starts.at("answer"), "starts"));
  CHECK(text_at(starts.at("answer"), "approval") == "approve");
  const Json waits = only_line(run(place, {"read", "answer"}, {.input = "please don't start yet"}));
  CHECK_FALSE(bool_at(waits, "starts", true));
  CHECK(text_at(waits, "approval") != "approve");
}

TEST_CASE("P-82 an empty message is an error that says what to type") {
  const Place place;
  check_told(run(place, {"intent", " \t"}), 2, "Nothing was said.");
  check_told_json(run(place, {"intent", "-", "--json"}, {.input = "\n"}), 2, "message_empty");
}

TEST_CASE("C-12 a folder's language changes nothing in how its people are understood") {
  const Place place;
  place.write(".folkmoot/language/en.yaml", "words:\n  go: [abracadabra]\n");
  const Json told = only_line(run(place, {"intent", "abracadabra", "--json"}));
  CHECK_FALSE(bool_at(told.at("answer"), "starts"));
  place.write(".folkmoot/language/en.yaml", "words:\n  gone: [abracadabra]\n");
  CHECK(run(place, {"intent", "abracadabra"}).status == 0);
  CHECK(run(place, {"agents", "check"}).status == 1);
}

TEST_CASE("C-12 read message tells what a message does in its context") {
  const Place place;
  const std::string gate =
      R"({"context": {"phase": "approval", "gate": {"kind": "approve", "shows": "A till.",)"
      R"( "options": ["Approve", "Change something", "Cancel"]}, "questions": [], "last": []},)"
      R"( "text": ")";
  place.write("yes.json", gate + R"(yes, please"})");
  const Json yes = only_line(run(place, {"read", "message", "--context", "yes.json", "--json"}));
  CHECK(text_at(yes, "does") == "approve");
  CHECK(yes.at("asks").is_null());
  CHECK(text_at(yes, "by") == "rules");
  const Json open = only_line(
      run(place, {"read", "message", "--context", "-"}, {.input = gate + R"(yes, but"})"}));
  CHECK(open.at("does").is_null());
  CHECK(text_at(open, "asks") == "approve");
  check_told(run(place, {"read", "message"}, {.input = "yes"}), 2, "holds no message");
  check_told(run(place, {"read", "message", "--context", "yes.json", "--model", "rehearsal"}), 2,
             "No model is configured");
  check_told(run(place, {"read", "ideas", "--context", "yes.json"}), 2,
             "are for folkmoot read message");
}

TEST_CASE("P-40 read prints what an answer says, and tells what it mended") {
  const Place place;
  place.write("answer.txt", "Sure!\n```json\n{\"ideas\": [{\"title\": \"A bread oven\",}]}\n```\n");
  const Ran ran = run(place, {"read", "ideas", "answer.txt"});
  CHECK(text_at(only_line(ran).at("ideas").at(0), "title") == "A bread oven");
  CHECK(ran.err.contains("trailing comma"));
  CHECK(run(place, {"read", "ideas", "answer.txt", "--quiet"}).err.empty());
  const Ran notes = run(place, {"read", "ideas", "answer.txt", "--json"});
  CHECK(notes.err.contains("{\"notice\":{"));
}

TEST_CASE("read knows the ideas, agents, tools and task that it is told of") {
  const Place place;
  place.write("ideas.json", R"([{"id": "idea-7", "title": "A bread oven"}])");
  place.write("roster.json", R"([{"id": "baker", "aliases": ["oven master"]}])");
  place.write("tools.json", R"({"bake": {"minutes": "integer"}})");
  const auto read = [&](Words words, std::string input) {
    words.insert(words.begin(), "read");
    return only_line(run(place, words, {.input = std::move(input)}));
  };
  CHECK(text_at(read({"choice", "--ideas", "ideas.json"}, "I choose A bread oven."), "idea") ==
        "idea-7");
  const Json scores = read({"scores", "--ideas", "ideas.json"}, "{\"idea-7\": 6.5}");
  CHECK(scores.at("scores").at(0).at("overall") == 6.5);
  CHECK(text_at(read({"routing", "--roster", "roster.json"}, R"({"agent": "oven master"})"),
                "agent") == "baker");
  CHECK(text_at(read({"routing"}, R"({"agent": "Leader"})"), "agent") == "leader");
  const Json calls = read({"tool-call", "--tools", "tools.json"},
                          "<tool_call>{\"name\": \"bake\", \"arguments\": {\"minutes\": 40}}"
                          "</tool_call>");
  CHECK(int_at(calls.at("calls").at(0).at("arguments"), "minutes") == 40);
  const Json task = read({"task-complete", "--task", "t-1"},
                         "TASK_COMPLETE:\n- task_id: t-1\n- status: success\n"
                         "- artifact: oven.md\n- discuss_verdict: none\n"
                         "- discuss_severity: none\n- summary: built\n");
  CHECK(bool_at(task, "found"));
}

TEST_CASE("C-32 read questions finds them in an agent's text, read mentions whom it speaks to") {
  const Place place;
  const std::string text =
      "Fine by me. How high may the budget be? That is clear, isn't it? @coder";
  const Json told = only_line(run(place, {"read", "questions"}, {.input = text}));
  const auto& questions = told.at("questions").as_array();
  REQUIRE(questions.size() == 2);
  CHECK(text_at(questions[0], "type") == "constraint");
  CHECK(bool_at(questions[0], "genuine"));
  CHECK_FALSE(bool_at(questions[1], "genuine"));
  const Json names = only_line(run(place, {"read", "mentions"}, {.input = text}));
  CHECK(names.at("mentions") == Json(JsonArray{"coder"}));
}

TEST_CASE("P-41 what cannot be read is told with its place and the words to ask again") {
  const Place place;
  const Ran ran = run(place, {"read", "ideas"}, {.input = "Sorry,\nI have none."});
  CHECK(ran.status == 1);
  CHECK(ran.out.empty());
  CHECK(in_one_line(ran.err).contains("no_json in line 1"));
  CHECK(ran.err.contains("Your last answer could not be used."));

  const Ran json = run(place, {"read", "ideas", "--json"}, {.input = "Sorry,\nI have none."});
  check_told_json({.status = json.status, .signal = 0, .out = "", .err = json.err}, 1,
                  "reading_no_json");
  const auto fault = parse_json(json.lines().front());
  REQUIRE(fault.has_value());
  CHECK(text_at(fault->at("fault"), "code") == "no_json");
  CHECK(text_at(fault->at("fault"), "prompt").contains("Wanted is"));
}

TEST_CASE("P-82 read says which file is missing or does not fit") {
  const Place place;
  check_told(run(place, {"read", "ideas", "nowhere.txt"}), 1, "nowhere.txt");
  check_told(run(place, {"read", "choice"}), 2, "needs --ideas FILE");
  check_told(run(place, {"read", "tool-call"}), 2, "needs --tools FILE");
  place.write("empty.json", "[]");
  check_told(run(place, {"read", "plan", "--roster", "empty.json"}), 2, "empty.json");
}

}  // namespace
}  // namespace fm::e2e
