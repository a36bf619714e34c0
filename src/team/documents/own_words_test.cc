#include "team/documents/own_words.h"

#include <doctest/doctest.h>

#include <string>

#include "base/text.h"

namespace fm {
namespace {

// What an agent says is missing in such a section, one a line.
std::string missing(const std::string& section) {
  return join(own_words("Text.\n\n## Done and not done\n\n" + section).missing, "\n");
}

TEST_CASE("C-44 what an agent says it did not do is told, in whatever words") {
  for (const char* said : {"Nothing is missing except the payments.", "nothing else was tested",
                           "Nothing is done but the page."}) {
    CAPTURE(said);
    CHECK(missing(std::string("- Not done: ") + said) == said);
  }
  for (const char* said : {"Payments: not done.", "Tests were not run.",
                           "Everything but the map is done.", "I wasn't able to run it.",
                           "The map is there, without its legend.", "I was unable to run it."}) {
    CAPTURE(said);
    CHECK(missing(said) == said);
  }
  CHECK(missing("- Not done: Nothing is missing. But I could not test it.") ==
        "But I could not test it.");
  CHECK(missing("- Done: the page. Tests were not run.") == "Tests were not run.");
  CHECK(missing("- Done: all of it except the map") == "all of it except the map");
}

TEST_CASE("C-44 where nothing is missing nothing is told") {
  for (const char* said :
       {"- Not done: nothing", "- Missing: none", "- Not done: Nothing is missing.",
        "- Not done: nothing else.", "Nothing is missing.",
        "- Not done: Nothing. The page is whole.",
        "- Done: a page without scripts, not a line too long",
        "- Done: the page. It needs no server.", "- My part was this: a page. Do not use scripts.",
        "- To check: open it; nothing is needed."}) {
    CAPTURE(said);
    CHECK(missing(said).empty());
  }
}

TEST_CASE("C-44 an empty box of a list is something that is not done") {
  CHECK(missing("- [x] the page\n- [ ] payments\n1. [ ] the map\n") == "payments\nthe map");
  CHECK(missing("- Parts:\n  - [x] the page\n  - [ ] payments\n") == "payments");
  CHECK(missing("### How to check\n\n- [ ] open it\n").empty());
}

}  // namespace
}  // namespace fm
