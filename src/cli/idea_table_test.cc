#include "cli/idea_table.h"

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
    for (const IdeaColumns what : {IdeaColumns::kNew, IdeaColumns::kScored}) {
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
  const IdeaTable table(60, Charset::kUtf8, IdeaColumns::kNew);
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

}  // namespace
}  // namespace fm::cli
