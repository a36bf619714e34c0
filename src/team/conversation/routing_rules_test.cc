#include "team/conversation/routing_rules.h"

#include <doctest/doctest.h>

#include "team/conversation/question_round.h"
#include "test/support/council_testing.h"

namespace fm {
namespace {

using List = std::vector<std::string>;

RoutingGround ground() {
  return {council_vocabulary(), council_words(), council(), council_profiles()};
}
RoutingState said(std::string newest, List spoken = {}) {
  RoutingState state;
  state.newest = std::move(newest);
  state.spoken = std::move(spoken);
  return state;
}
std::string name(const RouteChoice& choice) {
  if (choice.route == Route::kWaitForUser) return "wait";
  if (choice.route == Route::kConsensus) return "consensus";
  return choice.agent;
}
std::string route(const RoutingState& state) { return name(route_by_rules(ground(), state)); }
Agreement reached() {
  Agreement agreement;
  agreement.approach = Approach{"OAuth", "architect", true};
  agreement.agreed = true;
  return agreement;
}

std::string checked(std::string_view agent, const RoutingState& state) {
  const Roster roster = routing_roster(council(), council_profiles());
  const auto decision = read_routing("{\"agent\":\"" + std::string(agent) + "\"}", roster);
  if (!decision) return "unread " + std::string(fault_name(decision.error().code));
  const auto choice = check_route(*decision, roster, ground(), state);
  return choice ? name(*choice) : "fault " + std::string(fault_name(choice.error().code));
}

TEST_CASE("whose matter the message is answers it") {
  struct Case {
    std::string_view words;
    std::string_view agent;
  };
  for (const Case& one : {Case{"Is this worth doing at all, strategically?", "director"},
                          {"How would you structure the components?", "architect"},
                          {"Option A sounds good, but what about security?", "adversary"},
                          {"Who are the competitors and what are the trends?", "market"},
                          {"Could you study the literature in depth?", "deep-research"},
                          {"What does CSRF stand for?", "ask"},
                          {"Is the navigation usable for beginners?", "ux"},
                          {"I get a stack trace and it crashes", "debug"}}) {
    CHECK_MESSAGE(route(said(std::string(one.words))) == one.agent, one.words);
  }
}

TEST_CASE("an architect's proposal is followed by the adversary's critique, then by the person") {
  const std::string words = "Which architecture and which components do we need?";
  CHECK(route(said(words)) == "architect");
  CHECK(route(said(words, {"architect"})) == "adversary");
  CHECK(route(said(words, {"architect", "adversary"})) == "wait");
}

TEST_CASE("words that match no matter go by the words of the goal, else to the leader") {
  CHECK(route(said("Write a post for our audience")) == "social");
  CHECK(route(said("I have seven goats")) == "leader");
  CHECK(route(said("I have seven goats", {"leader"})) == "wait");
}

TEST_CASE("whom the person names speaks first, in the order of the naming, and nobody else") {
  const std::string words = "@ux and @creative, what about the security of the architecture?";
  CHECK(route(said(words)) == "ux");
  CHECK(route(said(words, {"ux"})) == "creative");
  CHECK(route(said(words, {"ux", "creative"})) == "wait");
  CHECK(route(said("@System-Architect, your view?")) == "architect");
  CHECK(route(said("mail ux@shop.io about goats")) == "leader");
  CHECK(route(said("@team a campaign")) == "social");
}

TEST_CASE("who has no voice is never chosen, not even by name") {
  for (const std::string_view agent : {"product-planner", "builder", "reviewer", "orchestrator"})
    CHECK(route(said("@" + std::string(agent) + " hello goats")) == "leader");
  CHECK(checked("builder", said("x")) == "unread forbidden_agent");
  CHECK(checked("product-planner", said("x")) == "unread forbidden_agent");
  CHECK(checked("orchestrator", said("x")) == "unread unknown_agent");
}

TEST_CASE("whom the last speaker addressed is asked before whose matter it is") {
  RoutingState state = said("How would you structure it?", {"architect"});
  state.called = {"coder"};
  CHECK(route(state) == "coder");
  state.called = {"architect"};
  CHECK(route(state) == "adversary");
}

TEST_CASE("who just spoke is not chosen again at once, but after the person's words") {
  CHECK(route(said("@ux?", {"ux"})) == "wait");
  CHECK(checked("ux", said("hm", {"ux"})) == "fault forbidden_agent");
  CHECK(checked("ux", said("hm", {"ux", "coder"})) == "ux");
  CHECK(route(said("And the navigation?")) == "ux");
}

TEST_CASE("two agents alternate at most twice") {
  CHECK(why_not_now("ux", said("", {"coder", "ux", "coder"}), {}).empty());
  CHECK_FALSE(why_not_now("ux", said("", {"ux", "coder", "ux", "coder"}), {}).empty());
  CHECK(why_not_now("ux", said("", {"ux", "coder", "leader", "coder"}), {}).empty());
  CHECK(why_not_now("leader", said("", {"ux", "coder", "ux", "coder"}), {}).empty());
  CHECK(checked("ux", said("", {"ux", "coder", "ux", "coder"})) == "fault forbidden_agent");
  RoutingState state = said("", {"ux", "coder", "ux", "coder"});
  state.called = {"ux"};
  CHECK(route(state) == "wait");
  state.spoken.erase(state.spoken.begin());
  CHECK(route(state) == "ux");
}

TEST_CASE("ten turns without the person are the most") {
  List spoken;
  for (int turn = 0; turn < kMostAgentTurns; ++turn)
    spoken.push_back(council().agents[static_cast<std::size_t>(turn) % 8]);
  CHECK(route(said("@debug?", spoken)) == "wait");
  CHECK(checked("debug", said("@debug?", spoken)) == "fault forbidden_agent");
  CHECK(checked("WAIT_FOR_USER", said("@debug?", spoken)) == "wait");
  spoken.pop_back();
  CHECK(route(said("@debug?", spoken)) == "debug");
}

TEST_CASE("open questions wait for the person unless something was asked") {
  RoutingState state = said("I have seven goats");
  state.questions_open = true;
  CHECK(route(state) == "wait");
  state.newest = "What do you think of it?";
  CHECK(route(state) == "leader");
}

TEST_CASE("consensus is decided only where there is one") {
  RoutingState state = said("That sounds good");
  state.agreement = reached();
  CHECK(route(state) == "consensus");
  CHECK(checked("CONSENSUS_REACHED", state) == "consensus");
  state.agreement.agreed = false;
  CHECK(route(state) == "leader");
  CHECK(checked("CONSENSUS_REACHED", state) == "fault invalid_value");
  state.agreement = reached();
  state.agreement.objections.push_back({"adversary", "It leaks.", ObjectionState::kOpen, {}});
  CHECK(route(state) != "consensus");
  CHECK(checked("CONSENSUS_REACHED", state) == "fault invalid_value");
}

TEST_CASE("a decision that leaves the person without an answer is sent back") {
  CHECK(checked("WAIT_FOR_USER", said("Is the data safe there?")) == "fault invalid_value");
  CHECK(checked("WAIT_FOR_USER", said("Is the data safe there?", {"adversary"})) == "wait");
  CHECK(checked("WAIT_FOR_USER", said("Thanks, let me think.")) == "wait");
  CHECK(checked("WAIT_FOR_USER", said("@ux look at this")) == "fault invalid_value");
  CHECK(checked("coder", said("@ux look at this")) == "fault invalid_value");
  CHECK(checked("coder", said("@ux look at this", {"ux"})) == "coder");
}

TEST_CASE("a decision keeps its model and reason, a fault names what to do") {
  const Roster roster = routing_roster(council(), council_profiles());
  const auto decision =
      read_routing(R"({"agent":"ux","model":"tiny","reasoning":"a form"})", roster);
  REQUIRE(decision);
  const auto choice = check_route(*decision, roster, ground(), said("the form"));
  REQUIRE(choice);
  CHECK(choice->model == "tiny");
  CHECK(choice->reasoning == "a form");
  const auto again = check_route(*decision, roster, ground(), said("the form", {"ux"}));
  REQUIRE_FALSE(again);
  CHECK(again.error().message == "ux has just spoken; choose another agent or WAIT_FOR_USER.");
}

// Field report F-32: a selector that always says A while A may not speak. B is next, and the run
// ends by its limits.
TEST_CASE("a stubborn selector is led to the other agent and ends by the limits") {
  Team team;
  team.agents = {"a", "b"};
  team.leader = "a";
  const RoutingGround two{council_vocabulary(), council_words(), team, council_profiles()};
  const Roster roster = routing_roster(team, {});
  RoutingState state = said("Go through it together");
  state.agents = team.agents;
  List order;
  for (int step = 0; step < 30; ++step) {
    const auto decision = read_routing(R"({"agent":"a"})", roster);
    REQUIRE(decision);
    auto choice = check_route(*decision, roster, two, state);
    if (!choice) choice = route_instead(two, state, "a");
    if (choice->route != Route::kAgent) break;
    order.push_back(choice->agent);
    state.spoken.push_back(choice->agent);
  }
  CHECK(order == List{"a", "b", "a"});
}

// Field report F-33.
TEST_CASE("agents whose names begin alike are never confused") {
  Team team;
  team.agents = {"qa", "qa-lead", "dev"};
  AgentProfiles profiles;
  profiles["qa"].name = "QA Engineer";
  const Roster roster = routing_roster(team, profiles);
  const auto picked = [&](std::string_view answer) -> std::string {
    const auto decision = read_routing(answer, roster);
    return decision ? roster.agents()[decision->agent].id : "again";
  };
  CHECK(picked("QA Engineer\n") == "qa");
  CHECK(picked("qa engineer") == "qa");
  CHECK(picked("**QA**") == "qa");
  CHECK(picked("QA-lead") == "qa-lead");
  CHECK(picked("qa lead") == "qa-lead");
  CHECK(picked("agent: Dev.") == "dev");
  CHECK(picked("next: Dev.") != "qa");
  CHECK(picked("QA or Dev") == "again");
  CHECK(picked("QAX") == "again");
  CHECK(picked("") == "again");
  CHECK(picked("Marketing") == "again");
}

TEST_CASE("a custom team is routed by what its agents are called") {
  Team team;
  team.agents = {"boss", "red"};
  team.leader = "boss";
  AgentProfiles profiles;
  profiles["red"].id = "red";
  profiles["red"].aliases = {"adversary"};
  const RoutingGround own{council_vocabulary(), council_words(), team, profiles};
  CHECK(name(route_by_rules(own, said("Is that secure?"))) == "red");
  CHECK(name(route_by_rules(own, said("Which architecture?"))) == "boss");
}

}  // namespace
}  // namespace fm
