#include "reading/json/names.h"

#include <doctest/doctest.h>

#include "reading/ideas/known_ideas.h"

namespace fm {
namespace {

Names team() {
  Names names;
  const std::pair<const char*, const char*> agents[] = {
      {"architect", "System Architect"},
      {"deep-research", "Deep Research Specialist"},
      {"ask", "Fact Checker & Explainer"},
      {"reviewer", "Reviewer"}};
  for (std::size_t i = 0; i < std::size(agents); ++i) {
    names.add_id(i, agents[i].first);
    names.add(i, agents[i].second);
  }
  return names;
}

int index_of(std::string_view said) {
  const auto match = team().find(said);
  return match ? static_cast<int>(match->index) : -1;
}

TEST_CASE("a name is found in all its forms") {
  for (const std::string_view said :
       {"architect", "ARCHITECT", " @architect ", "the architect", "agent-architect-001",
        "Agent Architect", "System-Architect", "system_architect", "SystemArchitect",
        "🏗️ Architect", "ARCHITECT (System Design)", "archi\u200Btect", "ａｒｃｈｉｔｅｃｔ",
        "**architect**"}) {
    INFO(said);
    CHECK(index_of(said) == 0);
  }
  CHECK(index_of("Fact Checker &amp; Explainer") == 2);
  CHECK(index_of("deepresearch") == 1);
}

TEST_CASE("a close spelling is found, and marked as such") {
  CHECK(index_of("architekt") == 0);
  CHECK(index_of("reviwer") == 3);
  CHECK(team().find("architekt")->how == Matched::kClosely);
  CHECK(team().find("architect")->how == Matched::kExactly);
}

TEST_CASE("a part, a stranger or a doubtful name is not found") {
  for (const std::string_view said :
       {"arch", "chief architect of all", "arquitecto", "", "research", "as", "asks", "architect-2",
        "architect and reviewer"}) {
    INFO(said);
    CHECK(index_of(said) == -1);
  }
  Names plans;
  plans.add(0, "Plan A rollout");
  plans.add(1, "Plan B rollout");
  CHECK_FALSE(plans.find("Plan C rollout").has_value());
  CHECK(plans.find("plan b roll-out")->index == 1);
}

TEST_CASE("numbers in names are never mistaken for each other") {
  Names tasks;
  tasks.add(0, "task 1.1");
  tasks.add(1, "task 1.2");
  CHECK(tasks.find("Task 1.2")->index == 1);
  CHECK_FALSE(tasks.find("task 11").has_value());
  CHECK_FALSE(tasks.find("task 1.3").has_value());
}

TEST_CASE("case, punctuation and word order do not make a new idea") {
  CHECK(same_title("Tool library", "tool-LIBRARY!"));
  CHECK(same_title("Tool library", "The library: Tool"));
  CHECK(same_title("修理マップ 🗺️", "修理マップ"));
  CHECK_FALSE(same_title("Tool library", "Tool libraries"));
  CHECK_FALSE(same_title("Phase 1", "Phase 11"));
  CHECK_FALSE(same_title("", ""));
  CHECK_FALSE(same_title("🗺️", "🎉"));
}

TEST_CASE("an idea is found by its id, its title, or both") {
  const KnownIdeas ideas({{"idea-1", "Neighbourhood tool library"},
                          {"idea-2", "Rain garden kits"},
                          {"idea-12", "Repair café booking app"}});
  const auto find = [&](std::string_view said) {
    const auto found = ideas.find(said);
    return found ? static_cast<int>(found->index) : -1;
  };
  for (const std::string_view said :
       {"idea-2", "IDEA 2", "Idea #2", "2", "#2", "02", "idea_2", "rain-garden kits",
        "Kits: Rain garden", "Rain gardn kits", "idea-2: Rain garden kits", "2. Rain garden kits",
        "Rain garden kits (idea-2)"}) {
    INFO(said);
    CHECK(find(said) == 1);
  }
  CHECK(find("12") == 2);
  CHECK(find("The Repair Cafe booking app") == 2);
  CHECK(find("Kits") == -1);
  CHECK(find("3") == -1);
  CHECK(find("idea-1: Rain garden kits") == -1);
}

}  // namespace
}  // namespace fm
