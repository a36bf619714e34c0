#include "flows/common/idea_wishes.h"

#include <doctest/doctest.h>

using namespace fm;

namespace {

using What = IdeaWish::What;
using Ids = std::vector<std::string>;

Ids ids(std::string_view said, What what) {
  const auto wish = read_idea_wish(said);
  if (!wish) return {"no wish"};
  if (wish->what != what) return {"another wish"};
  return wish->ideas;
}

int score(std::string_view said) {
  const auto wish = read_idea_wish(said);
  return wish && wish->what == What::kScore && wish->ideas == Ids{"idea-2"} ? wish->score : -1;
}

}  // namespace

TEST_CASE("I-21 a message that wishes something of an idea and nothing else is a wish") {
  CHECK(ids("pin idea-2", What::kPin) == Ids{"idea-2"});
  CHECK(ids("  Please PIN Idea 2!  ", What::kPin) == Ids{"idea-2"});
  CHECK(ids("pin 2", What::kPin) == Ids{"idea-2"});
  CHECK(ids("veto #3 please.", What::kVeto) == Ids{"idea-3"});
  CHECK(ids("veto idea-1, 2 and idea 3", What::kVeto) == Ids{"idea-1", "idea-2", "idea-3"});
  CHECK(ids("veto ideas 4,5", What::kVeto) == Ids{"idea-4", "idea-5"});
  CHECK(ids("unpin idea2", What::kUnpin) == Ids{"idea-2"});
  CHECK(ids("unpin", What::kUnpin).empty());
  CHECK(ids("unveto all", What::kUnveto).empty());
}

TEST_CASE("I-21 a score is read with point or comma, of ten or alone") {
  CHECK(score("score idea-2 8.5") == 850);
  CHECK(score("score idea-2 8,5") == 850);
  CHECK(score("Score idea 2: 8") == 800);
  CHECK(score("rate idea-2 7.25/10.") == 725);
  CHECK(score("score idea-2 with 9 out of 10") == 900);
  CHECK(score("score idea-2 = 0") == 0);
  CHECK(score("score idea-2 12") == 1200);  // cut, with a warning, when it is taken
}

TEST_CASE("I-21 talk, questions and half a wish are none") {
  for (const char* said : {"pin",
                           "veto",
                           "score",
                           "pin?",
                           "pin idea-2?",
                           "veto the van",
                           "I would veto idea-2",
                           "veto idea-2 because it is dear",
                           "score 2 1",
                           "score idea-2",
                           "score idea-2 high",
                           "score idea-2 8 or 9",
                           "score idea-2 -3",
                           "score idea-2 8.555",
                           "pin idea-",
                           "pin idea-two",
                           "do not veto idea-2",
                           "\"veto idea-2\"",
                           "unpin the poster",
                           "",
                           "  ",
                           "pin idea-99999",
                           "we could pin 2 of them"})
    CHECK_MESSAGE(!read_idea_wish(said).has_value(), said);
}
