#include "team/room/panel.h"

#include <doctest/doctest.h>

#include "test/support/room_script.h"

namespace fm {
namespace {

using testing::RoomScript;

IdeaScore given(std::string scorer, int score, int seat = 0) {
  IdeaScore one;
  one.scorer = std::move(scorer);
  one.seat = seat;
  one.score = score;
  return one;
}

std::string scored(std::string_view scorer, int score, int seat = 0) {
  JsonObject body{{"id", "idea-1"}, {"scorer", scorer}, {"score", score}};
  if (seat > 0) body["seat"] = seat;
  return canonical(Json(std::move(body)));
}

TEST_CASE("I-20 one score stands as it is, without a spread") {
  CHECK_FALSE(summed_up({}).has_value());
  const auto sum = summed_up({given("moderator", 735)});
  REQUIRE(sum.has_value());
  CHECK(sum->scorer == "moderator");
  CHECK(sum->score == 735);
  CHECK_FALSE(sum->spread.has_value());
}

TEST_CASE("I-20 several add up to the mean, rounded half up, and the spread between them") {
  const auto sum =
      summed_up({given("moderator", 700, 1), given("moderator", 800, 2), given("judge", 761, 3)});
  CHECK(sum->scorer == "panel");
  CHECK(sum->score == 754);  // 753.67
  CHECK(sum->spread == 100);
  CHECK(sum->flags.empty());
  CHECK(summed_up({given("a", 700), given("b", 701)})->score == 701);  // 700.5
}

TEST_CASE("I-20 two points between the highest and the lowest make an idea contested") {
  CHECK(summed_up({given("a", 500), given("b", 699)})->flags.empty());
  CHECK(summed_up({given("a", 500), given("b", 700)})->flags ==
        std::vector<std::string>{"contested"});
}

TEST_CASE("I-20 a criterion is the mean of those who gave it") {
  IdeaScore one = given("a", 600);
  one.criteria = {600, 700, std::nullopt, std::nullopt, std::nullopt};
  IdeaScore other = given("b", 600);
  other.criteria = {801, std::nullopt, std::nullopt, std::nullopt, std::nullopt};
  const auto sum = summed_up({one, other});
  CHECK(sum->criteria[0] == 701);
  CHECK(sum->criteria[1] == 700);
  CHECK_FALSE(sum->criteria[2].has_value());
}

TEST_CASE("I-20 what they praise and fault is put together, each feedback with its scorer") {
  IdeaScore one = given("moderator", 600, 1);
  one.pros = {"cheap", "quick"};
  one.feedback = "Name a place.";
  IdeaScore other = given("moderator", 600, 2);
  other.pros = {"quick"};
  other.cons = {"wet"};
  other.feedback = "Build a roof.";
  const auto sum = summed_up({one, other});
  CHECK(sum->pros == std::vector<std::string>{"cheap", "quick"});
  CHECK(sum->cons == std::vector<std::string>{"wet"});
  CHECK(sum->feedback == "moderator 1: Name a place.\n\nmoderator 2: Build a roof.");
}

TEST_CASE("I-20 a scorer is numbered only where it sits several times") {
  const std::vector<IdeaScore> all = {given("moderator", 1, 1), given("judge", 1, 2),
                                      given("moderator", 1, 3)};
  CHECK(scorer_name(all[0], all) == "moderator 1");
  CHECK(scorer_name(all[1], all) == "judge");
  CHECK(scorer_name(all[2], all) == "moderator 3");
}

TEST_CASE("I-20 the events of a panel stand by idea, and each says how many more follow") {
  const auto event = [](std::string id, int seat) {
    NewEvent made;
    made.kind = "idea.scored";
    made.body = {{"id", id}, {"seat", seat}};
    return made;
  };
  const auto events =
      panel_events({{event("idea-1", 1), event("idea-2", 1)}, {}, {event("idea-1", 3)}});
  REQUIRE(events.size() == 3);
  CHECK(canonical(Json(events[0].body)) == R"({"id":"idea-1","more":1,"seat":1})");
  CHECK(canonical(Json(events[1].body)) == R"({"id":"idea-1","seat":3})");
  CHECK(canonical(Json(events[2].body)) == R"({"id":"idea-2","seat":1})");
}

TEST_CASE("I-20 a room adds the scores of its panel up, whatever order they come in") {
  RoomScript script;
  script.propose("idea-1", "A", "");
  script.tell("idea.scored", scored("moderator", 600, 2))
      .tell("idea.scored", scored("moderator", 900, 1))
      .tell("idea.scored", scored("moderator", 600, 1));  // corrects its own
  REQUIRE(script.view.ideas[0].scores.size() == 2);
  CHECK(script.view.ideas[0].score->score == 600);
  CHECK(script.view.ideas[0].score->spread == 0);
}

TEST_CASE("I-21 a person counts as one scorer, by the newest word") {
  RoomScript script;
  script.propose("idea-1", "A", "");
  script.by({Actor::kPerson, "ada"}).tell("idea.scored", scored("ada", 200));
  CHECK(script.view.ideas[0].score->score == 200);
  script.by({Actor::kAgent, "moderator"}).tell("idea.scored", scored("moderator", 700));
  script.by({Actor::kPerson, "ada"}).tell("idea.scored", scored("ada", 900));
  CHECK(script.view.ideas[0].score->score == 800);
  CHECK(script.view.ideas[0].scores.size() == 2);
}

TEST_CASE("I-22 agents' scores are made anew in a later flow; a person's stands") {
  RoomScript script;
  script.propose("idea-1", "A", "");
  script.by({Actor::kPerson, "ada"}).tell("idea.scored", scored("ada", 900), "f-one");
  script.tell("idea.scored", scored("moderator", 100, 1), "f-one")
      .tell("idea.scored", scored("moderator", 200, 2), "f-one")
      .tell("idea.scored", scored("moderator", 700), "f-two");
  CHECK(script.view.ideas[0].scores.size() == 2);
  CHECK(script.view.ideas[0].score->score == 800);
}

TEST_CASE(
    "I-21 pins and vetoes can be taken back; a veto of the chosen idea takes the choice back") {
  RoomScript script;
  script.propose("idea-1", "A", "").score("idea-1", {}, 500).select("idea-1", "score");
  script.tell("idea.pinned", R"({"id":"idea-1"})");
  CHECK(script.view.ideas[0].pinned);
  script.tell("idea.pinned", R"({"id":"idea-1","withdrawn":true})");
  CHECK_FALSE(script.view.ideas[0].pinned);
  CHECK(script.view.selection.has_value());
  script.tell("idea.vetoed", R"({"id":"idea-1"})");
  CHECK_FALSE(script.view.selection.has_value());
  script.tell("idea.vetoed", R"({"id":"idea-1","withdrawn":true})");
  CHECK_FALSE(script.view.ideas[0].vetoed);
}

}  // namespace
}  // namespace fm
