#include "team/turn/turn_request.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

std::string bytes_of(const TurnRequest& turn) {
  const EffectRequest effect = turn.effect();
  CHECK(effect.kind == "turn");
  return canonical(effect.request);
}

TEST_CASE("P-53 what is digested of a turn has the bytes that older releases digested") {
  TurnRequest turn;
  turn.agent = "ada";
  turn.task = "kickoff";
  turn.model = "rehearsal:y";
  turn.kind = "kickoff";
  const std::string usual =
      R"({"agent":"ada","kind":"kickoff","model":"rehearsal:y","task":"kickoff","to":"team"})";
  CHECK(bytes_of(turn) == usual);
  CHECK(bytes_of(turn_request(turn.effect().request)) == usual);

  turn.round = 2;
  turn.fallbacks = {"a:b", "c:d"};
  turn.to = "grace";
  turn.values = {{"ideas", "one"}};
  turn.reads = TurnReads::kFindings;
  turn.task_before = "explore";
  turn.was_deferred = true;
  turn.allowed = "room usd=100";
  turn.prompts = "conversation";
  turn.project = {"p-1"};
  turn.silent = true;
  turn.alone = true;
  turn.apart = {9};
  turn.deadline = Millis(8'000);
  turn.tries = 1;
  const std::string whole =
      R"({"agent":"ada","allowed":"room usd=100","alone":true,"apart":9,"deadline_ms":8000,)"
      R"("fallbacks":["a:b","c:d"],"kind":"kickoff","model":"rehearsal:y","project":"p-1",)"
      R"("prompts":"conversation","reads":"findings","round":2,"silent":true,"task":"kickoff",)"
      R"("task_before":"explore","to":"grace","tries":1,"values":{"ideas":"one"},"was_parked":true})";
  CHECK(bytes_of(turn) == whole);
  CHECK(bytes_of(turn_request(turn.effect().request)) == whole);
}

TEST_CASE("every way of reading an answer has a name by which it is found again") {
  for (int i = 0; i <= static_cast<int>(TurnReads::kUnderstanding); ++i) {
    TurnRequest turn;
    turn.reads = static_cast<TurnReads>(i);
    CHECK(turn_request(turn.effect().request).reads == turn.reads);
  }
  CHECK(to_string(TurnReads::kFindings) == "findings");
  CHECK(to_string(TurnReads::kQuestionRound) == "question_round");
  CHECK(to_string(TurnReads::kDraftReview) == "draft_review");
  CHECK(to_string(TurnReads::kBriefPatch) == "brief_patch");
  CHECK(to_string(TurnReads::kWholeCheck) == "whole_check");
  CHECK(to_string(TurnReads::kQuestionBack) == "question_back");
}

}  // namespace
}  // namespace fm
