#include "reading/blocks/block.h"

#include <doctest/doctest.h>

#include <string>

#include "base/text.h"
#include "reading/blocks/discuss_result.h"
#include "reading/blocks/task_complete.h"

namespace fm {
namespace {

std::string task(std::string_view text, std::string_view id = "T-1") {
  const auto read = read_task_complete(text, id);
  if (!read) return "fault " + std::string(fault_name(read.error().code));
  if (!*read) return "none";
  return std::string(to_text((*read)->status)) + " " + (*read)->artifact;
}

TEST_CASE("a block is read however its lines are marked") {
  for (const std::string_view text :
       {"TASK_COMPLETE:\n- task_id: T-1\n- status: success\n- artifact: a.cc",
        "**TASK_COMPLETE**\n\n- **Task id:** t_1\n- **Status**: Completed ✅\n- **Artifact**: "
        "`a.cc`",
        "## Task complete:\ntask_id: T-1\nstatus: success (all green)\nartifact: [x](a.cc)",
        "```\nTASK_COMPLETE:\n* task_id： T-1\n* status： done\n* artifact： a.cc\n```",
        "TASK\\_COMPLETE:\n- task\\_id: T-1\n- status: success\n- artifact: a.cc",
        "TASK_COMPLETE:\n```yaml\ntask_id: T-1\nstatus: success\nartifact: a.cc\n```",
        "TASK_COMPLETE:\n| Field | Value |\n|---|---|\n| task_id | T-1 |\n| status | success |\n| "
        "artifact | a.cc |",
        "TASK_COMPLETE: - task_id: T-1 - status: success - artifact: a.cc",
        R"({"task_complete": {"task_id": "T-1", "status": "success", "artifact": "a.cc"}})",
        "TASK_COMPLETE:\n{\"task_id\": \"T-1\", \"status\": \"success\", \"artifact\": \"a.cc\"}",
        "TASK_COMPLETE:\n- task_id: T-0\n- status: failed\n\nTASK_COMPLETE:\n- task_id: T-1\n- "
        "status: success\n- artifact: a.cc"}) {
    INFO(text);
    CHECK(task(text) == "success a.cc");
  }
}

TEST_CASE("a marker that is only spoken of is no block") {
  for (const std::string_view text :
       {"", "All done!", "I will output TASK_COMPLETE: with status: success.",
        "TASK_COMPLETE cannot be claimed: two tests fail.",
        "> TASK_COMPLETE:\n> - task_id: T-1\n> - status: success",
        "<think>\nTASK_COMPLETE:\n- task_id: T-1\n- status: success\n</think>\nNot yet.",
        "TASK_COMPLETED:\n- task_id: T-1\n- status: success",
        "`TASK_COMPLETE:` comes at the end.\n\nOne more thing: the linker is slow.",
        "TASK_COMPLETE: later\nNote to self: test first"}) {
    INFO(text);
    CHECK(task(text) == "none");
  }
}

TEST_CASE("a block that does not say one thing is a fault") {
  CHECK(task("TASK_COMPLETE:\n- task_id: <task-id>\n- status: <success | failed>") ==
        "fault placeholder");
  CHECK(task("TASK_COMPLETE:\n- task_id: T-1\n- status: success | failed") == "fault placeholder");
  CHECK(task("TASK_COMPLETE:\n- task_id: T-1\n- status: not completed") == "fault invalid_value");
  CHECK(task("TASK_COMPLETE:\n- task_id: T-1\n- artifact: a") == "fault missing_field");
  CHECK(task("TASK_COMPLETE:\n- task_id: T-2\n- status: success") == "fault task_mismatch");
  CHECK(task("TASK_COMPLETE:\n- task_id: T-1\n- status: success\n- status: failed") ==
        "fault duplicate_key_conflict");
}

TEST_CASE("unknown keys and lines under a key are kept") {
  const auto read = read_task_complete(
      "TASK_COMPLETE:\n- task_id: T-1\n- status: partial\n- artifact: n/a\n- summary: one\n  two\n"
      "- qa_verdict: PASS\n- wisdom:\n  - learn this\n\nThat is all: really.",
      "T-1");
  REQUIRE(read.has_value());
  REQUIRE(read->has_value());
  const TaskComplete& complete = **read;
  CHECK(complete.status == CompletionStatus::kPartial);
  CHECK(complete.artifact.empty());
  CHECK(complete.summary == "one\ntwo");
  REQUIRE(complete.more.size() == 2);
  CHECK(complete.more[0].second == "PASS");
  CHECK(complete.more[1].second == "learn this");
}

TEST_CASE("a discussion's result is read with its lists and rating") {
  for (const std::string_view text :
       {"DISCUSS_RESULT:\n- verdict: consensus_blocked\n- severity: HIGH\n- average_rating: "
        "3.25/5\n"
        "- divergences: cost; owner\n- action_items: none\n- recommendation: Proceed with caution",
        "**Discuss result**\n- **Verdict**: Consensus Blocked\n- **Severity**: high\n- **Average "
        "rating**: 6.5/10\n"
        "- **Divergences**:\n  1. cost\n  2. owner\n- **Action items**: -\n- **Recommendation**: "
        "proceed-with-caution",
        "DISCUSS_RESULT:\n- verdict: consensus_blocked (HIGH)\n- average_rating: 3,25\n- "
        "divergences: [\"cost\", 'owner']\n"
        "- recommendation: **proceed with caution**",
        R"({"DISCUSS_RESULT":{"verdict":"consensus_blocked","severity":"HIGH","average_rating":3.25,
            "divergences":["cost","owner"],"recommendation":"proceed with caution"}})"}) {
    INFO(text);
    const auto read = read_discuss_result(text);
    REQUIRE(read.has_value());
    REQUIRE(read->has_value());
    const DiscussResult& result = **read;
    CHECK(result.verdict == "consensus_blocked");
    CHECK(result.severity == "HIGH");
    CHECK(result.average_rating == 325);
    CHECK(result.divergences == std::vector<std::string>{"cost", "owner"});
    CHECK(result.action_items.empty());
    CHECK(result.recommendation == "proceed-with-caution");
  }
}

TEST_CASE("a discussion's verdict is never guessed") {
  const auto code = [](std::string_view text) {
    const auto read = read_discuss_result(text);
    return read ? (read->has_value() ? "read" : "none")
                : std::string(fault_name(read.error().code));
  };
  CHECK(code("We broadly agree.") == "none");
  CHECK(code("DISCUSS_RESULT:\n- verdict: not consensus_reached") == "invalid_value");
  CHECK(code("DISCUSS_RESULT:\n- severity: LOW") == "missing_field");
  CHECK(code("DISCUSS_RESULT:\n- verdict: <consensus_reached | consensus_blocked>") ==
        "placeholder");
  CHECK(code("DISCUSS_RESULT:\n- verdict: consensus_reached\n- average_rating: 7") ==
        "out_of_range");
}

TEST_CASE("a listed item goes on in lines that stand farther in") {
  const auto read = read_discuss_result(
      "DISCUSS_RESULT:\n- verdict: consensus_reached\n- severity: LOW\n- divergences:\n"
      "  - who pays for\n    the second server\n  - the name\n- discussion_path: `d/1.md`.\n");
  REQUIRE(read);
  REQUIRE(*read);
  CHECK(join((*read)->divergences, "|") == "who pays for the second server|the name");
  CHECK((*read)->discussion_path == "d/1.md");
}

TEST_CASE("a number of the format that was not filled in is a placeholder") {
  const auto read = read_discuss_result(
      "DISCUSS_RESULT:\n- verdict: consensus_reached\n- severity: LOW\n- average_rating: <x.x>/5");
  REQUIRE_FALSE(read);
  CHECK(read.error().code == FaultCode::kPlaceholder);
}

TEST_CASE("a summary in quotation marks is read without them") {
  const auto summary = [](std::string_view said) {
    const auto read = read_task_complete(
        "TASK_COMPLETE:\ntask_id: \"T-1\"\nstatus: \"success\"\nsummary: " + std::string(said),
        "T-1");
    return read && *read ? (*read)->summary : "?";
  };
  CHECK(summary("\"cache added\"") == "cache added");
  CHECK(summary("\"a\" and \"b\"") == "\"a\" and \"b\"");
}

TEST_CASE("a speaker's name before the lines of a block is no part of them") {
  for (const std::string_view text :
       {"coder: TASK_COMPLETE:\ncoder: - task_id: T-1\ncoder: - status: success\ncoder: - "
        "artifact: "
        "a.cc",
        "coder: TASK_COMPLETE:\n- task_id: T-1\n- status: success\n- artifact: a.cc",
        "Coder (agent): TASK_COMPLETE:\n- task_id: T-1\n- status: success\n- artifact: a.cc",
        "**Coder:** TASK_COMPLETE:\n- task_id: T-1\n- status: success\n- artifact: a.cc",
        "[coder -> team]: TASK_COMPLETE:\n- task_id: T-1\n- status: success\n- artifact: a.cc",
        "[coder]: TASK_COMPLETE:\n[coder]: - task_id: T-1\n[coder]: - status: done\n[coder]: - "
        "artifact: a.cc",
        "<coder> TASK_COMPLETE:\n<coder> task_id: T-1\n<coder> status: success\n<coder> artifact: "
        "a.cc",
        "@coder: TASK_COMPLETE:\n- task_id: T-1\n- status: success\n- artifact: a.cc",
        "[12:03] coder: TASK_COMPLETE:\n- task_id: T-1\n- status: success\n- artifact: a.cc",
        "senior-coder 2: TASK_COMPLETE:\n- task_id: T-1\n- status: success\n- artifact: a.cc",
        "TASK_COMPLETE:\ncoder: - task_id: T-1\ncoder: - status: success\ncoder: - artifact: a.cc",
        "Entwickler: TASK_COMPLETE: - task_id: T-1 - status: success - artifact: a.cc"}) {
    INFO(text);
    CHECK(task(text) == "success a.cc");
  }
  const auto discussed = read_discuss_result(
      "leader: DISCUSS_RESULT:\nleader: - verdict: consensus_reached\nleader: - "
      "severity: LOW\nleader: - average_rating: 4.5/5");
  REQUIRE(discussed);
  REQUIRE(*discussed);
  CHECK((*discussed)->average_rating == 450);
  for (const std::string_view text :
       {"Remember: TASK_COMPLETE comes last.", "I say: then TASK_COMPLETE: with status: success",
        "> coder: TASK_COMPLETE:\n> - task_id: T-1\n> - status: success"}) {
    INFO(text);
    CHECK(task(text) == "none");
  }
}

TEST_CASE("a block that the model's limit cut off claims nothing") {
  const std::string whole =
      "TASK_COMPLETE:\n- task_id: T-1\n- status: success\n- artifact: src/main.cc\n- summary: all";
  for (std::size_t length = whole.find("success"); length <= whole.size(); ++length) {
    const auto read = read_task_complete(std::string_view(whole).substr(0, length), "T-1", nullptr,
                                         BlockEnding::kCutByLimit);
    REQUIRE(!read.has_value());
    CHECK(read.error().code == FaultCode::kTruncated);
  }
  // What comes after it was cut, not the block.
  const auto after =
      read_task_complete(whole + "\n\nThen I wen", "T-1", nullptr, BlockEnding::kCutByLimit);
  REQUIRE(after);
  CHECK(after->has_value());
  const auto discussed = read_discuss_result("DISCUSS_RESULT:\n- verdict: consensus_reached",
                                             nullptr, BlockEnding::kCutByLimit);
  REQUIRE(!discussed);
  CHECK(discussed.error().code == FaultCode::kTruncated);
}

TEST_CASE("a rating is brought to the scale of five, and one over its scale is none") {
  const auto rating = [](std::string_view said) {
    const auto read = read_discuss_result(
        "DISCUSS_RESULT:\n- verdict: consensus_reached\n- severity: "
        "LOW\n- average_rating: " +
        std::string(said));
    if (!read) return std::string(fault_name(read.error().code));
    return (*read)->average_rating ? std::to_string(*(*read)->average_rating) : std::string("none");
  };
  for (const std::string_view right :
       {"4.5", "4.5/5", "4.5 / 5.0", "4,5", "9/10", "90%", "90/100", "4.5 out of 5", "**4.5**"}) {
    INFO(right);
    CHECK(rating(right) == "450");
  }
  for (const std::string_view over : {"7", "5.5/5", "12/10", "110%", "-1", "7 out of 5", "85"}) {
    INFO(over);
    CHECK(rating(over) == "out_of_range");
  }
}

}  // namespace
}  // namespace fm
