#include "team/documents/check_reading.h"

#include <doctest/doctest.h>

#include "base/text.h"
#include "reading/json/find.h"
#include "reading/json/reasoning_tags.h"

using namespace fm;

namespace {

CheckRead check(std::string_view text) { return read_check(clean(without_reasoning(text)).text); }

// "pass", "fail" or "none".
std::string verdict(std::string_view text) {
  const CheckRead read = check(text);
  if (!read.passed) return "none";
  return *read.passed ? "pass" : "fail";
}

std::string why(std::string_view text) {
  const CheckRead read = check(text);
  return read.passed ? std::string(trim(read.why)) : std::string();
}

}  // namespace

TEST_CASE("C-43 a check that passes is read from its label or its first line") {
  for (const char* text :
       {"Check: pass",
        "**Check:** passed",
        "**Check: PASS**",
        "PASS",
        "Pass.",
        "check = pass\nCheck: ok",
        "Check: pass - no link fails",
        "It passes.",
        "## Check\n\nPASS\n\nAll five pages are there.",
        "✅ Check: pass",
        "Verdict: passed",
        "I opened all five pages.\n\nCheck: pass",
        "{\"check\": \"pass\", \"why\": \"all there\"}",
        "```json\n{\"passed\": true}\n```",
        "<think>it may fail</think>Check: pass",
        "Check: pass\nI looked at all five links: none fails.\nThe prices are those of the brief.",
        "Check: pass\nNothing fails.",
        "Check: pass\nThe form shows a message when a payment fails.",
        "Check: pass\nI tried whether the map fails without a network: none of it does.",
        "Check: pass\n\n```sh\nmake || echo it fails\n```",
        "```\nCheck: pass\n```"}) {
    CAPTURE(text);
    CHECK(verdict(text) == "pass");
  }
}

TEST_CASE("C-43 a check that fails is read from its label or its first line, with its fault") {
  for (const char* text :
       {"Check: fail", "**Check:** failed - the price is missing", "FAIL: no prices", "Fail.",
        "The work fails because the prices are missing.",
        "Check: fail - 3 of 5 pages pass, two are missing",
        "{\"check\": \"fail\", \"issues\": [\"no prices\"]}", "Result: failed, no prices"}) {
    CAPTURE(text);
    CHECK(verdict(text) == "fail");
  }
  CHECK(why("**Check:** failed - the price is missing") == "the price is missing");
  CHECK(why("Check: fail\n\n- no prices\n- no imprint") == "- no prices\n- no imprint");
  CHECK(why("Check: fail\nWhy: no prices") == "no prices");
  CHECK(why("{\"check\": \"fail\", \"issues\": [\"no prices\", \"no map\"]}") ==
        "no prices; no map");
  CHECK(why("PASS").empty());
}

TEST_CASE("what a check found keeps its brackets, marks and lines") {
  CHECK(why("Check: fail - `date.weekday()` is off by one (see main())") ==
        "`date.weekday()` is off by one (see main())");
  CHECK(why("**Check: fail** - `f()` and *g* differ") == "`f()` and *g* differ");
  CHECK(why("**Check:** fail. **The** `x[]` is #1") == "**The** `x[]` is #1");
  CHECK(why("Check: fail\n\n1. `a()`\n\n```js\nb();\n```\n> quoted()\n") ==
        "1. `a()`\n\n```js\nb();\n```\n> quoted()");
  CHECK(why("- `f()` is missing\n\nCheck: fail") == "- `f()` is missing");
  CHECK(why("It fails because `f()` is missing.") == "because `f()` is missing.");
  CHECK(verdict("Check: fail\n- result: the page passes no data") == "fail");
}

TEST_CASE("C-43 what is no verdict, or two that differ, is none: it is asked once more") {
  for (const char* text : {"",
                           "I looked at the page.",
                           "Check: pass / fail",
                           "Check: pass or fail?",
                           "Check: pass\nCheck: fail",
                           "Check: pass, but the last page fails",
                           "Check: pass\n\nIt fails on small screens.",
                           "Check: pass\nWhen the screen is small, it fails.",
                           "Does it pass?",
                           "It would pass with prices.",
                           "I cannot tell whether it passes.",
                           "It should pass.",
                           "If it passes, go on.",
                           "{\"passed\": true} {\"passed\": false}",
                           "All tests pass.",
                           "Check: partially passed",
                           "> Check: pass",
                           "It does not pass.",
                           "Check: not passed",
                           "The work passes the check.",
                           "Check: approved",
                           "Check: I do not know",
                           "The passage is long."}) {
    CAPTURE(text);
    CHECK(verdict(text) == "none");
  }
  CHECK(verdict(std::string(1 << 20, 'x') + "\nCheck: pass") == "none");
}
