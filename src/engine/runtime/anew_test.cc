// Runs that cannot go on, and those that take their place (docs/engine.md "A run that cannot go
// on"). The program that comes back after a crash is another one: its flow asks otherwise.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "test/support/world.h"

namespace fm::testing {
namespace {

NewEvent told(const std::string& text) {
  NewEvent event;
  event.kind = "message.posted";
  event.by = {Actor::kAgent, "leader"};
  event.body = {{"id", "m-" + text}, {"text", text}};
  return event;
}

struct Steps {
  bool looks_first = false;  // one step more, before all others
  bool asks_shell = true;
  bool fails = false;        // inside, wherever it follows another run
  std::string second = "b";  // what the second turn is about
};

// Two turns, a post, a command, a merge, and a word of the person's.
FlowDefinition flow_of(Steps steps, int version) {
  struct Body {
    static Flow<FlowEnd> run(FlowHandle flow, Steps steps) {
      if (steps.fails && !(flow.start().anew && flow.start().anew->afresh))
        throw_bug("a planted bug", __FILE__, __LINE__);
      if (steps.looks_first) co_await flow.catch_up("look");
      JsonObject done;
      EffectRequest first = toy_effect("turn", "a", 1);
      done["first"] = text_of(co_await flow.perform("first", first));
      co_await flow.post("tell", {told("halfway")});
      EffectRequest second = toy_effect("turn", steps.second, 1);
      done["second"] = text_of(co_await flow.perform("second", second));
      if (steps.asks_shell) {
        EffectRequest shell = toy_effect("shell", "make", 1);
        done["shell"] = text_of(co_await flow.perform("shell", shell));
      }
      EffectRequest merge = toy_effect("merge", "main", 1);
      done["merge"] = text_of(co_await flow.perform("merge", merge));
      Outcome heard = co_await flow.next_input("hear");
      done["heard"] = text_at(heard.value, "text");
      co_return FlowEnd::success(done);
    }
  };
  return {"toy", version, [steps](FlowHandle flow, JsonObject) { return Body::run(flow, steps); }};
}

int times(const World& world, const std::string& kind) {
  return static_cast<int>(std::ranges::count(world.ledger, kind, &Performance::kind));
}

int count(World& world, std::string_view kind) {
  int number = 0;
  for (const EventPtr& event : world.events()) number += event->kind == kind;
  return number;
}

int messages(World& world, std::string_view text) {
  int number = 0;
  for (const EventPtr& event : world.events())
    number += event->kind == "message.posted" && event->text("text") == text;
  return number;
}

std::string open_gate(World& world, std::string_view type) {
  std::string gate;
  for (const EventPtr& event : world.events())
    if (event->kind == "gate.opened" && event->text("type") == type) gate = event->text("gate");
  for (const OpenRow& row : world.gates())
    if (row.id == gate) return gate;
  return {};
}

// The process ends, and a program with these steps comes in its place.
void come_back(World& world, Steps steps, int version = 2) {
  world.crash();
  world.flows["toy"] = flow_of(steps, version);
  REQUIRE(world.open());
  world.resume_all();
  world.run_until_idle();
}

void begin_anew(World& world) {
  const std::string gate = open_gate(world, "begin_anew");
  REQUIRE_MESSAGE(!gate.empty(), world.story());
  CHECK_MESSAGE(world.answer(gate, "begin anew").has_value(), world.story());
  world.run_until_idle();
}

TEST_CASE(
    "P-11 a newer flow that renews begins a run anew that it cannot follow, and asks nobody") {
  int version = 2;
  SUBCASE("of an older program") {}
  SUBCASE("but not one of its own version") { version = 1; }
  World world({1}, {{"toy", flow_of({}, 1)}});
  REQUIRE(world.open());
  world.start();
  world.run_until_idle();
  const int begun = count(world, "flow.started");
  world.crash();
  world.flows["toy"] = flow_of({.second = "other"}, version);
  world.flows["toy"].renews = true;
  REQUIRE(world.open());
  world.resume_all();
  world.run_until_idle();
  CHECK(count(world, "flow.paused") == 1);
  CHECK_MESSAGE(open_gate(world, "begin_anew").empty() == (version == 2), world.story());
  CHECK_MESSAGE((count(world, "flow.started") > begun) == (version == 2), world.story());
  // What it wrote replays strictly.
  const int paused = count(world, "flow.paused");
  world.crash();
  REQUIRE(world.open());
  world.resume_all();
  world.run_until_idle();
  CHECK_MESSAGE(count(world, "flow.paused") == paused, world.story());
}

TEST_CASE("P-11 a room that diverged says what both sides have, and how to go on") {
  World world({1}, {{"toy", flow_of({}, 1)}});
  REQUIRE(world.open());
  world.start();
  world.run_until_idle();
  come_back(world, {.second = "other"});
  std::string detail, cure;
  for (const EventPtr& event : world.events())
    if (event->kind == "flow.paused") {
      CHECK(event->text("why") == "flow_diverged");
      detail = event->text("detail");
      cure = event->text("cure");
    }
  CHECK(detail.contains(R"("name":"b")"));
  CHECK(detail.contains("toy version 1"));
  CHECK(detail.contains(R"("name":"other")"));
  CHECK(detail.contains("toy version 2"));
  CHECK(cure.contains("folkmoot resume toys --anew"));
  CHECK(!open_gate(world, "begin_anew").empty());
}

// Asks for one thing and is done, where the program before it had asked for more.
Flow<FlowEnd> ends_early(FlowHandle flow, JsonObject) {
  EffectRequest turn = toy_effect("turn", "a", 1);
  Outcome done = co_await flow.perform("first", turn);
  (void)done;
  co_return FlowEnd::success();
}

Flow<FlowEnd> asks_twice(FlowHandle flow, JsonObject args) {
  FlowEnd end = co_await ends_early(flow, std::move(args));
  EffectRequest turn = toy_effect("turn", "b", 1);
  Outcome done = co_await flow.perform("second", turn);
  (void)done;
  Outcome heard = co_await flow.next_input("hear");
  (void)heard;
  co_return end;
}

TEST_CASE("P-11 a run that is over before all that the log holds of it has diverged") {
  World world({1}, {{"toy", {"toy", 1, asks_twice}}});
  REQUIRE(world.open());
  world.start();
  world.run_until_idle();
  world.crash();
  world.flows["toy"] = {"toy", 2, ends_early};
  REQUIRE(world.open());
  world.resume_all();
  world.run_until_idle();
  CHECK_MESSAGE(world.completion().empty(), world.story());
  CHECK(times(world, "turn") == 2);
  std::string detail;
  for (const EventPtr& event : world.events())
    if (event->kind == "flow.paused" && event->text("why") == "flow_diverged")
      detail = event->text("detail");
  CHECK_MESSAGE(detail.contains("/second"), world.story());
}

TEST_CASE("P-15 what is begun anew is not done again, and hears what nobody had heard") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    World world({seed}, {{"toy", flow_of({}, 1)}});
    REQUIRE(world.open());
    world.start();
    world.run_until_idle();
    come_back(world, {.looks_first = true});
    world.say("c-1", "go on, please");
    world.run_until_idle();
    CHECK(world.heard("c-1"));
    begin_anew(world);
    CHECK_MESSAGE(world.completion() == "success", world.story());
    const Json result = world.result().value_or(Json());
    CHECK(text_at(result, "heard") == "go on, please");
    CHECK(text_at(result, "shell") == "make");
    CHECK(times(world, "turn") == 2);
    CHECK(times(world, "shell") == 1);
    CHECK(times(world, "merge") == 1);
    CHECK(messages(world, "halfway") == 1);
  }
}

TEST_CASE("P-11 what was begun anew replays strictly, wherever it is cut") {
  World world({3}, {{"toy", flow_of({}, 1)}});
  world.quarantine_after = 1000;  // crashes are the rule here
  REQUIRE(world.open());
  world.start();
  world.run_until_idle();
  come_back(world, {.looks_first = true});
  const std::string gate = open_gate(world, "begin_anew");
  world.engine().answer(world.room, {gate, "", "begin anew", ""}, {Actor::kPerson, "ana"},
                        [](const Result<EventPtr>&) {});
  // The process dies again and again while the new run follows the old one.
  for (int lives = 0; lives < 30; ++lives) {
    for (int steps = 0; steps < lives / 3 + 2 && world.step(); ++steps) {
    }
    world.crash();
    REQUIRE(world.open());
    if (count(world, "flow.started") < 2) {  // the answer was not durable
      world.resume_all();
      world.run_until_idle();
      world.engine().answer(world.room, {open_gate(world, "begin_anew"), "", "begin anew", ""},
                            {Actor::kPerson, "ana"}, [](const Result<EventPtr>&) {});
    }
    world.resume_all();
  }
  world.run_until_idle();
  world.say("c-1", "done?");
  world.run_until_idle();
  CHECK_MESSAGE(world.completion() == "success", world.story());
  CHECK(times(world, "turn") == 2);
  CHECK(times(world, "shell") == 1);
  CHECK(times(world, "merge") == 1);
  CHECK_MESSAGE(count(world, "flow.paused") == 1, world.story());
}

TEST_CASE("P-12 a once effect that was in flight is asked about by the new run, never run again") {
  for (const EffectPoint point : {EffectPoint::kBefore, EffectPoint::kAfter}) {
    World world({4}, {{"toy", flow_of({}, 1)}});
    REQUIRE(world.open());
    world.crash_at_effect(3, point);
    world.start();
    world.run_until_idle();
    const int before = times(world, "shell");
    come_back(world, {.looks_first = true});
    begin_anew(world);
    CHECK(times(world, "shell") == before);
    const std::string gate = open_gate(world, "unknown_effect");
    REQUIRE_MESSAGE(!gate.empty(), world.story());
    CHECK(world.answer(gate, "it happened").has_value());
    world.run_until_idle();
    CHECK(times(world, "shell") == before);
    CHECK(times(world, "merge") == 1);
  }
}

TEST_CASE("P-12 a once effect in flight that the new program does not ask for is told, not run") {
  World world({5}, {{"toy", flow_of({}, 1)}});
  REQUIRE(world.open());
  world.crash_at_effect(3, EffectPoint::kAfter);
  world.start();
  world.run_until_idle();
  come_back(world, {.looks_first = true, .asks_shell = false});
  begin_anew(world);
  world.say("c-1", "and?");
  world.run_until_idle();
  CHECK_MESSAGE(world.completion() == "success", world.story());
  CHECK(times(world, "shell") == 1);
  const auto events = world.events();
  CHECK(std::ranges::any_of(events, [](const EventPtr& event) {
    return event->kind == "warning" && event->text("code") == "effect_in_doubt";
  }));
}

TEST_CASE("P-12 a checkable effect that was in flight is probed by the new run") {
  for (const EffectPoint point : {EffectPoint::kBefore, EffectPoint::kAfter}) {
    World world({6}, {{"toy", flow_of({}, 1)}});
    REQUIRE(world.open());
    world.crash_at_effect(4, point);
    world.start();
    world.run_until_idle();
    come_back(world, {.looks_first = true});
    begin_anew(world);
    world.say("c-1", "and?");
    world.run_until_idle();
    CHECK_MESSAGE(world.completion() == "success", world.story());
    CHECK(times(world, "merge") == 1);
    CHECK(times(world, "shell") == 1);
  }
}

TEST_CASE("P-15 a run that fails again is begun afresh; what was done outside is kept") {
  World world({7}, {{"toy", flow_of({}, 1)}});
  REQUIRE(world.open());
  world.start();
  world.run_until_idle();
  come_back(world, {.fails = true});
  begin_anew(world);  // follows, and fails inside again
  CHECK(world.completion().empty());
  begin_anew(world);
  world.say("c-1", "now?");
  world.run_until_idle();
  CHECK_MESSAGE(world.completion() == "success", world.story());
  CHECK(times(world, "shell") == 1);
  CHECK(times(world, "merge") == 1);
}

TEST_CASE(
    "P-15 a paused room goes on by itself with a program that fits, and its question is gone") {
  World world({8}, {{"toy", flow_of({}, 1)}});
  REQUIRE(world.open());
  world.start();
  world.run_until_idle();
  come_back(world, {.looks_first = true});
  const std::string gate = open_gate(world, "begin_anew");
  REQUIRE(!gate.empty());
  come_back(world, {}, 3);
  CHECK(world.gates().empty());
  CHECK(!world.answer(gate, "begin anew").has_value());
  world.say("c-1", "hello");
  world.run_until_idle();
  CHECK_MESSAGE(world.completion() == "success", world.story());
  CHECK(count(world, "flow.started") == 1);
}

TEST_CASE("P-14 a room that cannot go on can be stopped instead, and tried again") {
  World world({9}, {{"toy", flow_of({}, 1)}});
  REQUIRE(world.open());
  world.start();
  world.run_until_idle();
  come_back(world, {.looks_first = true});
  CHECK(world.answer(open_gate(world, "begin_anew"), "try again").has_value());
  world.run_until_idle();
  const std::string gate = open_gate(world, "begin_anew");
  REQUIRE_MESSAGE(!gate.empty(), world.story());
  CHECK(world.answer(gate, "stop").has_value());
  world.run_until_idle();
  CHECK_MESSAGE(world.completion() == "cancellation", world.story());
  CHECK(world.gates().empty());
}

TEST_CASE("P-12 a child that was under way keeps its id, and is begun anew with its parent") {
  struct Kid {
    static Flow<FlowEnd> run(FlowHandle flow, JsonObject) {
      EffectRequest shell = toy_effect("shell", "make", 1);
      JsonObject done{{"shell", text_of(co_await flow.perform("shell", shell))}};
      Outcome heard = co_await flow.next_input("hear");
      done["heard"] = text_at(heard.value, "text");
      co_return FlowEnd::success(done);
    }
  };
  struct Parent {
    static Flow<FlowEnd> run(FlowHandle flow, bool looks_first) {
      if (looks_first) co_await flow.catch_up("look");
      EffectRequest turn = toy_effect("turn", "a", 1);
      co_await flow.perform("turn", turn);
      Outcome kid = co_await flow.child("kid", "kid", {});
      co_return FlowEnd::success(kid.value);
    }
  };
  const auto parent = [](bool looks_first) {
    return FlowDefinition{"toy", 1, [looks_first](FlowHandle flow, JsonObject) {
                            return Parent::run(flow, looks_first);
                          }};
  };
  const FlowDefinition kid{
      "kid", 1, [](FlowHandle flow, JsonObject args) { return Kid::run(flow, std::move(args)); }};
  World world({11}, {{"toy", parent(false)}, {"kid", kid}});
  REQUIRE(world.open());
  world.start();
  world.run_until_idle();
  world.crash();
  world.flows["toy"] = parent(true);
  REQUIRE(world.open());
  world.resume_all();
  world.run_until_idle();
  begin_anew(world);
  world.say("c-1", "hello, child");
  world.run_until_idle();
  CHECK_MESSAGE(world.completion() == "success", world.story());
  CHECK(canonical(world.result().value_or(Json())).contains("hello, child"));
  CHECK(times(world, "shell") == 1);
  CHECK(times(world, "turn") == 1);
  std::set<std::string> ids;
  for (const EventPtr& event : world.events())
    if (event->kind == "flow.started") ids.insert(event->flow.value);
  CHECK(ids.size() == 2);
}

TEST_CASE("P-1 a flow's pins are one digest, and a continued run tells only what changed") {
  struct Body {
    static Flow<FlowEnd> run(FlowHandle flow, JsonObject args) {
      co_await flow.catch_up("look");
      const std::int64_t round = int_at(args, "round");
      if (round == 3) co_return FlowEnd::success(flow.start().args);
      args["round"] = round + 1;
      if (round == 2) args.erase("once");
      co_return flow.continue_as(std::move(args));
    }
  };
  World world({10}, {{"toy", {"toy", 1, [](FlowHandle flow, JsonObject args) {
                                return Body::run(flow, std::move(args));
                              }}}});
  REQUIRE(world.open());
  FlowRequest request;
  request.id = world.flow;
  request.name = "toy";
  request.args = {{"round", 1}, {"once", true}, {"same", "as ever"}};
  request.pins = {{"agents/leader.md", "Lead."}, {"cast.json", "{}"}};
  request.endpoints = {{"m", "host"}};
  world.engine().start(world.room, RoomRequest{world.room, "Toys", "/toys", "toys"},
                       std::move(request), {Actor::kPerson, "ana"}, [](const Result<EventPtr>&) {});
  world.run_until_idle();
  std::vector<JsonObject> starts;
  for (const EventPtr& event : world.events())
    if (event->kind == "flow.started") starts.push_back(event->body);
  REQUIRE(starts.size() == 3);
  const std::string manifest(text_at(starts[0], "manifest"));
  const auto text = world.journal().blob(manifest);
  REQUIRE(text.has_value());
  CHECK(text->contains("agents/leader.md"));
  CHECK(!starts[0].contains("pins"));
  for (const JsonObject& later : {starts[1], starts[2]})
    for (const char* same : {"args", "pins", "manifest", "endpoints", "version"})
      CHECK(!later.contains(same));
  CHECK(canonical(starts[2]).contains(R"("dropped":["once"])"));
  const Json result = world.result().value_or(Json());
  CHECK(text_at(result, "same") == "as ever");
  CHECK(int_at(result, "round") == 3);
  CHECK(find_at(result, "once") == nullptr);
}

TEST_CASE("P-11 who asks to begin anew is answered when that is durable") {
  World world({1}, {{"toy", flow_of({}, 1)}});
  REQUIRE(world.open());
  world.start();
  world.run_until_idle();
  come_back(world, {.second = "other"});
  const int begun = count(world, "flow.started");
  int at_answer = 0;
  world.engine().begin_anew(world.room, By{}, [&](const Result<void>& done) {
    CHECK(done);
    at_answer = count(world, "flow.started");
  });
  world.run_until_idle();
  CHECK_MESSAGE(at_answer == begun + 1, world.story());
}

}  // namespace
}  // namespace fm::testing
