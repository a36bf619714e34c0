#include "team/conversation/relevance.h"

#include <doctest/doctest.h>

#include "team/conversation/wake.h"
#include "test/support/council_testing.h"

namespace fm {
namespace {

using List = std::vector<std::string>;

Relevance relevance(std::optional<Intent> intent, std::string_view goal) {
  return relevant_agents(council_words(), council(), council_profiles(), intent, goal);
}
List by_words(std::string_view goal) {
  List agents;
  for (const NamedAgent& agent : relevance(std::nullopt, goal).named) agents.push_back(agent.agent);
  return agents;
}

TEST_CASE("the packaged words of conversation are read without a fault") {
  const auto words = ConversationWords::built_in();
  REQUIRE_MESSAGE(words.has_value(), words.error().message);
  CHECK(words->goals.size() == 6);
  CHECK(words->matters.size() == 8);
  for (const GoalWords& goal : words->goals) CHECK(council_profiles().contains(goal.agent));
  for (const Matter& matter : words->matters) {
    CHECK(council_profiles().contains(matter.agent));
    for (const std::string& next : matter.then) CHECK(council_profiles().contains(next));
  }
}

TEST_CASE("a file of words of conversation is refused with the place of its fault") {
  struct Faulty {
    std::string_view text;
    std::string_view message;
  };
  for (const Faulty& faulty :
       {Faulty{"goals: {leader: [plan]}\n", "`matters` is no list"},
        {"matters: []\n", "`goals`"},
        {"goals: {leader: []}\n", "`leader` has no words"},
        {"goals: {leader: [plan]}\nmatters:\n- {words: [x]}\n", "names no agent"},
        {"goals: {leader: [plan]}\nmatters:\n- {agent: ux, words: [x], colour: red}\n", "colour"},
        {"goals: [\n", "words.yaml:"}}) {
    const auto words = ConversationWords::parse(faulty.text, "words.yaml");
    REQUIRE_FALSE_MESSAGE(words.has_value(), faulty.text);
    CHECK_MESSAGE(words.error().message.find(faulty.message) != std::string::npos,
                  words.error().message);
    CHECK(words.error().message.starts_with("words.yaml:"));
  }
}

TEST_CASE("C-30 an intent brings its agents, the words of the goal bring theirs") {
  CHECK(relevance(Intent::kBuild, "a shed").agents ==
        List{"leader", "researcher", "creative", "coder"});
  CHECK(relevance(Intent::kResearch, "the history of tea").agents == List{"researcher"});
  CHECK(relevance(Intent::kChat, "hello").agents == List{"leader"});
  CHECK(relevance(Intent::kResearch, "Audit the code of our shop").agents ==
        List{"researcher", "coder", "auditor"});
  CHECK(relevance(Intent::kTask, "Write a post for our campaign").agents ==
        List{"leader", "coder", "social"});
  CHECK(by_words("plan a strategy") == List{"leader"});
}

TEST_CASE("C-30 where nothing is known the three usual agents are asked") {
  CHECK(relevance(std::nullopt, "tea").agents == List{"leader", "researcher", "creative"});
  CHECK(relevance(std::nullopt, "").agents == List{"leader", "researcher", "creative"});
}

TEST_CASE("words count whole and in their simple forms") {
  CHECK(by_words("two websites and three APIs") == List{"coder"});
  CHECK(by_words("analyzing our competitors") == List{"researcher"});
  CHECK(by_words("we are planning") == List{"leader"});
  CHECK(by_words("copies of the logos") == List{"creative"});
  CHECK(by_words("databases that were audited") == List{"coder", "auditor"});
  CHECK(by_words("I applaud the postal happiness of applicants").empty());
  CHECK(by_words("a happy decoder").empty());
}

TEST_CASE("quotations, code and links name nobody") {
  CHECK(by_words("He said \"a website with a logo\" and left").empty());
  CHECK(by_words("run `audit` please").empty());
  CHECK(by_words("see https://website.org/app/logo").empty());
}

TEST_CASE("what is ruled out leaves its agent out, even where the intent asks for it") {
  for (const std::string_view goal :
       {"Build an API, no design needed", "Build an API without a logo or branding",
        "Build an API. Branding is not needed.", "Build an API; I don't need a logo",
        "Build an API, skip the visuals"}) {
    const Relevance found = relevance(Intent::kBuild, goal);
    CHECK_MESSAGE((found.agents == List{"leader", "researcher", "coder"}), goal);
    CHECK_MESSAGE(found.ruled_out == List{"creative"}, goal);
  }
}

TEST_CASE("what is only not meant here does not count and rules nobody out") {
  const Relevance waits = relevance(Intent::kTask, "Don't build it yet");
  CHECK(waits.named.empty());
  CHECK(waits.agents == List{"leader", "coder"});
  CHECK(by_words("this is not a campaign").empty());
  // Another word of the same agent counts.
  CHECK(by_words("no app, a website is enough") == List{"coder"});
  CHECK(relevance(std::nullopt, "no plan, no strategy").agents ==
        List{"leader", "researcher", "creative"});
}

TEST_CASE("a thing that is lacking, or more of it, is not ruled out") {
  CHECK(by_words("we have no logo yet") == List{"creative"});
  CHECK(by_words("not only a website") == List{"coder"});
  CHECK(by_words("no more than one app") == List{"coder"});
  CHECK(by_words("no thanks. A campaign") == List{"social"});
}

TEST_CASE("only the team's own agents are asked, by whatever name it has for them") {
  Team team;
  team.agents = {"boss", "painter"};
  team.leader = "boss";
  AgentProfiles profiles;
  profiles["boss"].id = "boss";
  profiles["painter"].id = "painter";
  profiles["painter"].aliases = {"Creative"};
  const auto ask = [&](std::optional<Intent> intent, std::string_view goal) {
    return relevant_agents(council_words(), team, profiles, intent, goal).agents;
  };
  CHECK(ask(Intent::kBuild, "a website with a logo") == List{"painter"});
  CHECK(ask(std::nullopt, "an audit") == List{"painter"});
  CHECK(ask(Intent::kResearch, "tea") == List{"painter"});
  profiles["painter"].aliases.clear();
  CHECK(ask(Intent::kBuild, "a website") == List{"boss"});
}

TEST_CASE("who has no voice is never asked") {
  for (const std::string_view agent : {"product-planner", "builder", "reviewer", "orchestrator"})
    CHECK_FALSE(has_voice(agent, council_profiles()));
  CHECK(has_voice("planner", council_profiles()));
  AgentProfiles profiles;
  profiles["smith"].role = "builder";
  CHECK_FALSE(has_voice("smith", profiles));
}

Team street() {
  Team team;
  team.agents = {"qa", "dev", "arch", "builder"};
  return team;
}

// Field report F-37.
TEST_CASE("words of an agent wake each other agent that they address once") {
  const Team team = street();
  CHECK(wakes("arch", "I agree with @QA, @QA is right, as @dev said", team, {}, 0) ==
        List{"qa", "dev"});
  CHECK(wakes("qa", "@arch, and @qa again", team, {}, 1) == List{"arch"});
  CHECK(wakes("qa", "mail a@qa.io\n```\n@dev\n```\n> @arch said so", team, {}, 0).empty());
  CHECK(wakes("qa", "@all @team @builder @nobody", team, {}, 0).empty());
}

TEST_CASE("waking ends after three hops") {
  const Team team = street();
  CHECK(wakes("qa", "@dev?", team, {}, kMostHops - 1) == List{"dev"});
  CHECK(wakes("qa", "@dev?", team, {}, kMostHops).empty());
  int hop = 0;
  std::string speaker = "qa";
  while (true) {
    const List next = wakes(speaker, speaker == "qa" ? "@dev" : "@qa", team, {}, hop);
    if (next.empty()) break;
    speaker = next.front();
    ++hop;
  }
  CHECK(hop == 3);
}

}  // namespace
}  // namespace fm
