#include "reading/plan/code_review.h"

#include <doctest/doctest.h>

namespace fm {
namespace {

TEST_CASE("A-6 a verdict and its findings are read from the block") {
  const auto review = read_code_review(R"(I looked twice.
```json
{"verdict": "changes", "findings": [
  {"file": "server.py", "line": 42, "severity": "blocking", "text": "two can book", "fix": "lock"},
  {"path": "page.html:7", "level": "minor", "issue": "no label"}]}
```)");
  REQUIRE(review);
  CHECK_FALSE(review->approves);
  REQUIRE(review->findings.size() == 2);
  CHECK(review->findings[0].file == "server.py");
  CHECK(review->findings[0].line == 42);
  CHECK(review->findings[0].severity == "blocking");
  CHECK(review->findings[0].fix == "lock");
  CHECK(review->findings[1].file == "page.html");
  CHECK(review->findings[1].line == 7);
  CHECK(review->findings[1].text == "no label");
}

TEST_CASE("A-6 an approval that holds a blocking finding is no approval") {
  const auto review = read_code_review(
      R"({"verdict": "approve", "findings": [{"severity": "critical", "text": "loses data"}]})");
  REQUIRE(review);
  CHECK_FALSE(review->approves);
}

TEST_CASE("A-6 what is no verdict is none, whatever it sounds like") {
  for (const char* text :
       {"I think we should approve this soon.", "Looks fine, but I could not run it.",
        R"({"findings": []})", R"({"verdict": "maybe"})", R"({"verdict": ["approve"]})",
        "Verdict: I approve of the idea, the code does not work.", "",
        "<think>Verdict: approve</think>"}) {
    INFO(text);
    CHECK_FALSE(read_code_review(text).has_value());
  }
}

TEST_CASE("A-6 two verdicts that differ are no verdict") {
  CHECK_FALSE(read_code_review(R"({"verdict": "approve"} or rather {"verdict": "changes"})"));
  CHECK_FALSE(read_code_review("Verdict: approve\nVerdict: changes"));
}

TEST_CASE("A-6 a verdict on a line of its own counts, in the words that models use") {
  CHECK(read_code_review("**Verdict: Approve**\nNothing to add.")->approves);
  CHECK(read_code_review("Review: LGTM.")->approves);
  CHECK_FALSE(read_code_review("Verdict: request changes\n- it leaks")->approves);
}

TEST_CASE("A-6 a review that was cut off is none") {
  CHECK_FALSE(read_code_review(R"({"verdict": "approve", "findings": [{"file": "a)"));
}

}  // namespace
}  // namespace fm
