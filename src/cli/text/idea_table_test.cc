#include "cli/text/idea_table.h"

#include <doctest/doctest.h>

#include "test/support/room_script.h"

namespace fm::cli {
namespace {

testing::RoomScript three_ideas() {
  testing::RoomScript script;
  script.create("x").start({});
  script.propose("idea-1", "A shed with a shared key", "d");
  script.propose("idea-2", "工具図書館：みんなの道具を借りられる場所をつくる長い名前", "d");
  script.propose("idea-10", "Cafe\u0301 de re\u0301paration", "d", 2);
  return script;
}

TEST_CASE("I-14 rows line up in any script and at any width") {
  const auto script = three_ideas();
  for (const std::size_t columns : {39u, 60u, 79u, 119u, 199u})
    for (const IdeaColumns what : {IdeaColumns::kScored, IdeaColumns::kPanel}) {
      const IdeaTable table(columns, Charset::kUtf8, what);
      const std::size_t wide = width(table.header());
      CHECK(wide <= columns);
      for (const Idea& idea : script.view.ideas) {
        CAPTURE(columns);
        CHECK(width(table.row(idea)) == wide);
        CHECK(width(table.ranked_row(idea, 1, true)) == width(table.ranked_header()));
      }
    }
}

TEST_CASE("I-14 an idea's row says id, title, round and score") {
  auto script = three_ideas();
  const IdeaTable table(60, Charset::kUtf8, IdeaColumns::kScored);
  CHECK(plain(table.header()) == "  idea     title                                round  score");
  CHECK(plain(table.row(script.view.ideas[2])) ==
        "  idea-10  Cafe\u0301 de re\u0301paration                       2      -");
  script.score("idea-1", {800, 700, 650, 800, 700}, 725);
  CHECK(plain(table.row(script.view.ideas[0])).ends_with(" 7.25"));
}

TEST_CASE("ranks go by score, then by the older idea; unscored ideas come last") {
  auto script = three_ideas();
  script.propose("idea-11", "Another", "d");
  script.score("idea-10", {}, 700).score("idea-2", {}, 700).score("idea-11", {}, 900);
  std::vector<std::string> order;
  for (const Idea* idea : by_score(script.view)) order.push_back(idea->id);
  CHECK(order == std::vector<std::string>{"idea-11", "idea-2", "idea-10", "idea-1"});
}

TEST_CASE("I-20 I-21 a row says what is contested, pinned and vetoed, and how wide the spread is") {
  auto script = three_ideas();
  for (const int seat : {1, 2})
    script.tell("idea.scored", JsonObject{{"id", "idea-1"},
                                          {"scorer", "moderator"},
                                          {"seat", seat},
                                          {"score", seat == 1 ? 500 : 800}});
  script.tell("idea.pinned", R"({"id":"idea-2"})").tell("idea.vetoed", R"({"id":"idea-10"})");
  script.score("idea-10", {}, 900);
  const IdeaTable table(90, Charset::kUtf8, IdeaColumns::kPanel);
  CHECK(plain(table.header()).ends_with("round  score  spread"));
  CHECK(plain(table.row(script.view.ideas[0])).ends_with("6.50    3.00"));
  CHECK(plain(table.row(script.view.ideas[0])).contains("(contested)"));
  CHECK(plain(table.row(script.view.ideas[1])).ends_with("-       -"));
  CHECK(plain(table.row(script.view.ideas[2])).contains("(vetoed)"));
  CHECK(plain(table.ranked_row(script.view.ideas[2], 3, false)).starts_with("   -  "));
  CHECK(by_score(script.view).back()->id == "idea-10");  // for all its points it cannot win
}

}  // namespace
}  // namespace fm::cli
