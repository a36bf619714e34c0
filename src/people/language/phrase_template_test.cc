#include "people/language/phrase_template.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "base/text.h"

namespace fm {
namespace {

std::string made(std::string_view entry, const PhraseTemplates& templates = {}) {
  const auto phrases = templates.expand(entry);
  REQUIRE(phrases);
  return join(*phrases, "/");
}

std::string fault(std::string_view entry) {
  const auto phrases = PhraseTemplates().expand(entry);
  REQUIRE_FALSE(phrases);
  CHECK(phrases.error().code == "language_invalid");
  return phrases.error().message;
}

TEST_CASE("C-12 a template stands for every combination of its alternatives") {
  CHECK(made("(big|clear) yes") == "big yes/clear yes");
  CHECK(made("(a |)(big|clear) yes") == "a big yes/a clear yes/big yes/clear yes");
  CHECK(made("go (on|(right |)ahead)") == "go on/go right ahead/go ahead");
  CHECK(made("start(ed|)") == "started/start");
}

TEST_CASE("C-12 what has no alternatives stands for itself, brackets and all") {
  for (const std::string_view entry : {"sure thing", ":)", ":(", "8-)", "(sic)", "<3"})
    CHECK(made(entry) == entry);
}

TEST_CASE("C-12 a part is written once and may be made of parts that were there before it") {
  PhraseTemplates templates;
  REQUIRE(templates.define("who", {"i", "we"}));
  REQUIRE(templates.define("know", {"{who} know", "{who} (do|) see"}));
  CHECK(made("{who} sail", templates) == "i sail/we sail");
  CHECK(made("as {know}", templates) ==
        "as i know/as we know/as i do see/as i  see/as we do see/as we  see");
}

TEST_CASE("C-12 a fault in a template is told") {
  CHECK(fault("(a|b").contains("not closed"));
  CHECK(fault("a|b) c").contains("between ( and )"));
  CHECK(fault("(a|b)) c").contains("not opened"));
  CHECK(fault("{who").contains("not closed"));
  CHECK(fault("{who} sails").contains("`{who}`"));
  CHECK(fault("((((((((((a|b))))))))))").contains("nested"));
}

TEST_CASE("C-12 a template makes at most a thousand phrases, and fails before it makes more") {
  std::string entry;
  for (int at = 0; at < 3; ++at) entry += "(a|b|c|d|e|f|g|h|i|j) ";
  const auto most = PhraseTemplates().expand(entry);
  REQUIRE(most);
  CHECK(most->size() == kMostPhrasesOfTemplate);
  CHECK(fault(entry + "(x|y)").contains("at most 1000"));
  std::string bomb;
  for (int at = 0; at < 10'000; ++at) bomb += "(a|b)";
  CHECK(fault(bomb).contains("at most 1000"));
}

}  // namespace
}  // namespace fm
