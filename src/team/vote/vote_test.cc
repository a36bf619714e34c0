#include "team/vote/vote.h"

#include <doctest/doctest.h>

#include <string>

#include "people/language/testing_cases.h"

namespace fm {
namespace {

// "object: why"; "-" for nothing.
std::string vote(std::string_view text) {
  const auto read = read_vote(text);
  return read ? std::string(to_string(read->stance)) + ": " + read->why : "-";
}

TEST_CASE("C-38 a vote is a label's or the first line's, with its sentence") {
  CHECK(vote("I agree. It is the cheapest way.") == "agree: It is the cheapest way.");
  CHECK(vote("**Vote:** object - nobody\nlooks after it") == "object: nobody");
  CHECK(vote("Vote: agree with conditions\nOnly with backups.") ==
        "agree_with_conditions: Only with backups.");
  CHECK(vote("As an architect I looked twice.\n\nVote: agree\nReason: small") == "agree: small");
  CHECK(vote("agree") == "agree: ");
}

TEST_CASE("C-38 prose that votes in other ways is not guessed at") {
  for (const std::string_view text :
       {"I cannot agree because the boats leak.", "Sounds good to me, go ahead.", "👍",
        "That's a no from me.", "I agree that the harbour is small.", "I agree with Tom.",
        "Vote: agree. I still object to the deadline.", "agree/object", "Not one I can support."})
    CHECK_MESSAGE(vote(text) == "-", text);
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

TEST_CASE("C-38 of our own cases of votes none is made up or turned") {
  int total = 0;
  int right = 0;
  for (const Json& one : read_cases("votes.jsonl")) {
    const std::string_view text = text_at(one, "text");
    const auto read = read_vote(text);
    INFO(text_at(one, "id"), " ", text);
    ++total;
    if (one.at("expect").is_null()) {
      CHECK_FALSE(read.has_value());
      ++right;
      continue;
    }
    if (!read) continue;  // the model is asked once more
    CHECK(to_string(read->stance) == text_at(one, "expect"));
    CHECK(read->why.contains(text_at(one, "why")));
    ++right;
  }
  MESSAGE("votes ", right, " of ", total);
  CHECK(total >= 40);
  CHECK(100 * right >= 54 * total);
}

}  // namespace
}  // namespace fm
