// A discussion in which turns are parked, models step in for others and budgets ask, ended at every
// event: it goes on to the same result, and no yes is lost or given twice.
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>

#include "test/support/discussion.h"

using namespace fm;
using namespace fm::testing;

namespace {

DiscussionOptions options_with(std::uint64_t seed) {
  DiscussionOptions options;
  options.seed = seed;
  options.model = "scripted:first";
  options.turns.room.turns = 6;  // asks at four fifths of it, and at the whole
  options.turns.facts = [](const std::string&) {
    return ModelFacts{.context_tokens = 0, .price = ModelPrice{{1'000'000}, {}, {}, {1'000'000}}};
  };
  return options;
}

void set_up(Discussion& talk) {
  talk.request.preset = "standard";
  talk.request.model = "scripted:first,scripted:second";
  talk.lines = {
      // Five attempts at each model, and parked; then it works.
      {.agent = "researcher",
       .task = "research",
       .fails = ModelErrorKind::kOverloaded,
       .times = 10},
      {.agent = "ideation", .task = "ideate", .fails = ModelErrorKind::kQuota, .model = "first"}};
}

// The person says yes to every budget, until nothing is asked any more.
void say_yes(Discussion& talk) {
  for (int i = 0; i < 10; ++i) {
    talk.run_until_idle();
    if (talk.crashed() || !talk.answer("budget", "continue")) return;
  }
}

int gates(Discussion& talk, std::string_view type) {
  int count = 0;
  for (const EventPtr& event : talk.events())
    if (event->kind == "gate.opened" && event->text("type") == type) ++count;
  return count;
}

}  // namespace

TEST_CASE("P-12 parked turns, fallbacks and budgets survive an end at every event") {
  std::string expected;
  int parked = 0, asked_for_money = 0;
  std::size_t events = 0;
  {
    Discussion whole(options_with(0));
    set_up(whole);
    REQUIRE(whole.open().has_value());
    REQUIRE(whole.start().has_value());
    say_yes(whole);
    REQUIRE(whole.view().latest_flow()->completion == "success");
    expected = whole.outcome();
    parked = gates(whole, "parked");
    asked_for_money = gates(whole, "budget");
    events = whole.events().size();
    CHECK(parked == 1);
    CHECK(asked_for_money >= 2);
    REQUIRE(events > 60);
  }
  const std::size_t stride = std::getenv("FM_EXHAUSTIVE") != nullptr ? 1 : 3;
  int points = 0;
  for (std::size_t at = 4; at < events; at += stride) {
    CAPTURE(at);
    ++points;
    Discussion talk(options_with(at));
    set_up(talk);
    REQUIRE(talk.open().has_value());
    REQUIRE(talk.start().has_value());
    for (int i = 0; i < 10 && talk.events().size() < at; ++i) {
      while (talk.events().size() < at && talk.step()) {
      }
      if (talk.events().size() < at && !talk.answer("budget", "continue")) break;
    }
    talk.crash(at % 2 == 0 ? CrashMode::kPowerLoss : CrashMode::kTornWrite);
    REQUIRE(talk.open().has_value());
    talk.resume();
    say_yes(talk);
    for (const std::string& fault : talk.outside_faults) FAIL_CHECK(fault);
    if (talk.outcome() != expected) FAIL_CHECK(talk.outcome(), talk.story());
    CHECK(gates(talk, "parked") <= parked + 1);  // the models' five refusals may begin anew
    CHECK(gates(talk, "budget") == asked_for_money);
    const RoomView view = talk.view();
    CHECK(view.gates.empty());
    CHECK(view.cost().value > 0);
  }
  std::printf("waiting: ended at %d events\n", points);
}
