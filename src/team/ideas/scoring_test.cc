#include "team/ideas/scoring.h"

#include <doctest/doctest.h>

using namespace fm;

namespace {

using Criteria = std::array<std::optional<int>, 5>;

Idea idea(std::string id, std::optional<int> score, int impact = 500, int feasibility = 500) {
  Idea made;
  made.id = std::move(id);
  made.revisions.emplace_back();
  made.revisions.back().title = made.id;
  if (score) {
    made.score.emplace();
    made.score->score = *score;
    made.score->criteria = {feasibility, std::nullopt, impact, std::nullopt, std::nullopt};
  }
  return made;
}

std::vector<const Idea*> pointers(const std::vector<Idea>& ideas) {
  std::vector<const Idea*> all;
  for (const Idea& one : ideas) all.push_back(&one);
  return all;
}

}  // namespace

TEST_CASE("I-8 the moderator's own overall score counts, else the mean of the criteria") {
  const std::array<int, 5> even = {1, 1, 1, 1, 1};
  CHECK(overall_score(Criteria{800, 700, 800, 800, 700}, 910, even) == 910);
  CHECK(overall_score(Criteria{800, 700, 800, 800, 700}, std::nullopt, even) == 760);
  CHECK(overall_score(Criteria{}, std::nullopt, even) == std::nullopt);
  CHECK(overall_score(Criteria{800}, std::nullopt, even) == 800);
}

TEST_CASE("E-5 a mean is rounded half up to hundredths") {
  const std::array<int, 5> even = {1, 1, 1, 1, 1};
  CHECK(overall_score(Criteria{701, 702, {}, {}, {}}, std::nullopt, even) == 702);   // 701.5
  CHECK(overall_score(Criteria{700, 700, 701, {}, {}}, std::nullopt, even) == 700);  // 700.33
  CHECK(overall_score(Criteria{700, 701, 701, {}, {}}, std::nullopt, even) == 701);  // 700.67
}

TEST_CASE("I-8 weights change the mean") {
  CHECK(overall_score(Criteria{1000, 0, {}, {}, {}}, std::nullopt, {3, 1, 1, 1, 1}) == 750);
  CHECK(overall_score(Criteria{1000, 0, {}, {}, {}}, std::nullopt, {0, 0, 1, 1, 1}) ==
        std::nullopt);
}

TEST_CASE("I-9 the highest score wins, whatever the leader prefers") {
  const std::vector<Idea> ideas = {idea("idea-1", 700), idea("idea-2", 810)};
  const auto selected = select_idea(pointers(ideas), "idea-1", 600);
  REQUIRE(selected.has_value());
  CHECK(selected->id == "idea-2");
  CHECK(selected->by_rule == "score");
  CHECK(selected->leader_choice == "idea-1");
  CHECK(selected->flags.empty());
}

TEST_CASE("I-9 ties go by impact, then feasibility, then age") {
  const std::vector<Idea> by_impact = {idea("idea-1", 700, 500, 900),
                                       idea("idea-2", 700, 600, 100)};
  CHECK(select_idea(pointers(by_impact), "", 0)->id == "idea-2");
  const std::vector<Idea> by_feasibility = {idea("idea-1", 700, 500, 400),
                                            idea("idea-2", 700, 500, 500)};
  CHECK(select_idea(pointers(by_feasibility), "", 0)->id == "idea-2");
  const std::vector<Idea> by_age = {idea("idea-1", 700), idea("idea-2", 700)};
  CHECK(select_idea(pointers(by_age), "", 0)->id == "idea-1");
  CHECK(select_idea(pointers(by_age), "", 0)->by_rule == "tie");
}

TEST_CASE("I-9 below the threshold the best still wins and is marked") {
  const std::vector<Idea> ideas = {idea("idea-1", 749), idea("idea-2", std::nullopt)};
  const auto selected = select_idea(pointers(ideas), "idea-2", 750);
  CHECK(selected->id == "idea-1");
  CHECK(selected->flags == std::vector<std::string>{"below_threshold"});
  CHECK(select_idea(pointers(ideas), "", 749)->flags.empty());
}

TEST_CASE("I-9 without scores the leader's choice counts, then the first") {
  const std::vector<Idea> ideas = {idea("idea-1", std::nullopt), idea("idea-2", std::nullopt)};
  CHECK(select_idea(pointers(ideas), "idea-2", 0)->id == "idea-2");
  CHECK(select_idea(pointers(ideas), "idea-9", 0)->id == "idea-1");
  CHECK(select_idea(pointers(ideas), "idea-9", 0)->by_rule == "first");
  CHECK(select_idea({}, "idea-1", 0) == std::nullopt);
}

TEST_CASE("I-21 a single pinned idea is the choice, whatever the scores and the leader say") {
  std::vector<Idea> ideas = {idea("idea-1", 900), idea("idea-2", 400),
                             idea("idea-3", std::nullopt)};
  ideas[1].pinned = true;
  const auto selected = select_idea(pointers(ideas), "idea-1", 600);
  CHECK(selected->id == "idea-2");
  CHECK(selected->by_rule == "pin");
  CHECK(selected->flags == std::vector<std::string>{"below_threshold", "pinned"});
  CHECK(selected->leader_choice == "idea-1");
  ideas[1].pinned = false;
  ideas[2].pinned = true;
  const auto unscored = select_idea(pointers(ideas), "idea-1", 600);
  CHECK(unscored->id == "idea-3");
  CHECK_FALSE(unscored->score.has_value());
  CHECK(unscored->flags == std::vector<std::string>{"unscored", "pinned"});
}

TEST_CASE("I-21 of several pinned ideas the choice is made as usual") {
  std::vector<Idea> ideas = {idea("idea-1", 900), idea("idea-2", 400), idea("idea-3", 700)};
  ideas[1].pinned = ideas[2].pinned = true;
  const auto selected = select_idea(pointers(ideas), "", 0);
  CHECK(selected->id == "idea-3");
  CHECK(selected->by_rule == "score");
  CHECK(selected->flags == std::vector<std::string>{"pinned"});
}
