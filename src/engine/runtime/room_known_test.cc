// What is known at once: one append, nothing seen outside before it, and the order of the log.
#include <doctest/doctest.h>

#include <algorithm>

#include "test/support/toy_flow.h"

namespace fm::testing {
namespace {

using Evict = EngineOptions::Evict;

Flow<FlowEnd> reads_then_turn(FlowHandle flow, JsonObject) {
  Outcome said = co_await flow.next_input("hear");
  for (int i = 1; i <= 3; ++i) {
    const FlowHandle at = flow.at("read", i);
    EffectRequest think = toy_effect("think", "thought " + std::to_string(i));
    Outcome thought = co_await at.perform("think", think);
    if (!thought.ok()) co_return FlowEnd::cancelled("no thought");
  }
  EffectRequest work = toy_effect("turn", "work", 5);
  Outcome done = co_await flow.perform("turn", work);
  co_return FlowEnd::success(Json(boost::json::string(text_of(said) + ", " + text_of(done))));
}

Flow<std::string> naps_and_thinks(FlowHandle flow) {
  Outcome napped = co_await flow.sleep("nap", Millis(10));
  EffectRequest think = toy_effect("think", "a thought");
  Outcome thought = co_await flow.perform("think", think);
  co_return napped.ok() && thought.ok() ? "thought" : "stopped";
}

Flow<std::string> only_naps(FlowHandle flow) {
  Outcome napped = co_await flow.sleep("nap", Millis(10));
  co_return napped.ok() ? "napped" : "stopped";
}

Flow<FlowEnd> races(FlowHandle flow, JsonObject) {
  std::vector<FlowHandle> ways = {flow.branch("thinks"), flow.branch("naps")};
  std::vector<Flow<std::string>> branches;
  branches.push_back(naps_and_thinks(ways[0]));
  branches.push_back(only_naps(ways[1]));
  auto [which, what] = co_await flow.race(ways, std::move(branches));
  EffectRequest won = toy_effect("think", what);  // so that another winner would be told as another
  Outcome noted = co_await flow.perform("won", won);
  Outcome heard = co_await flow.next_input("hear");
  if (!noted.ok() || !heard.ok()) co_return FlowEnd::cancelled("nobody won");
  co_return FlowEnd::success(Json(boost::json::string(what)));
}

std::map<std::string, FlowDefinition> flows() {
  return {{"reads", {"reads", 1, reads_then_turn}}, {"races", {"races", 1, races}}};
}

// How many rows there are of effects whose name in the log begins so.
std::ptrdiff_t scheduled(World& world, std::string_view effect) {
  return std::ranges::count_if(world.events(), [&](const EventPtr& event) {
    return event->kind == "effect.scheduled" && event->text("effect") == effect;
  });
}

void until_it_waits(World& world, const std::string& flow) {
  REQUIRE(world.open().has_value());
  world.start({}, flow);
  world.run_until_idle();
}

TEST_CASE("P-10 what is known at once leaves with what is asked for next, in one append") {
  std::int64_t last = 0;
  {
    World world({}, flows());
    until_it_waits(world, "reads");
    const std::int64_t before = world.disk.operations();
    world.say("c-1", "go");
    world.run_until_idle();
    CHECK(world.completion() == "success");
    last = world.disk.operations() - before;
  }
  int whole = 0;
  for (std::int64_t end = 1; end <= last; ++end) {
    World world({}, flows());
    until_it_waits(world, "reads");
    world.disk.crash_at(world.disk.operations() + end, When::kAfter);
    world.say("c-1", "go");
    world.run_until_idle();
    if (!world.crashed()) continue;
    world.crash(CrashMode::kLostSuffix);
    REQUIRE(world.open().has_value());
    const auto thoughts = scheduled(world, "think");
    REQUIRE((thoughts == 0 || thoughts == 3));
    REQUIRE(scheduled(world, "turn") == (thoughts == 0 ? 0 : 1));
    if (thoughts > 0) ++whole;
  }
  CHECK(whole > 0);
}

TEST_CASE("P-12 nothing is done outside before the log holds the results that it rests on") {
  World world({}, flows());
  until_it_waits(world, "reads");
  world.crash_at_effect(4, EffectPoint::kBefore);  // three thoughts, and the turn
  world.say("c-1", "go");
  world.run_until_idle();
  REQUIRE(world.crashed());
  world.crash(CrashMode::kLostSuffix);
  REQUIRE(world.open().has_value());
  CHECK(scheduled(world, "think") == 3);
  CHECK(scheduled(world, "turn") == 1);
}

TEST_CASE("P-11 what is on its way to the log comes before what is known at once") {
  for (const Evict evict : {Evict::kNever, Evict::kWhenDeferred}) {
    World world({.evict = evict}, flows());
    until_it_waits(world, "races");
    world.run_for(Millis(20));
    world.crash();  // so that the race is run once more, from the log
    REQUIRE(world.open().has_value());
    world.resume_all();
    world.run_until_idle();
    world.say("c-1", "go");
    world.run_until_idle();
    REQUIRE(world.completion() == "success");
    CHECK(canonical(*world.result()) == R"("napped")");
  }
}

}  // namespace
}  // namespace fm::testing
