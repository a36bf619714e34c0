// Rooms while they run, wait, are cancelled, go wrong, and leave memory.
#include <doctest/doctest.h>

#include "test/support/toy_flow.h"

namespace fm::testing {
namespace {

using Evict = EngineOptions::Evict;

Flow<FlowEnd> sleeping(FlowHandle flow, JsonObject args) {
  Outcome slept = co_await flow.sleep("nap", Millis(int_at(args, "ms", 1000)));
  co_return FlowEnd::success(Json(slept.ok()));
}

Flow<FlowEnd> waiting_child(FlowHandle flow, JsonObject) {
  EffectRequest endless = toy_effect("turn", "endless", -1);
  Outcome worked = co_await flow.perform("endless", endless);
  EffectRequest tidy = toy_effect("think", "tidy");
  FlowHandle shielded = flow.shielded();
  Outcome tidied = co_await shielded.perform("tidy", tidy);
  (void)tidied;
  if (worked.interrupted) co_return FlowEnd::cancelled("stopped");
  co_return FlowEnd::success();
}

Flow<std::string> leaf_of(FlowHandle flow, int index) {
  if (index == 1) {
    GateRequest gate;
    gate.type = "toy";
    gate.question = "Go on?";
    Outcome answer = co_await flow.ask("ask", gate);
    co_return text_of(answer);
  }
  if (index == 2) {
    Outcome slept = co_await flow.sleep("nap", Millis(3'600'000));
    co_return text_of(slept);
  }
  if (index == 3) {
    Outcome said = co_await flow.next_input("hear");
    co_return text_of(said);
  }
  Outcome child = co_await flow.child("child", "waiting_child", {});
  Outcome after = co_await flow.sleep("after", Millis(1));
  co_return text_of(child) + " " + text_of(after);
}

Flow<FlowEnd> everything(FlowHandle flow, JsonObject) {
  std::vector<Flow<std::string>> leaves;
  for (int i = 1; i <= 4; ++i) leaves.push_back(leaf_of(flow.branch("leaf", i), i));
  std::vector<std::string> all = co_await flow.all(std::move(leaves));
  if (flow.cancelled()) co_return FlowEnd::cancelled("cancelled", to_json(all));
  co_return FlowEnd::success(to_json(all));
}

Flow<FlowEnd> gate_only(FlowHandle flow, JsonObject) {
  GateRequest gate;
  gate.type = "toy";
  gate.question = "Go on?";
  Outcome answer = co_await flow.ask("ask", gate);
  co_return FlowEnd::success(answer.value);
}

Flow<FlowEnd> faulty(FlowHandle flow, JsonObject) {
  EffectRequest request = toy_effect("think", "before");
  Outcome done = co_await flow.perform("before", request);
  (void)done;
  throw std::runtime_error("a planted bug");
}

Flow<FlowEnd> one_turn(FlowHandle flow, JsonObject args) {
  EffectRequest request = toy_effect("turn", "work", int_at(args, "ms"));
  Outcome done = co_await flow.perform("work", request);
  co_return FlowEnd::success(Json(boost::json::string(text_of(done))));
}

Flow<int> child_of(FlowHandle flow, int number) {
  Outcome done = co_await flow.child("child", "turn", {{"ms", 10 * number}});
  co_return done.ok() ? 1 : 0;
}

Flow<FlowEnd> many_children(FlowHandle flow, JsonObject args) {
  std::vector<Flow<int>> children;
  for (int i = 1; i <= int_at(args, "children"); ++i)
    children.push_back(child_of(flow.branch("part", i), i));
  std::vector<int> done = co_await flow.all(std::move(children));
  std::int64_t sum = 0;
  for (const int one : done) sum += one;
  co_return FlowEnd::success(Json(sum));
}

std::map<std::string, FlowDefinition> flows() {
  return {{"many", {"many", 1, many_children}},
          {"sleeping", {"sleeping", 1, sleeping}},
          {"waiting_child", {"waiting_child", 1, waiting_child}},
          {"everything", {"everything", 1, everything}},
          {"gate", {"gate", 1, gate_only}},
          {"faulty", {"faulty", 1, faulty}},
          {"turn", {"turn", 1, one_turn}}};
}

void start_room(World& world, const std::string& room, const std::string& name,
                JsonObject args = {}) {
  FlowRequest request;
  request.id = {"f-" + room};
  request.name = name;
  request.args = std::move(args);
  world.engine().start({room}, RoomRequest{{room}, room, "/" + room, "toy"}, std::move(request),
                       By{}, [](const Result<EventPtr>&) {});
}

std::size_t count(World& world, std::string_view kind) {
  std::size_t found = 0;
  for (const EventPtr& event : world.events()) found += event->kind == kind;
  return found;
}

TEST_CASE("P-10 children that are begun in one commit all begin, each where it was begun") {
  for (const Evict evict : {Evict::kNever, Evict::kWhenDeferred}) {
    for (const int children : {1, 2, 3, 7, 40}) {
      CAPTURE(children);
      World world({5, evict}, flows());
      REQUIRE(world.open());
      world.start({{"children", children}}, "many");
      world.run_for(Millis(35));
      world.crash();
      REQUIRE(world.open());
      world.resume_all();
      world.run_until_idle();
      CHECK_MESSAGE(world.result() == Json(children), world.story());
      CHECK(count(world, "flow.paused") == 0);
      CHECK(count(world, "flow.started") == static_cast<std::size_t>(children) + 1);
    }
  }
}

TEST_CASE("P-14 cancelling ends everything below at once, cleans up, and nothing runs after") {
  const std::string expected =
      R"(["interrupted","interrupted","interrupted","interrupted interrupted"])";
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    World world({seed, seed % 2 ? Evict::kNever : Evict::kWhenDeferred}, flows());
    REQUIRE(world.open());
    world.start({}, "everything");
    // Cancelled at any moment of its start, with and without a crash right after.
    for (std::uint64_t steps = 6 + seed * 7 % 60; steps > 0; --steps) world.step();
    while (world.engine().unfinished().empty()) world.step();
    REQUIRE(world.cancel(world.flow));
    if (seed % 3 == 0) {
      world.crash(seed % 2 ? CrashMode::kPowerLoss : CrashMode::kTornWrite);
      REQUIRE(world.open());
      world.resume_all();
    }
    const Millis before = world.loop().clock().steady();
    world.run_until_idle();
    CHECK(world.loop().clock().steady() - before < Millis(60'000));
    REQUIRE_MESSAGE(world.result().has_value(), world.story());
    CHECK(world.completion() == "cancellation");
    const std::string result = canonical(*world.result());
    // The child may not have been begun when it was cancelled; it ends like the others.
    CHECK(result == expected);
    CHECK(world.gates().empty());
    CHECK(world.journal().open_rows()->empty());
    const std::size_t performed = world.ledger.size();
    const auto head = world.events().size();
    if (count(world, "flow.started") == 2) {
      CHECK(count(world, "flow.cancelled") >= 2);
      CHECK(count(world, "flow.finished") == 2);
    }
    world.run_for(Millis(7'200'000));
    CHECK(world.ledger.size() == performed);
    CHECK(world.events().size() == head);
    CHECK(world.engine().rooms_in_memory() == 0);
    CHECK(world.cancel(world.flow).error().code == "flow_not_running");
  }
}

TEST_CASE("P-14 an interruption keeps what there is and lets the flow go on") {
  World world({1}, flows());
  REQUIRE(world.open());
  world.start({{"ms", -1}}, "turn");
  world.run_until_idle();
  CHECK(world.engine().interrupt(world.room) == 1);
  CHECK(world.engine().interrupt({"nowhere"}) == 0);
  world.run_until_idle();
  CHECK(world.completion() == "success");
  CHECK(*world.result() == Json("interrupted"));
}

TEST_CASE("P-13 a timer fires once: after a restart, after its time, and with it running") {
  for (const Evict evict : {Evict::kWhenDeferred, Evict::kNever}) {
    for (const int away : {0, 500, 5000}) {
      World world({3, evict}, flows());
      REQUIRE(world.open());
      world.start({}, "sleeping");
      world.run_for(Millis(100));
      world.crash();
      {  // the time passes while no process runs
        World* w = &world;
        REQUIRE(w->open());
        w->loop().sim().fake_clock().advance(Millis(0));
      }
      world.loop().step_wall_clock(Millis(away));
      world.resume_all();
      world.run_until_idle();
      CHECK(world.completion() == "success");
      CHECK(count(world, "effect.finished") == 1);
      CHECK(world.journal().open_rows()->empty());
    }
  }
}

TEST_CASE("P-13 setting the clock back neither stalls a timer nor fires it again") {
  for (const Millis step : {Millis(-3'600'000), Millis(-31'536'000'000)}) {
    World world({4}, flows());
    REQUIRE(world.open());
    world.start({}, "sleeping");
    world.run_for(Millis(100));
    world.loop().step_wall_clock(step);
    world.run_for(Millis(950));
    CHECK(world.completion() == "success");
    CHECK(count(world, "effect.finished") == 1);
  }
}

TEST_CASE("P-13 setting the clock forward makes what is due fire, once and soon") {
  World world({5}, flows());
  REQUIRE(world.open());
  world.start({{"ms", 1'800'000}}, "sleeping");
  world.run_for(Millis(100));
  world.loop().step_wall_clock(Millis(3'600'000));
  world.run_for(Millis(61'000));
  CHECK(world.completion() == "success");
  world.loop().step_wall_clock(Millis(-3'600'000));
  world.run_for(Millis(3'700'000));
  CHECK(count(world, "effect.finished") == 1);
}

constexpr int kMany = 2'000;

TEST_CASE("P-13 thousands of parked rooms are not in memory, and any of them comes back") {
  World world({0}, flows());
  REQUIRE(world.open());
  for (int i = 0; i < kMany; ++i) {
    start_room(world, "room-" + std::to_string(i), "gate");
    if (i % 100 == 99) world.run_until_idle();
  }
  world.run_until_idle();
  CHECK(world.engine().rooms_in_memory() == 0);
  CHECK(world.engine().unfinished().size() == kMany);
  CHECK(world.gates().size() == kMany);
  // In the next process too: what is open is known, nothing is loaded.
  world.close();
  REQUIRE(world.open());
  world.run_until_idle();
  CHECK(world.engine().rooms_in_memory() == 0);
  CHECK(world.engine().unfinished().size() == kMany);
  const OpenRow gate = world.gates().at(kMany / 2);
  bool answered = false;
  world.engine().answer(gate.room, {gate.id, "", "yes", ""}, {Actor::kPerson, "ana"},
                        [&](const Result<EventPtr>& done) { answered = done.has_value(); });
  world.run_until_idle();
  CHECK(answered);
  CHECK(world.engine().unfinished().size() == kMany - 1);
  CHECK(world.engine().rooms_in_memory() == 0);
}

TEST_CASE("P-13 a storm of due timers is paced, and a person is served in between") {
  World world({0}, flows());
  REQUIRE(world.open());
  for (int i = 0; i < kMany; ++i) {
    start_room(world, "room-" + std::to_string(i), "sleeping", {{"ms", 3'600'000}});
    if (i % 100 == 99)
      while (world.engine().rooms_in_memory() > 0 ||
             world.engine().unfinished().size() < static_cast<std::size_t>(i) + 1)
        REQUIRE(world.step());
  }
  world.close();
  REQUIRE(world.open());
  world.loop().step_wall_clock(Millis(7'200'000));
  std::size_t most = 0;
  bool heard = false;
  std::size_t left_when_heard = 0;
  // The clock's jump is noticed at the next look; then they all are due.
  while (world.engine().unfinished().size() == kMany) REQUIRE(world.step());
  NewEvent message;
  message.kind = "message.posted";
  message.by = {Actor::kPerson, "ana"};
  message.body = {{"id", "m-1"}, {"text", "still there?"}};
  world.engine().input({"room-1"}, message, [&](const Result<EventPtr>& done) {
    heard = done.has_value();
    left_when_heard = world.engine().unfinished().size();
  });
  while (world.step()) most = std::max(most, world.engine().rooms_in_memory());
  CHECK(world.engine().unfinished().empty());
  CHECK(most <= 300);
  CHECK(heard);
  CHECK(left_when_heard > kMany / 2);
  for (const RoomRow& row : *world.journal().rooms()) {
    const auto events = read_all(world.journal(), row.id);
    std::size_t finished = 0;
    for (const EventPtr& event : *events) finished += event->kind == "effect.finished";
    CHECK(finished == 1);
  }
}

TEST_CASE("P-15 a bug in a flow pauses its room only, and says so") {
  World world({6}, flows());
  REQUIRE(world.open());
  world.start({}, "faulty");
  start_room(world, "other", "turn");
  world.run_until_idle();
  const auto events = world.events();
  CHECK(events.back()->kind == "gate.opened");  // how shall it go on?
  const EventPtr paused = events[events.size() - 2];
  CHECK(paused->kind == "flow.paused");
  CHECK(paused->text("why") == "internal_error");
  CHECK(paused->text("detail") == "a planted bug");
  CHECK(world.engine().unfinished() == std::vector<RoomId>{world.room});
  CHECK(read_all(world.journal(), {"other"})->back()->kind == "flow.finished");
}

TEST_CASE(
    "P-15 a room that ended the process three times is set aside; leaving well does not count") {
  World world({7}, flows());
  REQUIRE(world.open());
  world.start({{"ms", -1}}, "turn");
  world.run_until_idle();
  for (int life = 1; life < 3; ++life) {
    CAPTURE(life);
    world.crash();
    REQUIRE(world.open());
    CHECK(world.engine().quarantined().empty());
    world.resume_all();
    world.run_until_idle();
    CHECK(world.engine().is_active(world.room));
  }
  world.crash();
  REQUIRE(world.open());
  CHECK(world.engine().quarantined() == std::vector<RoomId>{world.room});
  const std::size_t before = world.ledger.size();
  std::string refused;
  world.engine().resume(world.room, Anyway::kNo, [&](const Result<void>& resumed) {
    refused = resumed ? "" : resumed.error().code;
  });
  world.run_until_idle();
  CHECK(refused == "room_quarantined");
  CHECK(world.ledger.size() == before);
  // The person may insist.
  world.engine().resume(world.room, Anyway::kYes, [](const Result<void>&) {});
  world.run_until_idle();
  CHECK(world.ledger.size() == before + 1);
  for (int life = 0; life < 5; ++life) {
    world.close();
    REQUIRE(world.open());
    CHECK(world.engine().quarantined().empty());
    world.resume_all();
    world.run_until_idle();
    CHECK(world.engine().is_active(world.room));
  }
}

TEST_CASE("P-15 a room that waits quietly is not held against, whatever ends the process") {
  for (const Evict evict : {Evict::kWhenDeferred, Evict::kNever}) {
    World world({8, evict}, flows());
    REQUIRE(world.open());
    world.start({}, "gate");
    for (int life = 0; life < 6; ++life) {
      world.run_until_idle();
      world.crash();
      REQUIRE(world.open());
      CHECK(world.engine().quarantined().empty());
      world.resume_all();
    }
    world.run_until_idle();
    REQUIRE(world.answer(world.gates().at(0).id, "yes"));
    world.run_until_idle();
    CHECK(world.completion() == "success");
  }
}

struct Meddler final : Listener {
  explicit Meddler(World& w) : world(w), handle(w.engine().bus().subscribe(*this)) {}
  void event(const EventPtr& event) override {
    // From inside the telling: everything that a door might do at once.
    if (event->kind == "flow.started" || event->kind == "effect.finished")
      world.engine().resume(event->room, Anyway::kNo, [](const Result<void>&) {});
    if (event->kind == "gate.opened")
      world.engine().answer(event->room, {std::string(event->text("gate")), "", "yes", ""},
                            {Actor::kPerson, "ana"}, [](const Result<EventPtr>&) {});
    if (event->kind == "effect.finished" && ++finished == 4) handle.reset();
  }
  void delta(const TurnDelta&) override {}
  void notice(const TurnNotice&) override {}
  void idle(const RoomId& room) override {
    world.engine().resume(room, Anyway::kNo, [](const Result<void>&) {});
  }
  World& world;
  std::shared_ptr<void> handle;
  int finished = 0;
};

TEST_CASE("P-10 a listener may act on the engine from inside what it is told") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    World world({seed}, toy_flows());
    REQUIRE(world.open());
    {
      Meddler meddler(world);
      play(world);
    }
    CHECK(world.completion() == "success");
    CHECK(world.ledger.size() == 15);
  }
}

TEST_CASE("P-13 what is said while a room is being read back is not missed") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    World world({seed}, {{"hear", {"hear", 1, [](FlowHandle flow, JsonObject) -> Flow<FlowEnd> {
                                     JsonArray heard;
                                     for (int i = 0; i < 6; ++i) {
                                       FlowHandle here = flow.at("n", i);
                                       Outcome said = co_await here.next_input("hear");
                                       heard.push_back(
                                           Json(boost::json::string(text_at(said.value, "text"))));
                                     }
                                     co_return FlowEnd::success(heard);
                                   }}}});
    REQUIRE(world.open());
    world.start({}, "hear");
    world.run_until_idle();
    CHECK(world.engine().rooms_in_memory() == 0);
    for (int i = 0; i < 6; ++i) {
      world.say("c" + std::to_string(i), "m" + std::to_string(i));
      for (std::uint64_t steps = (seed * 13 + static_cast<std::uint64_t>(i)) % 7; steps > 0;
           --steps)
        world.step();
    }
    world.run_until_idle();
    REQUIRE(world.result().has_value());
    CHECK(world.result()->as_array().size() == 6);
  }
}

}  // namespace
}  // namespace fm::testing
