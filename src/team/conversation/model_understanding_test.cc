#include "team/conversation/model_understanding.h"

#include <doctest/doctest.h>

#include "base/json.h"
#include "team/conversation/understanding_json.h"
#include "test/support/understanding_testing.h"

namespace fm {
namespace {

TEST_CASE("C-12 a model's reading is one JSON object, read tolerantly") {
  const auto read = read_model_understanding(
      "Here it is:\n```json\n{\"intent\": \"build\", \"acts\": [{\"act\": \"You decide\", "
      "\"words\": \"you choose\"}, {\"act\": \"wish\", \"words\": \"a map\"}], \"answers\": "
      "[{\"question\": \"q1\", \"words\": \"regulars\"}], \"option\": 2, \"goes_on\": true}\n```");
  REQUIRE(read.has_value());
  CHECK(read->acts ==
        std::vector<FoundAct>{{SpeechAct::kYouDecide, "you choose"}, {SpeechAct::kWish, "a map"}});
  REQUIRE(read->answers.size() == 1);
  CHECK(read->answers[0].id == "q1");
  CHECK(read->option == 1);
  CHECK(read->intent == Intent::kBuild);
  CHECK(read->goes_on);
}

TEST_CASE("C-12 an answer that cannot be read is a fault, and so is an act that there is none of") {
  CHECK(read_model_understanding("I think they approve.").error().code == FaultCode::kNoJson);
  CHECK(read_model_understanding("{\"intent\": \"build\"}").error().code ==
        FaultCode::kMissingField);
  CHECK(read_model_understanding(R"({"acts": []})").error().code == FaultCode::kMissingField);
  CHECK(
      read_model_understanding(R"({"acts": [{"act": "approve"}, {"act": "but"}]})").error().code ==
      FaultCode::kInvalidValue);
}

TEST_CASE("C-12 the question holds the context as data, and of a long message head and tail") {
  const std::string text = "begin" + std::string(9000, 'x') + "the end";
  const UnderstandQuestion question = ask_understanding(at_gate("approve"), text);
  const auto user = parse_json(question.user);
  REQUIRE(user.has_value());
  const std::string_view said = text_at(*user, "message");
  CHECK(said.size() < 5000);
  CHECK(said.starts_with("begin"));
  CHECK(said.ends_with("the end"));
  CHECK(text_at(user->at("context").at("gate"), "kind") == "approve");
  UnderstandingContext full = at_gate("approve");
  full.gate->shows = std::string(20000, 'y');
  for (int n = 0; n < 40; ++n) {
    full.last.push_back("leader: " + std::string(2000, 'z'));
    full.questions.push_back({"q" + std::to_string(n), "coder", std::string(2000, 'w')});
  }
  // A token is about four bytes.
  const UnderstandQuestion most = ask_understanding(full, "yes");
  CHECK(most.system.size() + most.user.size() < 4 * 1500 + 4 * 400);
}

TEST_CASE("C-12 a file is left out of a line whole, also one that holds shorter fences") {
  UnderstandingContext context = at_gate("accept");
  context.talk = {"coder: Here:\n````\nbefore\n```\ninner\n```\nafter\n````\nDone: the page."};
  const UnderstandQuestion question = ask_understanding(context, "fine");
  CHECK(question.user.contains("[file]"));
  CHECK(question.user.contains("Done: the page."));
  for (const char* inside : {"before", "inner", "after"})
    CHECK_FALSE(question.user.contains(inside));
}

TEST_CASE("C-12 what a model is shown of the talk are words: files by name, open questions once") {
  UnderstandingContext context = in_discovery({{"q1", "ux", "Which colours?"}});
  context.last = {"person: a page for my shop",
                  "coder: ````python path=page.py\nif line.startswith(\"```\"):\n```\n"
                  "SECRET = 1\n````\n\nI ran nothing.",
                  "ux: **1.** Which colours?\n\nIf you leave it open: green",
                  "leader: Which colours? I would take green, the sign is green too."};
  const UnderstandQuestion asked = ask_understanding(context, "green");
  const auto user = parse_json(asked.user);
  REQUIRE(user.has_value());
  const JsonArray& last = user->at("context").at("last").as_array();
  REQUIRE(last.size() == 3);
  CHECK(last[1].as_string() == "coder: [file page.py]\n\nI ran nothing.");
  CHECK(last[2].as_string() == context.last[3]);
  CHECK(user->at("context").at("questions").as_array().size() == 1);
}

TEST_CASE("C-12 a context and an understanding as JSON") {
  const UnderstandingContext context = in_discovery(three_questions());
  CHECK(canonical(Json(to_json(understanding_context(Json(to_json(context)))))) ==
        canonical(Json(to_json(context))));
  const JsonObject got = to_json(understood(at_gate("approve"), "yes"));
  CHECK(text_at(got, "act") == "approve");
  CHECK(text_at(got, "does") == "approve");
  CHECK(got.at("asks").is_null());
  CHECK(text_at(got, "by") == "rules");
  const JsonObject asks = to_json(understood(at_gate("approve"), "yes but"));
  CHECK(asks.at("does").is_null());
  CHECK(text_at(asks, "asks") == "approve");
}

}  // namespace
}  // namespace fm
