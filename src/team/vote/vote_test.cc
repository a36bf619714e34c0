#include "team/vote/vote.h"

#include <doctest/doctest.h>

#include <string>

#include "people/language/testing.h"
#include "people/language/testing_cases.h"

namespace fm {
namespace {

// "object: why"; "-" for nothing.
std::string vote(std::string_view text) {
  const auto read = read_vote(text);
  return read ? std::string(to_string(read->stance)) + ": " + read->why : "-";
}

TEST_CASE("a vote comes with its sentence") {
  CHECK(vote("I agree. It is the cheapest way.") == "agree: It is the cheapest way.");
  CHECK(vote("**Vote:** object - nobody\nlooks after it") == "object: nobody");
  CHECK(vote("I cannot agree because the boats leak.") ==
        "object: I cannot agree because the boats leak.");
  CHECK(vote("agree") == "agree: ");
}

TEST_CASE("a reason is one line without control characters and not long") {
  const auto read = read_vote("{\"vote\": \"object\", \"why\": \"a\\nb\\u001b[31m" +
                              std::string(2000, 'x') + "\"}");
  REQUIRE(read.has_value());
  CHECK(read->why.starts_with("a bx"));
  CHECK(read->why.size() <= 400);
}

TEST_CASE("the names of votes are those of the log") {
  for (const Stance stance : {Stance::kAgree, Stance::kAgreeWithConditions, Stance::kObject})
    CHECK(stance_from(to_string(stance)) == stance);
  CHECK_FALSE(stance_from("Agree"));
}

TEST_CASE("votes that differ are none") {
  CHECK(vote("{\"vote\": \"agree\"} {\"vote\": \"object\"}") == "-");
  CHECK(vote("Vote: agree\n\nVote: object") == "-");
  CHECK(vote("ux: agree\narchitect: object") == "-");
}

TEST_CASE("our own cases of votes are read right, and none is made up") {
  int total = 0;
  for (const Json& one : read_cases("votes.jsonl")) {
    const std::string_view text = text_at(one, "text");
    const auto read = read_vote(text, &test_vocabulary());
    INFO(text_at(one, "id"), " ", text);
    ++total;
    if (one.at("expect").is_null()) {
      CHECK_FALSE(read.has_value());
      continue;
    }
    CHECK((read ? to_string(read->stance) : "nothing") == text_at(one, "expect"));
    if (read) CHECK(read->why.contains(text_at(one, "why")));
  }
  CHECK(total >= 40);
}

}  // namespace
}  // namespace fm
