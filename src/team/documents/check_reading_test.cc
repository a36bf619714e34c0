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

TEST_CASE("a check that passes is read however it is put") {
  for (const char* text :
       {"Check: pass", "**Check:** passed", "**Check: PASS**", "PASS", "Pass.",
        "check = pass\nCheck: ok", "Check: pass - no link fails", "It passes.",
        "The work passes the check.", "## Check\n\nPASS\n\nAll five pages are there.",
        "✅ Check: pass", "Verdict: approved", "I opened all five pages.\n\nCheck: pass",
        "{\"check\": \"pass\", \"why\": \"all there\"}", "```json\n{\"passed\": true}\n```",
        "<think>it may fail</think>Check: pass", "Check: bestanden",
        "Check: pass\nI looked at all five links: none fails.\nThe prices are those of the brief.",
        "Check: pass\nNothing fails. It would fail only if the disk was full."}) {
    CAPTURE(text);
    CHECK(verdict(text) == "pass");
  }
}

TEST_CASE("a check that fails is read however it is put, with its fault") {
  for (const char* text :
       {"Check: fail", "**Check:** failed - the price is missing", "FAIL: no prices", "Fail.",
        "The work fails because the prices are missing.", "It does not pass.", "Check: not passed",
        "Check: fail - 3 of 5 pages pass, two are missing", "- **Check:** ❌ two pages are missing",
        "{\"check\": \"fail\", \"issues\": [\"no prices\"]}", "Result: rejected, no prices",
        "Check: did not pass", "Check: nicht bestanden - die Preise fehlen"}) {
    CAPTURE(text);
    CHECK(verdict(text) == "fail");
  }
  CHECK(why("**Check:** failed - the price is missing") == "the price is missing");
  CHECK(why("Check: fail\n\n- no prices\n- no imprint") == "- no prices\n- no imprint");
  CHECK(why("Check: fail\nWhy: no prices") == "no prices");
  CHECK(why("{\"check\": \"fail\", \"issues\": [\"no prices\", \"no map\"]}") ==
        "no prices; no map");
  CHECK(why("It does not pass: no prices.") == "It does not pass: no prices.");
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
  CHECK(why("It fails because `f()` is missing.") == "It fails because `f()` is missing.");
  CHECK(verdict("Check: fail\n- result: the page passes no data") == "fail");
}

TEST_CASE("what is no verdict, or two that differ, is none") {
  for (const char* text :
       {"", "I looked at the page.", "Check: pass / fail", "Check: pass or fail?",
        "Check: pass\nCheck: fail", "Check: pass, but the last page fails",
        "Check: pass\n\nIt fails on small screens.", "Does it pass?", "It would pass with prices.",
        "I cannot tell whether it passes.", "It should pass.", "If it passes, go on.",
        "{\"passed\": true} {\"passed\": false}", "All tests pass.", "Check: partially passed",
        "> Check: pass", "Check: I do not know", "The passage is long."}) {
    CAPTURE(text);
    CHECK(verdict(text) == "none");
  }
  CHECK(verdict(std::string(1 << 20, 'x') + "\nCheck: pass") == "none");
}
