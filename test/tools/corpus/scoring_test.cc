// How folkmoot-corpus counts: what is right, what is a false act, and what cannot be read.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "base/json.h"
#include "team/pack/languages.h"
#include "test/support/corpus_people.h"
#include "test/support/corpus_report.h"
#include "test/support/corpus_sum.h"
#include "test/support/scratch_folder.h"

namespace fm {
namespace {

namespace fs = std::filesystem;

const Vocabulary& words() {
  static const Vocabulary vocabulary = built_in_vocabulary();
  return vocabulary;
}

CorpusScore score_of(std::string_view message) {
  CorpusScore score;
  score_user_message(parse_json(message).value(), words(), score);
  return score;
}

bool is_right_in(const CorpusScore& score, std::string_view kind) {
  return score.count(kind).right == 1 && score.count(kind).total == 1;
}

TEST_CASE("only the labels that a message has are scored") {
  const CorpusScore score = score_of(R"({"id": "a", "text": "go ahead", "trigger": true})");
  CHECK(is_right_in(score, "trigger"));
  for (const std::string_view kind : {"approval", "cancel", "intent", "commands"})
    CHECK(score.count(kind).total == 0);
}

TEST_CASE("any of the acceptable answers is right") {
  CHECK(is_right_in(
      score_of(R"({"text": "yes", "approval": "feedback", "approval_alt": ["approve"]})"),
      "approval"));
}

TEST_CASE("what is unclear is asked again, so it counts as a question") {
  CHECK(is_right_in(score_of(R"({"text": "", "approval": "question"})"), "approval"));
}

TEST_CASE("an act that nobody asked for is a miss and counted besides") {
  CHECK(score_of(R"({"text": "go ahead", "trigger": false})").false_starts == 1);
  CHECK(score_of(R"({"text": "go ahead", "trigger": true})").false_starts == 0);
  CHECK(score_of(R"({"text": "cancel the task", "cancel": false})").false_cancels == 1);
  const CorpusScore approved = score_of(R"({"text": "yes", "approval": "reject"})");
  CHECK(approved.false_approvals == 1);
  CHECK(approved.count("approval").right == 0);
  CHECK(score_of(R"({"text": "no", "approval": "approve"})").false_approvals == 0);
}

TEST_CASE("a case that cannot be read is wrong in the kinds that it names") {
  const ScratchFolder folder;
  folder.write("user_messages.jsonl", "{\"text\": \"yes\", \"cancel\": tru\n");
  folder.write("model_output/one.json", R"({"what": "plan", "raw": )");
  folder.write("streams/one.json", "{");
  const CorpusScore score = score_corpus(folder.path(), words());
  for (const std::string_view kind : {"cancel", "plan", "streams"}) {
    CAPTURE(kind);
    CHECK(score.count(kind).total == 1);
    CHECK(score.count(kind).right == 0);
  }
  CHECK(score.misses().size() == 3);
  CHECK(miss_list(score).contains("user_messages.jsonl:1"));
}

TEST_CASE("a case without what its kind needs is a miss, not the end") {
  const ScratchFolder folder;
  folder.write("model_output/one.json",
               R"({"id": "one", "what": "tool_call", "form": "smoke", "raw": "x"})");
  const CorpusScore score = score_corpus(folder.path(), words());
  REQUIRE(score.misses().size() == 1);
  CHECK(score.misses().front().got.starts_with("the case cannot be read"));
}

TEST_CASE("one kind alone can be scored") {
  const ScratchFolder folder;
  folder.write("user_messages.jsonl",
               R"({"id": "a", "text": "go ahead", "trigger": false, "intent": "build"})");
  const CorpusScore score = score_corpus(folder.path(), words(), "intent");
  CHECK(score.count("intent").total == 1);
  CHECK(score.count("trigger").total == 0);
  CHECK(score.false_starts == 0);
  for (const CorpusMiss& miss : score.misses()) CHECK(miss.kind == "intent");
}

TEST_CASE("the figures as JSON have every kind, also those without cases") {
  const CorpusScore score = score_of(R"({"text": "yes", "approval": "reject"})");
  const auto figures = parse_json(score_json(score));
  REQUIRE(figures.has_value());
  CHECK(figures->at("kinds").as_object().size() == corpus_kinds().size());
  CHECK(int_at(figures->at("kinds").at("approval"), "total") == 1);
  CHECK(int_at(figures->at("kinds").at("streams"), "total") == 0);
  CHECK(int_at(*figures, "false_approvals") == 1);
  CHECK_FALSE(find_at(figures->at("kinds"), "commands"));
}

}  // namespace
}  // namespace fm
