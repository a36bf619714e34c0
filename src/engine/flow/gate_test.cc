// Questions, inputs and starts: what people do, once each, whatever happens in between.
#include <doctest/doctest.h>

#include "test/support/toy_flow.h"

namespace fm::testing {
namespace {

using Evict = EngineOptions::Evict;

Flow<FlowEnd> asking(FlowHandle flow, JsonObject) {
  GateRequest gate;
  gate.type = "plan";
  gate.question = "Is the plan right?";
  gate.options = {"yes", "no"};
  gate.subject = {{"tree", "abc"}};
  Outcome answer = co_await flow.ask("ask", gate);
  co_return FlowEnd::success(answer.value);
}

Flow<FlowEnd> expiring(FlowHandle flow, JsonObject) {
  GateRequest gate;
  gate.type = "plan";
  gate.question = "Is the plan right?";
  gate.expires_at = UtcMs{1'700'000'000'000 + 60'000};
  Outcome answer = co_await flow.ask("ask", gate);
  co_return FlowEnd::success(answer.value);
}

Flow<FlowEnd> once_only(FlowHandle flow, JsonObject) {
  EffectRequest request = toy_effect("shell", "deploy", 5);
  Outcome done = co_await flow.perform("deploy", request);
  co_return FlowEnd::success(Json(boost::json::string(done.error ? done.error->code
                                                      : bool_at(done.value, "assumed") ? "assumed"
                                                                                       : "done")));
}

std::map<std::string, FlowDefinition> flows() {
  return {{"asking", {"asking", 1, asking}},
          {"expiring", {"expiring", 1, expiring}},
          {"once", {"once", 1, once_only}}};
}

std::size_t count(World& world, std::string_view kind) {
  std::size_t found = 0;
  for (const EventPtr& event : world.events()) found += event->kind == kind;
  return found;
}

TEST_CASE("P-13 the first answer counts; a later one is refused with the first") {
  for (const Evict evict : {Evict::kWhenDeferred, Evict::kNever}) {
    World world({1, evict}, flows());
    REQUIRE(world.open());
    world.start({}, "asking");
    world.run_until_idle();
    const std::string gate = world.gates().at(0).id;
    CHECK(world.answer(gate, "perhaps").error().code == "gate_option");
    CHECK(world.answer(gate, "yes", "another digest").error().code == "gate_changed");
    CHECK(world.answer("g-nothing", "yes").error().code == "gate_unknown");
    const std::string digest(text_at(world.gates()[0].data, "digest"));
    // Two people at once: neither is committed when the second comes.
    std::vector<std::string> outcomes;
    for (const char* who : {"ana", "ben"})
      world.engine().answer(
          world.room, {gate, digest, who[0] == 'a' ? "yes" : "no", ""}, {Actor::kPerson, who},
          [&](const Result<EventPtr>& answered) {
            outcomes.push_back(answered ? "accepted"
                                        : answered.error().code + ": " + answered.error().cause);
          });
    world.run_until_idle();
    REQUIRE(outcomes.size() == 2);
    CHECK(std::ranges::count(outcomes, "accepted") == 1);
    const auto refused = std::ranges::find_if(outcomes, [](const std::string& outcome) {
      return outcome.starts_with("gate_answered: ");
    });
    REQUIRE(refused != outcomes.end());
    const std::string first(text_at(*world.result(), "answer"));
    CHECK(refused->find("answered \"" + first + "\"") != refused->npos);
    CHECK(world.answer(gate, "no").error().code == "gate_answered");
    CHECK(count(world, "gate.answered") == 1);
  }
}

TEST_CASE("P-13 an answer that was acknowledged survives a crash, and is not asked for again") {
  for (const CrashMode mode : {CrashMode::kCrash, CrashMode::kPowerLoss, CrashMode::kTornWrite}) {
    World world({2}, flows());
    REQUIRE(world.open());
    world.start({}, "asking");
    world.run_until_idle();
    const std::string gate = world.gates().at(0).id;
    REQUIRE(world.answer(gate, "yes"));
    world.crash(mode);
    REQUIRE(world.open());
    CHECK(world.gates().empty());
    CHECK(world.answer(gate, "no").error().code == "gate_answered");
    world.resume_all();
    world.run_until_idle();
    CHECK(text_at(*world.result(), "answer") == "yes");
  }
}

TEST_CASE("P-13 a gate whose time has passed says so once and can still be answered") {
  for (const bool crash : {false, true}) {
    World world({3}, flows());
    REQUIRE(world.open());
    world.start({}, "expiring");
    if (crash) {
      world.run_for(Millis(10));
      world.crash();
      REQUIRE(world.open());
      world.resume_all();
    }
    world.run_until_idle();
    CHECK(count(world, "gate.expired") == 1);
    world.crash();
    REQUIRE(world.open());
    world.resume_all();
    world.run_until_idle();
    CHECK(count(world, "gate.expired") == 1);
    REQUIRE(world.answer(world.gates().at(0).id, "late but yes"));
    world.run_until_idle();
    CHECK(text_at(*world.result(), "answer") == "late but yes");
  }
}

TEST_CASE("P-12 a once effect in doubt asks the person, and does what the person says") {
  for (const EffectPoint point : {EffectPoint::kBefore, EffectPoint::kAfter}) {
    for (const std::string with : {"it happened", "do it again", "stop"}) {
      World world({4}, flows());
      REQUIRE(world.open());
      world.crash_at_effect(1, point);
      world.start({}, "once");
      world.run_until_idle();
      REQUIRE(world.crashed());
      const std::size_t before = world.ledger.size();
      world.crash();
      REQUIRE(world.open());
      world.resume_all();
      world.run_until_idle();
      CHECK(world.ledger.size() == before);
      REQUIRE(world.gates().size() == 1);
      CHECK(count(world, "effect.unknown") == 1);
      // It is asked once, however often the program starts.
      world.close();
      REQUIRE(world.open());
      world.resume_all();
      world.run_until_idle();
      REQUIRE(world.gates().size() == 1);
      CHECK(count(world, "gate.opened") == 1);
      REQUIRE(world.answer(world.gates()[0].id, with));
      world.run_until_idle();
      const std::string expected = with == "it happened" ? "assumed"
                                   : with == "stop"      ? "effect_abandoned"
                                                         : "done";
      CHECK(*world.result() == Json(boost::json::string(expected)));
      CHECK(world.ledger.size() == before + (with == "do it again" ? 1 : 0));
    }
  }
}

TEST_CASE("P-12 a crash right after \"do it again\" asks again instead of waiting for ever") {
  for (int at = 0; at < 12; ++at) {
    CAPTURE(at);
    World world({5}, flows());
    REQUIRE(world.open());
    world.crash_at_effect(1, EffectPoint::kBefore);
    world.start({}, "once");
    world.run_until_idle();
    world.crash();
    REQUIRE(world.open());
    world.resume_all();
    world.run_until_idle();
    world.engine().answer(world.room, {world.gates().at(0).id, "", "do it again", ""},
                          {Actor::kPerson, "ana"}, [](const Result<EventPtr>&) {});
    for (int step = 0; step < at; ++step) world.step();
    world.crash();
    REQUIRE(world.open());
    world.resume_all();
    world.run_until_idle();
    for (int again = 0; again < 3 && !world.result(); ++again) {
      REQUIRE(world.gates().size() == 1);
      REQUIRE(
          world.answer(world.gates()[0].id, world.ledger.empty() ? "do it again" : "it happened"));
      world.run_until_idle();
    }
    CHECK(world.result().has_value());
    CHECK(world.ledger.size() == 1);
  }
}

// Starts a flow under the world's id with `args`, and gives what came of it.
std::string start_again(World& world, JsonObject args) {
  std::string outcome;
  FlowRequest request;
  request.id = world.flow;
  request.name = "asking";
  request.args = std::move(args);
  world.engine().start(world.room, std::nullopt, std::move(request), By{},
                       [&](const Result<EventPtr>& started) {
                         outcome = started ? (*started)->kind : started.error().code;
                       });
  world.run_until_idle();
  return outcome;
}

TEST_CASE("P-10 starting a flow again with the same arguments is the same run, else a conflict") {
  World world({6}, flows());
  REQUIRE(world.open());
  world.start({}, "asking");
  world.run_until_idle();
  CHECK(start_again(world, {}) == "flow.started");
  CHECK(start_again(world, {{"other", 1}}) == "flow_conflict");
  world.crash();
  REQUIRE(world.open());
  CHECK(start_again(world, {}) == "flow.started");
  REQUIRE(world.answer(world.gates().at(0).id, "yes"));
  world.run_until_idle();
  REQUIRE(world.result().has_value());
  CHECK(start_again(world, {}) == "flow.started");  // it has ended, and is not begun anew
  CHECK(start_again(world, {{"other", 1}}) == "flow_conflict");
  CHECK(count(world, "flow.started") == 1);
}

TEST_CASE("P-10 two starts at once are one run") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    World world({seed}, flows());
    REQUIRE(world.open());
    world.start({}, "asking");
    world.run_until_idle();
    std::vector<std::string> outcomes;
    for (int i = 0; i < 2; ++i) {
      FlowRequest request;
      request.id = {"f-second"};
      request.name = "asking";
      world.engine().start(world.room, std::nullopt, std::move(request), By{},
                           [&](const Result<EventPtr>& started) {
                             outcomes.push_back(started ? (*started)->kind : started.error().code);
                           });
    }
    world.run_until_idle();
    CHECK(outcomes == std::vector<std::string>{"flow.started", "flow.started"});
    CHECK(count(world, "flow.started") == 2);
    CHECK(world.gates().size() == 2);
  }
}

TEST_CASE("P-3 every message reaches the flow once and in order, over crashes and new runs") {
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    CAPTURE(seed);
    World world({seed, seed % 2 ? Evict::kNever : Evict::kWhenDeferred},
                {{"echo", {"echo", 1, echo}}});
    REQUIRE(world.open());
    world.start({}, "echo");
    std::vector<std::string> texts;
    for (int i = 0; i < 30; ++i) texts.push_back(i == 29 ? "the end" : "m" + std::to_string(i));
    for (std::size_t i = 0; i < texts.size();) {
      const std::string id = "c-" + std::to_string(i);
      // A person says it in whatever gap the work has reached, and again until it was heard.
      for (std::uint64_t steps = 1 + (seed * 31 + i * 17) % 23; steps > 0; --steps) world.step();
      if (world.events().empty()) continue;
      world.say(id, texts[i]);
      if ((seed + i) % 4 == 0) {
        world.crash(i % 2 ? CrashMode::kPowerLoss : CrashMode::kCrash);
        REQUIRE(world.open());
        world.resume_all();
      }
      world.say(id, texts[i]);
      while (!world.heard(id) && world.step()) {
      }
      ++i;
    }
    world.run_until_idle();
    REQUIRE_MESSAGE(world.result().has_value(), world.story());
    CHECK(*world.result() == Json(to_json(texts)));
  }
}

Flow<std::string> hearing(FlowHandle flow) {
  Outcome said = co_await flow.next_input("hear");
  co_return said.interrupted ? "" : std::string(text_at(said.value, "text"));
}

Flow<std::string> dozing(FlowHandle flow) {
  Outcome slept = co_await flow.sleep("doze", Millis(20));
  (void)slept;
  co_return "";
}

Flow<FlowEnd> patient(FlowHandle flow, JsonObject) {
  JsonArray heard;
  for (int i = 0; i < 200 && heard.size() < 8; ++i) {
    std::vector<FlowHandle> handles{flow.at("hear").branch("h", i), flow.at("doze").branch("d", i)};
    std::vector<Flow<std::string>> branches;
    branches.push_back(hearing(handles[0]));
    branches.push_back(dozing(handles[1]));
    auto [winner, text] = co_await flow.race(handles, std::move(branches));
    if (!text.empty()) heard.push_back(Json(boost::json::string(text)));
  }
  co_return FlowEnd::success(heard);
}

TEST_CASE("P-3 a message that arrives as its listener loses a race is heard by the next") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    World world({seed}, {{"patient", {"patient", 1, patient}}});
    REQUIRE(world.open());
    world.start({}, "patient");
    world.run_for(Millis(3));
    std::vector<std::string> texts;
    for (int i = 0; i < 8; ++i) {
      texts.push_back("m" + std::to_string(i));
      world.run_for(Millis(17));
      for (std::uint64_t steps = (seed + static_cast<std::uint64_t>(i)) % 9; steps > 0; --steps)
        world.step();
      world.say("c" + std::to_string(i), texts.back());
      while (!world.heard("c" + std::to_string(i)) && world.step()) {
      }
    }
    world.run_until_idle();
    REQUIRE(world.result().has_value());
    CHECK(*world.result() == Json(to_json(texts)));
  }
}

}  // namespace
}  // namespace fm::testing
