#include "team/vote/tally.h"

#include <doctest/doctest.h>

#include "base/text.h"

using namespace fm;

namespace {

const std::vector<std::string> kThree = {"architect", "coder", "ux"};
constexpr auto kFor = Stance::kAgree;
constexpr auto kIf = Stance::kAgreeWithConditions;
constexpr auto kAgainst = Stance::kObject;

CastVote answer(std::string agent, std::string_view text) {
  const auto vote = read_vote(text);
  return {std::move(agent), vote ? std::optional(vote->stance) : std::nullopt,
          vote ? vote->why : ""};
}

}  // namespace

// Field report F-38: one approves, one only has advice, one says nothing, quorum 2.
TEST_CASE("advice and silence are no votes, and each is named as a reason") {
  const std::vector<CastVote> votes = {answer("architect", "I approve this."),
                                       answer("coder", "I think improve the tests")};
  const VoteTally tally = tally_votes(kThree, votes, 2);
  CHECK(tally.valid() == 1);
  CHECK_FALSE(tally.quorum_met);
  CHECK_FALSE(tally.approved);
  CHECK(tally.missing == std::vector<std::string>{"ux"});
  CHECK(tally.unreadable == std::vector<std::string>{"coder"});
  const std::string reasons = join(tally.reasons, " ");
  CHECK(reasons.contains("1 of 3"));
  CHECK(reasons.contains("coder holds no vote"));
  CHECK(reasons.contains("ux did not vote"));
}

TEST_CASE("an agent's last vote counts, once") {
  const std::vector<CastVote> votes = {{"architect", kAgainst, "no"},
                                       {"architect", kFor, "yes"},
                                       {"architect", std::nullopt, ""},
                                       {"coder", kFor, ""},
                                       {"stranger", kAgainst, ""}};
  const VoteTally tally = tally_votes(kThree, votes, 2);
  CHECK(tally.agree == 2);
  CHECK(tally.object == 0);
  CHECK(tally.votes.front().why == "yes");
  CHECK(tally.approved);
  CHECK(tally.reasons.empty());
}

TEST_CASE("a tie is not approved, nor is a majority against") {
  const std::vector<CastVote> tie = {{"architect", kFor, ""}, {"coder", kAgainst, ""}};
  CHECK_FALSE(tally_votes(kThree, tie, 2).approved);
  CHECK(tally_votes(kThree, tie, 2).reasons.front().contains("as many"));
  const std::vector<CastVote> against = {
      {"architect", kFor, ""}, {"coder", kAgainst, ""}, {"ux", kAgainst, ""}};
  CHECK_FALSE(tally_votes(kThree, against, 2).approved);
  const std::vector<CastVote> for_it = {
      {"architect", kFor, ""}, {"coder", kIf, ""}, {"ux", kAgainst, ""}};
  CHECK(tally_votes(kThree, for_it, 3).approved);
}

TEST_CASE("no votes approve nothing, even where none are needed") {
  CHECK_FALSE(tally_votes(kThree, {}, 0).approved);
  CHECK_FALSE(tally_votes({}, {}, 0).approved);
  CHECK(usual_quorum(3) == 2);
  CHECK(usual_quorum(4) == 3);
}

TEST_CASE("a tally is told in a line") {
  const std::vector<CastVote> votes = {{"architect", kFor, "cheap\n# Heading"},
                                       {"coder", kIf, "# tests first"}};
  const VoteTally tally = tally_votes(kThree, votes, 2);
  CHECK(tally_line(tally) == "1 agrees, 1 agrees with conditions; no vote from ux.");
  CHECK(tally_line(tally_votes(kThree, {}, 2)) ==
        "Nobody voted; no vote from architect, coder, ux.");
}
