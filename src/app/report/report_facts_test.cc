#include "app/report/report_facts.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "app/report/report_verdict.h"
#include "base/text.h"
#include "test/support/report_rooms.h"
#include "test/support/room_script.h"

namespace fm {
namespace {

using testing::RoomScript;

RoomScript begun(int threshold = 700) {
  RoomScript script;
  script.create("tea").start({{"topic", "A tea house"}, {"min_score", threshold}});
  return script;
}

std::vector<std::string> order(const ReportFacts& facts) {
  std::vector<std::string> ids;
  for (const RankedIdea& standing : facts.ranking) ids.push_back(standing.idea->id);
  return ids;
}

std::string verdict(const RoomView& view, std::string_view id) {
  const ReportFacts facts = report_facts(view, std::nullopt);
  const auto found =
      std::ranges::find(facts.ranking, id, [](const RankedIdea& one) { return one.idea->id; });
  REQUIRE(found != facts.ranking.end());
  return found->verdict;
}

std::string summary(const RoomView& view) {
  const ReportFacts facts = report_facts(view, std::nullopt);
  return join(summary_sentences(view, facts), " ");
}

TEST_CASE(
    "I-9 ideas stand by score, impact, feasibility and age; the unscored and the vetoed last") {
  RoomScript script = begun();
  for (const char* id : {"idea-1", "idea-2", "idea-3", "idea-4", "idea-5", "idea-6"})
    script.propose(id, id, "");
  script.score("idea-1", {900, 500, 500, 500, 500}, 700)
      .score("idea-2", {100, 500, 800, 500, 500}, 700);
  script.score("idea-3", {950, 500, 500, 500, 500}, 700)
      .score("idea-4", {900, 500, 500, 500, 500}, 700);
  script.score("idea-6", {900, 900, 900, 900, 900}, 900).tell("idea.vetoed", R"({"id":"idea-6"})");
  const ReportFacts facts = report_facts(script.view, std::nullopt);
  CHECK(order(facts) ==
        std::vector<std::string>{"idea-2", "idea-3", "idea-1", "idea-4", "idea-5", "idea-6"});
  CHECK(facts.ranking[3].rank == 4);
  CHECK(facts.ranking[4].rank == 0);
  CHECK(facts.ranking[5].rank == 0);
  CHECK(facts.chosen() == nullptr);
}

TEST_CASE("I-9 the chosen idea stands first even when it was not chosen by its score") {
  RoomScript script = begun();
  script.propose("idea-1", "A", "")
      .propose("idea-2", "B", "")
      .select("idea-2", "leader", {"unscored"}, "idea-2");
  const ReportFacts facts = report_facts(script.view, std::nullopt);
  CHECK(order(facts) == std::vector<std::string>{"idea-2", "idea-1"});
  REQUIRE(facts.chosen() != nullptr);
  CHECK(facts.chosen()->flags == std::vector<std::string>{"unscored"});
  CHECK(verdict(script.view, "idea-1") == "No score decided: the leader’s choice did.");
}

TEST_SUITE("why an idea lost") {
  TEST_CASE("behind: by how much, and on which criteria most") {
    RoomScript script = begun(500);
    script.propose("idea-1", "A", "").propose("idea-2", "B", "");
    script.score("idea-1", {900, 500, 800, 800, 800}, 780)
        .score("idea-2", {400, 900, 700, 790, 800}, 725);
    script.select("idea-1", "score");
    CHECK(verdict(script.view, "idea-2") ==
          "0.55 behind. Weaker on feasibility (4.0 against 9.0) and impact (7.0 against 8.0); "
          "stronger on "
          "innovation (9.0 against 5.0).");
    CHECK(verdict(script.view, "idea-1").empty());
  }

  TEST_CASE("below the threshold, when the winner is not") {
    RoomScript script = begun(700);
    script.propose("idea-1", "A", "").propose("idea-2", "B", "");
    script.score("idea-1", {800, 800, 800, 800, 800}, 800)
        .score("idea-2", {600, 600, 600, 600, 600}, 600);
    script.select("idea-1", "score");
    CHECK(verdict(script.view, "idea-2") ==
          "2.0 behind. Below the threshold of 7.0. Weaker on feasibility (6.0 against 8.0) and "
          "innovation "
          "(6.0 against 8.0), stronger on nothing.");
  }

  TEST_CASE("a tie names the step of the rule that settled it") {
    const auto told = [](std::vector<int> first, std::vector<int> second) {
      RoomScript script = begun(500);
      script.propose("idea-1", "A", "").propose("idea-2", "B", "");
      script.score("idea-1", std::move(first), 700)
          .score("idea-2", std::move(second), 700)
          .select("idea-1", "tie");
      return verdict(script.view, "idea-2");
    };
    CHECK(told({600, 0, 900, 0, 0}, {900, 0, 800, 0, 0}) ==
          "Equal at 7.0. A tie goes to the higher impact: 8.0 against 9.0.");
    CHECK(told({900, 0, 800, 0, 0}, {850, 0, 800, 0, 0}) ==
          "Equal at 7.0. A tie goes to the higher feasibility: 8.5 against 9.0.");
    CHECK(told({900, 0, 800, 0, 0}, {900, 0, 800, 0, 0}) ==
          "Equal at 7.0. They tie on impact and feasibility too, so the older idea was chosen.");
  }

  TEST_CASE("a veto, with the score that it did not count for") {
    RoomScript script = begun();
    script.propose("idea-1", "A", "").propose("idea-2", "B", "").score("idea-2", {}, 900);
    script.tell("idea.vetoed", R"({"id":"idea-2"})");
    CHECK(verdict(script.view, "idea-2") ==
          "Vetoed by a person, so it could not be chosen. Its score is 9.0.");
  }

  TEST_CASE("no score, where others have one") {
    RoomScript script = begun();
    script.propose("idea-1", "A", "")
        .propose("idea-2", "B", "")
        .score("idea-1", {}, 800)
        .select("idea-1", "score");
    CHECK(verdict(script.view, "idea-2") ==
          "It got no score that could be read, and an idea without a score cannot be chosen.");
  }

  TEST_CASE("nothing is said while nothing is chosen") {
    RoomScript script = begun();
    script.propose("idea-1", "A", "").score("idea-1", {}, 800);
    CHECK(verdict(script.view, "idea-1").empty());
  }
}

TEST_SUITE("summary") {
  TEST_CASE("who talked, what won by how much, the threshold and the leader's other choice") {
    CHECK(summary(testing::full_room()) ==
          "Seven agents talked about this for three rounds and brought forward six ideas. "
          "“<bdi>The repair café’s "
          "cellar</bdi>” was chosen with 8.28 of 10, 0.43 ahead of “<bdi>The Saturday shed</bdi>”. "
          "It reaches the "
          "threshold of 7.5. The leader would have chosen “<bdi>The Saturday shed</bdi>”; the "
          "highest score decides.");
  }

  TEST_CASE("I-9 a best that stays below the threshold is said to be that, and a tie too") {
    const std::string words = summary(testing::low_room());
    CHECK(words.contains("level with “<bdi>A bench with a heater</bdi>”; the tie rule decided."));
    CHECK(words.contains("It stays below the threshold of 7.5"));
  }

  TEST_CASE("without scores it says whose choice it was") {
    CHECK(summary(testing::unscored_room())
              .contains("no idea has a score, so the leader’s choice counts"));
  }

  TEST_CASE("an error without ideas") {
    CHECK(summary(testing::failed_room()) ==
          "Two agents talked about this for one round and brought forward no idea. The discussion "
          "ended in an error; "
          "everything that was said until then is below.");
  }
}

TEST_CASE("flags come from the threshold, the score, the selection and the person") {
  const RoomView view = testing::full_room();
  const auto flags = [&](std::string_view id) { return idea_flags(view, *view.idea(id), 750); };
  CHECK(flags("idea-2").empty());
  CHECK(flags("idea-3") == std::vector<std::string>{"below_threshold", "contested", "clamped"});
  CHECK(flags("idea-7") == std::vector<std::string>{"vetoed"});
  RoomScript script = begun();
  script.propose("idea-1", "A", "");
  CHECK(idea_flags(script.view, *script.view.idea("idea-1"), 700).empty());  // still to be scored
}

TEST_CASE("the timeline is cut into kickoff, rounds and decision, with the person's answers") {
  const RoomView view = testing::full_room();
  const ReportFacts facts = report_facts(view, std::nullopt);
  std::vector<std::string> titles;
  std::size_t sayings = 0;
  for (const Stretch& stretch : facts.timeline) {
    titles.push_back(stretch.title);
    sayings += stretch.sayings.size();
  }
  CHECK(titles == std::vector<std::string>{"Kickoff", "Round 1", "Round 2", "Round 3", "Decision"});
  CHECK(facts.rounds == 3);
  CHECK(sayings == view.messages.size() + view.answers.size());
  CHECK(facts.timeline[1].sayings.back().message->from == "ana");
  CHECK(facts.timeline[3].sayings[2].answer->answer == "skip");
}

TEST_CASE("costs add up by agent, in the order of their first turn, failed turns counted") {
  const RoomView view = testing::full_room();
  const ReportFacts facts = report_facts(view, std::nullopt);
  CHECK(facts.costs.front().agent == "leader");
  CHECK(facts.costs.front().turns == 5);
  std::int64_t cost = 0;
  for (const AgentCost& one : facts.costs) cost += one.cost.value;
  CHECK(cost == view.cost().value);
  const auto implementer = std::ranges::find(facts.costs, "implementer", &AgentCost::agent);
  CHECK(implementer->turns == 2);
  CHECK(implementer->failed == 1);
}

TEST_CASE("the ending follows from the latest flow") {
  const auto ending = [](const RoomView& view) { return report_facts(view, std::nullopt).ending; };
  CHECK(ending(testing::empty_room()) == Ending::kEmpty);
  CHECK(ending(testing::under_way_room()) == Ending::kRunning);
  CHECK(ending(testing::paused_room()) == Ending::kPaused);
  CHECK(ending(testing::full_room()) == Ending::kDone);
  CHECK(ending(testing::failed_room()) == Ending::kError);
  RoomScript script = begun();
  CHECK(ending(script.finish("cancellation").view) == Ending::kStopped);
}

}  // namespace
}  // namespace fm
