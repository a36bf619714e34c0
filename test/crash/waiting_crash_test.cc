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

void set_up(Discussion& conversation) {
  conversation.request.preset = "standard";
  conversation.request.model = "scripted:first,scripted:second";
  conversation.lines = {
      // Five attempts at each model, and parked; then it works.
      {.agent = "researcher",
       .task = "research",
       .fails = ModelErrorKind::kOverloaded,
       .times = 10},
      {.agent = "ideation", .task = "ideate", .fails = ModelErrorKind::kQuota, .model = "first"}};
}

// The person says yes to every budget, until nothing is asked any more.
void say_yes(Discussion& conversation) {
  for (int i = 0; i < 10; ++i) {
    conversation.run_until_idle();
    if (conversation.crashed() || !conversation.answer("budget", "continue")) return;
  }
}

int gates(Discussion& conversation, std::string_view type) {
  int count = 0;
  for (const EventPtr& event : conversation.events())
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
    Discussion conversation(options_with(at));
    set_up(conversation);
    REQUIRE(conversation.open().has_value());
    REQUIRE(conversation.start().has_value());
    for (int i = 0; i < 10 && conversation.events().size() < at; ++i) {
      while (conversation.events().size() < at && conversation.step()) {
      }
      if (conversation.events().size() < at && !conversation.answer("budget", "continue")) break;
    }
    conversation.crash(at % 2 == 0 ? CrashMode::kPowerLoss : CrashMode::kTornWrite);
    REQUIRE(conversation.open().has_value());
    conversation.resume();
    say_yes(conversation);
    for (const std::string& fault : conversation.outside_faults) FAIL_CHECK(fault);
    if (conversation.outcome() != expected)
      FAIL_CHECK(conversation.outcome(), conversation.story());
    CHECK(gates(conversation, "parked") <= parked + 1);  // the models' five refusals may begin anew
    CHECK(gates(conversation, "budget") == asked_for_money);
    const RoomView view = conversation.view();
    CHECK(view.gates.empty());
    CHECK(view.cost().value > 0);
  }
  std::printf("waiting: ended at %d events\n", points);
}
