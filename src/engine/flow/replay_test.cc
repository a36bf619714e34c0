// Replay: the log decides, whatever order the work comes in, and what does not fit is told.
#include "engine/flow/replay.h"

#include <doctest/doctest.h>

#include <cstdlib>

#include "base/test_seed.h"
#include "test/support/replay_host.h"
#include "test/support/toy_flow.h"

namespace fm::testing {
namespace {

std::vector<EventPtr> log_of(Options options, int* crashes = nullptr) {
  World world(options, toy_flows());
  world.quarantine_after = 100;  // crashes come without mercy here
  REQUIRE(world.open());
  if (crashes) {
    TestRandom random(options.seed);
    for (; *crashes > 0; --*crashes) {
      world.disk.crash_at(
          world.disk.operations() + 1 + static_cast<std::int64_t>(random.below(150)), When::kAfter);
      play(world);
      if (!world.crashed()) break;
      world.crash(CrashMode::kCrash);
      REQUIRE(world.open());
    }
  }
  play(world);
  REQUIRE(world.result().has_value());
  return world.events();
}

// Every flow of the log, replayed through its newest run.
std::string fault_of(const std::vector<EventPtr>& log) {
  static const auto flows = toy_flows();
  std::map<FlowId, bool> seen;
  for (const EventPtr& event : log) {
    if (event->kind != "flow.started" || !seen.emplace(event->flow, true).second) continue;
    const std::string name(event->text("name"));
    ReplayHost host(log, flows.at(name), event->flow, std::make_unique<ToyView>());
    host.replay();
    if (host.run().fault()) return host.run().fault()->code + ": " + host.run().fault()->cause;
  }
  return {};
}

// Appends are atomic: a log ends only where one of them did.
bool may_end_after(const std::vector<EventPtr>& log, std::size_t index) {
  if (index + 1 >= log.size()) return true;
  const std::string& next = log[index + 1]->kind;
  const std::string& last = log[index]->kind;
  if (next == "effect.finished" && log[index + 1]->place == log[index]->place)
    return last == "effect.started" || last == "effect.scheduled";
  if (last == "flow.finished" && !log[index]->flow.empty() && next == "effect.finished")
    return false;
  if (last == "effect.scheduled" && log[index]->text("effect") == "post") return false;
  if (last == "message.posted" && !log[index]->flow.empty()) return false;
  if (last == "effect.scheduled" && (next == "turn.started" || next == "gate.opened" ||
                                     next == "flow.started" || next == "effect.started"))
    return false;
  return last != "turn.started";
}

int times(int usual, int exhaustive) { return std::getenv("FM_EXHAUSTIVE") ? exhaustive : usual; }

TEST_CASE("P-11 every prefix of every log replays without a false divergence") {
  int prefixes = 0;
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(times(60, 1000)); ++seed) {
    int crashes = static_cast<int>(seed % 6);
    const auto log = log_of(
        {seed, seed % 2 ? EngineOptions::Evict::kNever : EngineOptions::Evict::kWhenDeferred},
        &crashes);
    for (std::size_t i = 0; i < log.size(); ++i) {
      if (log[0]->kind != "room.created" || i == 0 || !may_end_after(log, i)) continue;
      const std::vector<EventPtr> prefix(log.begin(),
                                         log.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      if (const std::string fault = fault_of(prefix); !fault.empty())
        FAIL("seed " << seed << " up to " << log[i]->room_seq.value << ": " << fault);
      ++prefixes;
    }
  }
  MESSAGE("prefixes replayed " << prefixes);
  CHECK(prefixes > 1000);
}

// A log with one event changed, the chain left out of it.
std::vector<EventPtr> with(const std::vector<EventPtr>& log, std::size_t index,
                           const std::function<void(Event&)>& change) {
  auto copy = log;
  Event changed = *log[index];
  change(changed);
  copy[index] = std::make_shared<const Event>(std::move(changed));
  return copy;
}

// The first run only: up to the flow.started of the second.
std::vector<EventPtr> first_run(const std::vector<EventPtr>& log) {
  std::vector<EventPtr> run;
  for (const EventPtr& event : log) {
    if (event->kind == "flow.started" && event->number("run") == 2) break;
    run.push_back(event);
  }
  return run;
}

TEST_CASE("P-11 a changed kind, digest or place of any journaled effect is told as flow_diverged") {
  const auto log = first_run(log_of({3}));
  REQUIRE(fault_of(log).empty());
  int mutations = 0;
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (log[i]->kind != "effect.scheduled") continue;
    const std::string place = log[i]->place.value;
    for (const char* what : {"effect", "digest"}) {
      const auto changed = with(log, i, [&](Event& event) { event.body[what] = "other"; });
      const std::string fault = fault_of(changed);
      CAPTURE(fault);
      CHECK(fault.starts_with("flow_diverged"));
      CHECK(fault.find("In room toys at " + place + " ") != fault.npos);
      CHECK(fault.find("this program asks for") != fault.npos);
      CHECK(fault.find("The last steps that matched: ") != fault.npos);
      ++mutations;
    }
    const auto moved = with(log, i, [&](Event& event) { event.place.value += "-moved"; });
    const std::string fault = fault_of(moved);
    CAPTURE(place);
    CAPTURE(fault);
    CHECK(fault.starts_with("flow_diverged"));
    // Printed where it was asked; a marker that is lacking is no fault, but one that is left over
    // is.
    if (log[i]->text("effect") != "version") CHECK(fault.find("asks for nothing") == fault.npos);
    ++mutations;
  }
  CHECK(mutations > 30);
}

TEST_CASE("P-11 a divergence names the last five steps that matched, and pauses the room") {
  World world({5}, toy_flows());
  REQUIRE(world.open());
  world.start();
  world.run_until_idle();  // it waits at the gate
  REQUIRE(world.gates().size() == 1);
  world.close();
  // The next program has another first part.
  const auto old = world.flows;
  world.flows["toy"].body = [](FlowHandle flow, JsonObject) -> Flow<FlowEnd> {
    EffectRequest other = toy_effect("turn", "something else");
    Outcome done = co_await flow.perform("version", other);
    co_return FlowEnd::success(Json(done.ok()));
  };
  REQUIRE(world.open());
  const auto before = world.ledger.size();
  world.resume_all();
  world.run_until_idle();
  CHECK(world.ledger.size() == before);
  const auto events = world.events();
  REQUIRE(events.back()->kind == "gate.opened");  // how shall it go on?
  const EventPtr paused = events[events.size() - 2];
  REQUIRE(paused->kind == "flow.paused");
  CHECK(paused->text("why") == "flow_diverged");
  const std::string detail(paused->text("detail"));
  CHECK(detail.find("at /version the log has version") != detail.npos);
  CHECK(detail.find("this program asks for turn") != detail.npos);
  CHECK(world.engine().unfinished().size() == 1);
  // Said once, however often it is tried.
  world.resume_all();
  world.run_until_idle();
  CHECK(world.events().back()->room_seq.value == events.back()->room_seq.value);
  world.close();
  // The version that began it goes on.
  world.flows = old;
  REQUIRE(world.open());
  play(world);
  CHECK(world.completion() == "success");
}

TEST_CASE("P-15 a paused flow can be cancelled although it cannot run") {
  World world({6}, toy_flows());
  REQUIRE(world.open());
  world.start();
  world.run_until_idle();
  world.close();
  const auto old = world.flows;
  world.flows.erase("toy");
  REQUIRE(world.open());
  world.resume_all();
  world.run_until_idle();
  CHECK(world.events().back()->text("why") == "flow_kind_unknown");
  REQUIRE(world.cancel(world.flow));
  world.run_until_idle();
  CHECK(world.completion() == "cancellation");
  CHECK(world.engine().unfinished().empty());
}

Flow<std::string> pair_of(FlowHandle flow, int index) {
  EffectRequest first = toy_effect("turn", "a" + std::to_string(index), 1);
  Outcome a = co_await flow.perform("a", first);
  EffectRequest second = toy_effect("turn", text_of(a) + "b", 1);
  Outcome b = co_await flow.perform("b", second);
  co_return text_of(b);
}

Flow<FlowEnd> fan_and_race(FlowHandle flow, JsonObject) {
  std::vector<Flow<std::string>> all;
  for (int i = 1; i <= 3; ++i) all.push_back(pair_of(flow.branch("fan", i), i));
  std::vector<std::string> fan = co_await flow.all(std::move(all));
  std::vector<FlowHandle> handles{flow.branch("race", 1), flow.branch("race", 2)};
  std::vector<Flow<std::string>> racing;
  racing.push_back(pair_of(handles[0], 8));
  racing.push_back(pair_of(handles[1], 9));
  auto [winner, said] = co_await flow.race(handles, std::move(racing));
  co_return FlowEnd::success({{"fan", to_json(fan)}, {"winner", winner}, {"said", said}});
}

TEST_CASE(
    "P-11 fan-out and races have the same places under 10,000 orders, and replay as they were") {
  const std::map<std::string, FlowDefinition> flows{{"fan", {"fan", 1, fan_and_race}}};
  const int seeds = times(1500, 10'000);
  std::set<std::string> first_places;
  std::map<std::int64_t, int> winners;
  for (int seed = 1; seed <= seeds; ++seed) {
    World world({static_cast<std::uint64_t>(seed)}, flows);
    REQUIRE(world.open());
    world.start({}, "fan");
    world.run_until_idle();
    const auto result = world.result();
    REQUIRE(result.has_value());
    ++winners[int_at(*result, "winner")];
    std::set<std::string> places;
    for (const Performance& done : world.ledger) places.insert(done.place + " " + done.key);
    // The loser of the race may have been stopped in its first step or its second.
    std::erase_if(places, [](const std::string& place) { return place.starts_with("/race"); });
    if (first_places.empty()) first_places = places;
    CHECK(places == first_places);
    // Replayed with the log of this very run, the flow returns what it returned then.
    const auto log = world.events();
    ReplayHost host(log, flows.at("fan"), world.flow, std::make_unique<ToyView>());
    host.replay();
    REQUIRE(host.run().end().has_value());
    CHECK(canonical(host.run().end()->result) == canonical(*result));
    CHECK(host.asked().empty());
  }
  CHECK(winners.size() == 2);  // both have won
}

// Each step asks for something that depends on how much of the room the flow has read.
Flow<std::string> reading(FlowHandle flow, int index) {
  std::string said;
  for (int step = 1; step <= 4; ++step) {
    const int seen = flow.view<ToyView>().events;
    FlowHandle here = flow.at("step", step);
    EffectRequest request =
        toy_effect("turn", std::to_string(index) + " saw " + std::to_string(seen), 1);
    Outcome done = co_await here.perform("turn", request);
    said += text_of(done) + ";";
  }
  co_return said;
}

// One step, or two and a cleaning up when it is stopped between or within them.
Flow<std::string> racing(FlowHandle flow, int steps) {
  for (int step = 1; step <= steps; ++step) {
    FlowHandle here = flow.at("step", step);
    EffectRequest request = toy_effect("turn", "race", 1);
    Outcome done = co_await here.perform("turn", request);
    if (!done.interrupted) continue;
    FlowHandle shielded = flow.shielded();
    EffectRequest tidy = toy_effect("turn", "tidy", 1);
    Outcome tidied = co_await shielded.perform("tidy", tidy);
    co_return text_of(tidied);
  }
  co_return "through";
}

Flow<FlowEnd> readers(FlowHandle flow, JsonObject) {
  std::vector<Flow<std::string>> all;
  for (int i = 1; i <= 4; ++i) all.push_back(reading(flow.branch("reader", i), i));
  std::vector<std::string> said = co_await flow.all(std::move(all));
  for (int round = 1; round <= 4; ++round) {
    FlowHandle here = flow.at("race", round);
    std::vector<FlowHandle> handles{here.branch("long"), here.branch("short")};
    std::vector<Flow<std::string>> branches;
    branches.push_back(racing(handles[0], 3));
    branches.push_back(racing(handles[1], 1));
    auto winner = co_await flow.race(handles, std::move(branches));
    said.push_back(winner.second);
  }
  co_return FlowEnd::success(to_json(said));
}

TEST_CASE("P-11 what a branch did or read before a crash it does again in every later replay") {
  // The process always dies right after a commit, before its outcome was told: so the log may hold
  // several results that no flow has acted on.
  const int seeds = times(200, 5000);
  for (int seed = 1; seed <= seeds; ++seed) {
    CAPTURE(seed);
    World world({static_cast<std::uint64_t>(seed)}, {{"readers", {"readers", 1, readers}}});
    world.quarantine_after = 100;
    REQUIRE(world.open());
    TestRandom random(static_cast<std::uint64_t>(seed));
    world.start({}, "readers");
    for (int crashes = 0; crashes < 12 && !world.result(); ++crashes) {
      for (int commits = 1 + static_cast<int>(random.below(6)); commits > 0;) {
        const auto before = world.disk.operations();
        if (!world.step()) break;
        commits -= world.disk.operations() > before;
      }
      world.crash();
      REQUIRE(world.open());
      if (world.events().empty()) world.start({}, "readers");
      world.resume_all();
    }
    world.run_until_idle();
    REQUIRE_MESSAGE(world.result().has_value(), world.story());
  }
}

TEST_CASE("P-11 the same log replayed twice asks for the same, and a planted random is found") {
  const auto log = first_run(log_of({9}));
  static const auto flows = toy_flows();
  for (std::size_t i = 2; i <= log.size(); ++i) {
    if (!may_end_after(log, i - 1)) continue;
    const std::vector<EventPtr> prefix(log.begin(), log.begin() + static_cast<std::ptrdiff_t>(i));
    if (prefix.back()->kind == "room.created") continue;
    ReplayHost one(prefix, flows.at("toy"), {"f-toy"}, std::make_unique<ToyView>());
    ReplayHost two(prefix, flows.at("toy"), {"f-toy"}, std::make_unique<ToyView>());
    one.replay();
    two.replay();
    CHECK(one.asked() == two.asked());
  }
  static int drawn = 0;
  const FlowDefinition dicing{"dice", 1, [](FlowHandle flow, JsonObject) -> Flow<FlowEnd> {
                                EffectRequest request =
                                    toy_effect("turn", "draw " + std::to_string(++drawn));
                                Outcome done = co_await flow.perform("draw", request);
                                co_return FlowEnd::success(Json(done.ok()));
                              }};
  World world({1}, {{"dice", dicing}});
  REQUIRE(world.open());
  world.start({}, "dice");
  world.run_until_idle();
  const auto diced = world.events();
  ReplayHost host(diced, dicing, world.flow, std::make_unique<ToyView>());
  host.replay();
  REQUIRE(host.run().fault().has_value());
  CHECK(host.run().fault()->code == "flow_diverged");
}

}  // namespace
}  // namespace fm::testing
