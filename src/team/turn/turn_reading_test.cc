#include "team/turn/turn_reading.h"

#include <doctest/doctest.h>

#include "reading/brief/brief.h"

namespace fm {
namespace {

TurnKnown known() {
  TurnKnown known;
  known.roster = Roster({{"adversary", "Adversary", {}}, {"coder", "Coder", {}}});
  Brief brief{.title = "Shop",
              .goal = "Sell candles",
              .included = {"a cart"},
              .next_steps = {{"coder", "build it"}},
              .objections = {{"adversary", "Too dear."}}};
  known.brief = std::make_shared<const Brief>(std::move(brief));
  return known;
}

Json read(TurnReads reads, std::string_view answer) {
  return read_turn(reads, answer, false, known()).value;
}

TEST_CASE("C-41 a patch is read against the project's brief") {
  const Json value = read(TurnReads::kBriefPatch,
                          R"({"changes": [{"at": "in1", "text": "a cart and a till"}],
                              "objections": [{"at": "o1", "outcome": "overruled", "why": "no"}]})");
  CHECK(texts_at(value, "named") == std::vector<std::string>{"in1"});
  CHECK(texts_at(value, "warnings") == std::vector<std::string>{"overruled_by_agent"});
  Brief wanted = *known().brief;
  wanted.included = {"a cart and a till"};
  CHECK(brief_from_json(*find_at(value, "brief")) == wanted);
  const Json fault = read(TurnReads::kBriefPatch, R"({"changes": []})");
  CHECK(text_at(fault, "code") == "nothing_changed");
  CHECK(text_at(fault, "fault").contains("by its id"));
}

TEST_CASE("C-36 no agent's brief overrules an objection in the person's name") {
  const Json value = read(TurnReads::kBrief,
                          R"({"title": "Shop", "goal": "Sell", "scope": ["cart"],
                              "next_steps": {"coder": "build"}, "objections": [{"agent":
                              "adversary", "text": "Too dear.", "outcome": "overruled"}]})");
  const Brief brief = brief_from_json(*find_at(value, "brief"));
  REQUIRE(brief.objections.size() == 1);
  CHECK(brief.objections[0].outcome == BriefObjection::Outcome::kOpen);
}

TEST_CASE("C-31 C-36 C-43 the calls of a conversation are read with the team's names") {
  CHECK(texts_at(read(TurnReads::kQuestionRound, "coder: nothing"), "nothing") ==
        std::vector<std::string>{"coder"});
  CHECK(bool_at(read(TurnReads::kDraftReview, "Review: stands"), "stands"));
  const Json check = read(TurnReads::kWholeCheck, "Check: fail\n- coder: no cart");
  CHECK(text_at(find_at(check, "faults")->get_array().at(0), "agent") == "coder");
}

TEST_CASE("C-20 an answer that asks the person instead is posted as a question") {
  TurnRequest turn;
  turn.kind = "answer";
  turn.reads = TurnReads::kQuestionBack;
  const auto kind = [&](std::string_view answer) {
    return message_kind_of(turn, read_turn(turn.reads, answer, false, known()));
  };
  CHECK(kind("Question: Which bank?") == "question");
  CHECK(kind("Take the one in town.") == "answer");
  turn.reads = TurnReads::kNothing;
  CHECK(kind("Question: Which bank?") == "answer");
}

}  // namespace
}  // namespace fm
