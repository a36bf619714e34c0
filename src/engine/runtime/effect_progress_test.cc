// What an effect leaves behind while it works, and how long it may work (P-12, design idea 5).
#include <doctest/doctest.h>

#include "test/support/world.h"

namespace fm::testing {
namespace {

// Starts something outside that lives on when this process ends, and says so before it waits.
class Session final : public Performer {
 public:
  explicit Session(World& world) : world_(world) {}

  EffectClass effect_class() const override { return EffectClass::kCheckable; }
  std::vector<NewEvent> announce(const EffectCall&) override { return {}; }
  EffectDeadline deadline(const EffectCall&) const override { return limits; }
  Task<Performed> begin(EffectCall call, const Fold&) override { return work(*this, call); }
  Task<Probe> probe(EffectCall call, Performed& performed) override {
    return look(*this, call, performed);
  }

  EffectDeadline limits;
  Millis beats{0};  // between two signs of life
  Millis takes{3'600'000};
  int begun = 0;
  std::vector<std::string> seen;  // of the progress, by each attempt and probe
  bool outside_is_done = false;
  bool probe_knows = true;

 private:
  static Task<Performed> work(Session& self, EffectCall call) {
    ++self.begun;
    self.seen.push_back("attempt " + canonical(call.progress));
    const bool counts = co_await call.record({{"session", "s-" + std::to_string(self.begun)}});
    Performed performed;
    performed.outcome.value = JsonObject{{"counts", counts}};
    const Later<bool> woken;
    const auto cancelled = call.cancel.on_cancel([woken] { woken.resolve(false); });
    std::vector<std::unique_ptr<Timer>> timers;
    timers.push_back(self.world_.loop().after(self.takes, [woken] { woken.resolve(true); }));
    for (Millis at = self.beats; at > Millis(0) && at < self.takes; at += self.beats)
      timers.push_back(self.world_.loop().after(at, [beat = call.beat] { beat(); }));
    performed.outcome.interrupted = !co_await woken;
    co_return performed;
  }
  static Task<Probe> look(Session& self, EffectCall call, Performed& performed) {
    self.seen.push_back("probe " + canonical(call.progress));
    if (!self.probe_knows) co_return Probe::kUnknown;
    if (!self.outside_is_done) co_return Probe::kDidNotHappen;
    performed.outcome.value = JsonObject{{"found", call.progress.at("session")}};
    co_return Probe::kHappened;
  }

  World& world_;
};

Flow<FlowEnd> one_session(FlowHandle flow, JsonObject) {
  EffectRequest request{"session", {{"of", "toy"}}};
  Outcome done = co_await flow.perform("work", request);
  if (done.error) co_return FlowEnd::failed(*done.error);
  co_return FlowEnd::success(done.value);
}

struct Played {
  World world;
  Session session;
  explicit Played(std::uint64_t seed = 1)
      : world({seed}, {{"session", {"session", 1, one_session}}}), session(world) {
    world.more["session"] = &session;
    REQUIRE(world.open());
    world.start({}, "session");
  }
  void end_process() {
    world.crash(CrashMode::kPowerLoss);
    REQUIRE(world.open());
    world.resume_all();
  }
};

TEST_CASE("what an effect left behind is given to the probe after a crash") {
  Played played;
  played.world.run_for(Millis(100));
  played.session.outside_is_done = true;
  played.end_process();
  played.world.run_until_idle();
  CHECK(played.session.begun == 1);
  CHECK(played.session.seen.back() == R"(probe {"attempt":1,"effect":"session","session":"s-1"})");
  REQUIRE(played.world.result());
  CHECK(canonical(*played.world.result()) == R"({"found":"s-1"})");
}

TEST_CASE("the next attempt is given what the one before it left behind") {
  Played played;
  played.world.run_for(Millis(100));
  played.end_process();
  played.session.takes = Millis(10);
  played.world.run_until_idle();
  CHECK(played.session.begun == 2);
  CHECK(played.session.seen.back() ==
        R"(attempt {"attempt":1,"effect":"session","session":"s-1"})");
  CHECK(canonical(*played.world.result()) == R"({"counts":true})");
}

TEST_CASE("what was recorded is in the log before the work goes on") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    Played played(seed);
    while (played.session.begun == 0) played.world.step();
    played.world.run_for(Millis(1));
    const auto events = played.world.events();
    CHECK(events.back()->kind == "effect.progress");
    CHECK(events.back()->text("session") == "s-1");
  }
}

TEST_CASE("an effect that takes longer than it may is ended, with an error that says so") {
  Played played;
  played.session.limits.in_all = Millis(60'000);
  played.session.beats = Millis(1'000);
  played.world.crash();
  REQUIRE(played.world.open());
  played.world.start({}, "session");
  const Millis before = played.world.loop().clock().steady();
  played.world.run_until_idle();
  CHECK(played.world.loop().clock().steady() - before >= Millis(60'000));
  CHECK(played.world.completion() == "error");
  CHECK(played.world.story().find("effect_timeout") != std::string::npos);
}

TEST_CASE("an effect that gives no sign of life is ended; one that does may go on") {
  for (const bool alive : {false, true}) {
    CAPTURE(alive);
    Played played;
    played.session.limits.silence = Millis(5'000);
    played.session.takes = Millis(60'000);
    if (alive) played.session.beats = Millis(2'000);
    played.world.crash();
    REQUIRE(played.world.open());
    played.world.start({}, "session");
    played.world.run_until_idle();
    CHECK(played.world.completion() == (alive ? "success" : "error"));
  }
}

}  // namespace
}  // namespace fm::testing
