#include "model/queue/provider_queue.h"

#include <doctest/doctest.h>

#include <chrono>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/queue/provider_queue_testing.h"

namespace fm {
namespace {

using std::chrono::seconds;
using Why = QueueRefusal::Why;

struct Fixture {
  SimLoop loop{3};
  std::unique_ptr<ProviderQueue> line = std::make_unique<ProviderQueue>(loop, "acme", RateCaps());
  std::deque<QueueCaller> callers;

  void caps(RateCaps caps) { line = std::make_unique<ProviderQueue>(loop, "acme", caps); }
  QueueCaller& come(QueueRequest wish) {
    QueueCaller& caller = callers.emplace_back(loop, *line, std::move(wish));
    loop.run_ready();
    return caller;
  }
  QueueCaller& come(std::string room, std::string model = "m") {
    return come({.room = std::move(room), .model = std::move(model)});
  }
  void leave(QueueCaller& caller, const ModelOutcome& outcome = ModelReply()) {
    caller.leave(outcome);
    loop.run_ready();
  }
  void run_for(Millis span) { loop.run_for(span); }

  // Five failures in a row.
  void break_down() {
    for (int i = 0; i < 5; ++i)
      leave(come("z"), line_failure(ModelErrorKind::kNetwork, {}, "The connection failed."));
    REQUIRE(line->state() == BreakerState::kOpen);
  }
  // Ends one call after the other, and tells whose turn it was.
  std::string order() {
    std::string rooms;
    for (bool any = true; any;) {
      any = false;
      for (QueueCaller& caller : callers) {
        if (!caller.pass) continue;
        rooms += caller.wish.room;
        leave(caller);
        any = true;
        break;
      }
    }
    return rooms;
  }
};

constexpr RateCaps kOneAtOnce{.requests_per_minute = {}, .tokens_per_minute = {}, .concurrent = 1};
constexpr RateCaps kTwoAMinute{.requests_per_minute = 2, .tokens_per_minute = {}, .concurrent = {}};

TEST_CASE_FIXTURE(Fixture, "P-30 where nothing holds it up a call goes at once and hears nothing") {
  QueueCaller& caller = come("a");
  CHECK(caller.pass.has_value());
  CHECK(line->under_way() == 1);
  CHECK(caller.heard.empty());
  leave(caller);
  CHECK(line->under_way() == 0);
  CHECK(line->waiting() == 0);
}

TEST_CASE_FIXTURE(Fixture, "P-30 a room with many calls does not hold up one with a single call") {
  caps(kOneAtOnce);
  for (int i = 0; i < 500; ++i) come("a");
  come("b");
  CHECK(order().starts_with("aab"));
}

TEST_CASE_FIXTURE(Fixture, "P-30 a call that was here before stands in front of its room") {
  caps(kOneAtOnce);
  QueueCaller& first = come("a");
  QueueCaller& second = come("a");
  QueueCaller& back = come({.room = "a", .model = "m", .was_here = true});
  leave(first);
  CHECK(back.pass.has_value());
  CHECK(!second.pass.has_value());
}

TEST_CASE_FIXTURE(Fixture, "P-30 a call that waits for its model's limit lets others pass") {
  leave(come("a"), line_failure(ModelErrorKind::kRateLimit, Millis(60'000)));
  CHECK(!come("a").pass.has_value());
  CHECK(come("a", "other").pass.has_value());
}

TEST_CASE_FIXTURE(Fixture, "P-30 small calls do not keep a large one waiting for ever") {
  caps({.requests_per_minute = {}, .tokens_per_minute = 1'000, .concurrent = {}});
  come({.room = "a", .model = "m", .tokens = 600});
  QueueCaller& large = come({.room = "b", .model = "m", .tokens = 900});
  std::vector<QueueCaller*> small;
  for (int i = 0; i < 20; ++i) {
    small.push_back(&come({.room = "c", .model = "n", .tokens = 100}));
    run_for(seconds(3));
  }
  run_for(seconds(1));
  REQUIRE(large.pass.has_value());
  CHECK(large.ended - large.came == seconds(60));
  CHECK(!small[1]->pass.has_value());
}

TEST_CASE_FIXTURE(Fixture, "P-30 the person hears why and how long, with the calls before it") {
  caps(kTwoAMinute);
  come("a");
  run_for(seconds(20));
  come("a");
  QueueCaller& first = come("b");
  REQUIRE(first.heard.size() == 1);
  CHECK(first.heard[0] == "Waits about 40 s: your limit for acme is two requests a minute.");
  CHECK(first.last_expected == seconds(40));
  run_for(seconds(2));
  QueueCaller& second = come("c");
  CHECK(second.heard[0] ==
        "Waits about 1 min 8 s: your limit for acme is two requests a minute, and one call goes "
        "first.");
  run_for(seconds(300));
  CHECK(first.ended - first.came == seconds(40));
  CHECK(first.heard.size() == 1);
}

TEST_CASE_FIXTURE(Fixture, "P-30 it is told again when it changes by much, once a second at most") {
  QueueCaller& under_way = come("z");
  leave(come("z"), line_failure(ModelErrorKind::kRateLimit, Millis(60'000)));
  QueueCaller& caller = come("a");
  CHECK(caller.heard[0].starts_with("Waits about 1 min"));
  CHECK(caller.heard[0].ends_with(": acme asked us to pause."));
  for (int i = 0; i < 20; ++i) {
    come("b");  // changes nothing
    run_for(Millis(100));
  }
  CHECK(caller.heard.size() == 1);
  leave(under_way, line_failure(ModelErrorKind::kRateLimit, Millis(240'000)));
  leave(come("z", "other"));
  run_for(seconds(2));
  REQUIRE(caller.heard.size() == 2);
  CHECK(caller.heard[1].starts_with("Waits about 4 min"));
  CHECK(caller.heard_at[1] - caller.heard_at[0] >= seconds(1));
}

TEST_CASE_FIXTURE(Fixture, "P-30 what takes as long as it takes is told once") {
  caps(kOneAtOnce);
  QueueCaller* under_way = &come("z");
  QueueCaller& caller = come("a");
  for (int i = 0; i < 10; ++i) {
    QueueCaller& next = come({.room = "a", .model = "m", .was_here = true});
    run_for(seconds(10));
    leave(*under_way);
    under_way = &next;
  }
  CHECK(!caller.pass.has_value());
  CHECK(caller.heard.size() == 1);
}

TEST_CASE_FIXTURE(Fixture, "P-30 waits that nobody would notice are not spoken of") {
  leave(come("z"), line_failure(ModelErrorKind::kRateLimit, Millis(0)));
  QueueCaller& caller = come("a");
  run_for(seconds(2));
  CHECK(caller.pass.has_value());
  CHECK(caller.heard.empty());
}

TEST_CASE_FIXTURE(Fixture, "P-30 who cannot go within its patience is turned away at once") {
  leave(come("z"), line_failure(ModelErrorKind::kRateLimit, Millis(120'000)));
  QueueCaller& caller = come({.room = "a", .model = "m", .patience = seconds(60)});
  REQUIRE(caller.away.has_value());
  CHECK(caller.away->why == Why::kTooLong);
  CHECK(caller.away->wait >= seconds(120));
  CHECK(caller.away->words == "acme asked us to pause.");
  CHECK(caller.heard.empty());
  CHECK(line->waiting() == 0);
}

TEST_CASE_FIXTURE(Fixture, "P-30 patience ends at its time though nobody knew how long") {
  caps(kOneAtOnce);
  come("z");
  QueueCaller& caller = come({.room = "a", .model = "m", .patience = seconds(60)});
  QueueCaller& in_haste = come({.room = "a", .model = "m", .patience = Millis(-5)});
  CHECK(in_haste.away.has_value());
  CHECK(caller.heard ==
        std::vector<std::string>{"Waits its turn: your limit for acme is one call at once."});
  run_for(seconds(100));
  REQUIRE(caller.away.has_value());
  CHECK(caller.away->why == Why::kTooLong);
  CHECK(caller.away->wait == Millis(0));
  CHECK(caller.ended - caller.came == seconds(60));
}

TEST_CASE_FIXTURE(Fixture, "P-30 a call without patience goes where nothing holds it up") {
  CHECK(come({.room = "a", .model = "m", .patience = Millis(0)}).pass.has_value());
}

TEST_CASE_FIXTURE(Fixture,
                  "P-32 where another model is named it is asked rather than waited long") {
  caps(kTwoAMinute);
  come("a");
  run_for(seconds(45));
  come("a");
  CHECK(come({.room = "b", .model = "m", .may_leave = true}).away.has_value());
  run_for(seconds(6));
  QueueCaller& next = come({.room = "b", .model = "m", .may_leave = true});
  QueueCaller& after = come({.room = "b", .model = "m", .may_leave = true});
  CHECK(!next.away.has_value());
  CHECK(after.away.has_value());
  run_for(seconds(10));
  CHECK(next.pass.has_value());
}

TEST_CASE_FIXTURE(Fixture, "P-33 a provider that is down is spared, and asked again by one call") {
  break_down();
  QueueCaller& first = come("a");
  QueueCaller& second = come("b");
  CHECK(first.heard[0] == "Waits about 15 s: acme does not answer (The connection failed).");
  CHECK(come({.room = "c", .model = "m", .may_leave = true}).away->why == Why::kDown);
  const Millis patience = seconds(10);
  CHECK(come({.room = "c", .model = "m", .patience = patience}).away->why == Why::kDown);
  run_for(seconds(15));
  CHECK(first.pass.has_value());
  CHECK(!second.pass.has_value());
  run_for(seconds(2));
  CHECK(second.heard.back() ==
        "Waits its turn: acme did not answer; one call looks whether it does.");
  leave(first, line_failure(ModelErrorKind::kServer));
  run_for(seconds(29));
  CHECK(!second.pass.has_value());
  run_for(seconds(1));
  REQUIRE(second.pass.has_value());
  leave(second);
  CHECK(line->state() == BreakerState::kClosed);
  CHECK(come("a").pass.has_value());
}

TEST_CASE_FIXTURE(Fixture, "P-33 a provider's long words about its failure are cut") {
  for (int i = 0; i < 5; ++i)
    leave(come("z"), line_failure(ModelErrorKind::kServer, {}, std::string(400, 'x')));
  CHECK(come("a").heard.at(0).size() < 160);
}

TEST_CASE_FIXTURE(Fixture, "P-33 a probe that is given up leaves the next try to another call") {
  break_down();
  QueueCaller& first = come("a");
  QueueCaller& second = come("b");
  run_for(seconds(15));
  REQUIRE(first.pass.has_value());
  first.pass.reset();
  loop.run_ready();
  CHECK(second.pass.has_value());
}

TEST_CASE_FIXTURE(Fixture, "P-33 an answer from before the failures does not open the line again") {
  QueueCaller& early = come("a");
  break_down();
  leave(early);
  CHECK(line->state() == BreakerState::kOpen);
  CHECK(!come("b").pass.has_value());
}

TEST_CASE_FIXTURE(Fixture, "cancelling leaves the line at once, but not inside cancel()") {
  caps(kOneAtOnce);
  come("z");
  QueueCaller& caller = come("a");
  caller.cancel.cancel();
  CHECK(caller.ends == 0);
  CHECK(line->waiting() == 0);
  loop.run_ready();
  CHECK(caller.away->why == Why::kCancelled);
  CHECK(loop.clock().steady() == Millis(0));
}

TEST_CASE_FIXTURE(Fixture, "who was cancelled before it came never goes") {
  CancelToken cancel;
  cancel.cancel();
  QueueCaller listener(loop, *line, {.room = "z", .model = "m"});
  std::optional<Why> why;
  const auto task = start(line->enter({.room = "a", .model = "m"}, listener, cancel),
                          [&](auto outcome) { why = outcome->error().why; });
  loop.run_ready();
  CHECK(why == Why::kCancelled);
  CHECK(line->under_way() == 1);
}

TEST_CASE_FIXTURE(Fixture, "a large call that is cancelled lets those behind it go at once") {
  caps({.requests_per_minute = {}, .tokens_per_minute = 1'000, .concurrent = {}});
  come({.room = "a", .model = "m", .tokens = 600});
  QueueCaller& large = come({.room = "a", .model = "m", .tokens = 900});
  QueueCaller& small = come({.room = "b", .model = "m", .tokens = 100});
  CHECK(!small.pass.has_value());
  large.cancel.cancel();
  loop.run_ready();
  CHECK(small.pass.has_value());
}

TEST_CASE_FIXTURE(Fixture, "a listener may cancel, and leave, from where it is told") {
  caps(kOneAtOnce);
  QueueCaller& first = come("z");
  QueueCaller& second = come("a");
  QueueCaller& third = callers.emplace_back(loop, *line, QueueRequest{.room = "b", .model = "m"});
  QueueCaller& fourth = callers.emplace_back(loop, *line, QueueRequest{.room = "c", .model = "m"});
  third.on_wait = [&] {
    fourth.cancel.cancel();
    third.cancel.cancel();
    second.cancel.cancel();
    first.leave();
  };
  loop.run_ready();
  CHECK(third.away->why == Why::kCancelled);
  CHECK(second.away->why == Why::kCancelled);
  CHECK(fourth.away->why == Why::kCancelled);
  CHECK(fourth.heard.empty());
  CHECK(line->under_way() == 0);
}

TEST_CASE_FIXTURE(Fixture, "a listener's bug is its own call's, and the others go on") {
  caps(kOneAtOnce);
  QueueCaller& first = come("z");
  QueueCaller& broken = callers.emplace_back(loop, *line, QueueRequest{.room = "a", .model = "m"});
  QueueCaller& sound = callers.emplace_back(loop, *line, QueueRequest{.room = "b", .model = "m"});
  broken.on_wait = [] { throw std::runtime_error("bug"); };
  loop.run_ready();
  CHECK(broken.ends == 1);
  CHECK(broken.bug != nullptr);
  CHECK(sound.heard.size() == 1);
  leave(first);
  CHECK(sound.pass.has_value());
}

TEST_CASE_FIXTURE(Fixture, "a task that is destroyed leaves the line, or gives its pass back") {
  caps(kOneAtOnce);
  QueueCaller& first = come("a");
  QueueCaller& waits = come("b");
  waits.stop();
  loop.run_ready();
  CHECK(line->waiting() == 0);
  QueueCaller& next = come("c");
  first.leave();
  while (line->waiting() > 0) loop.step();  // its pass is on the way
  next.stop();
  loop.run_ready();
  CHECK(line->under_way() == 0);
  CHECK(come("d").pass.has_value());
}

TEST_CASE_FIXTURE(Fixture, "a pass outlives its line harmlessly") {
  QueueCaller& caller = come("a");
  line.reset();
  leave(caller);
  CHECK(caller.ends == 1);
}

TEST_CASE_FIXTURE(Fixture, "waiting costs nothing: one timer, and no work while nothing changes") {
  leave(come("z"), line_failure(ModelErrorKind::kRateLimit, Millis(200'000)));
  for (int i = 0; i < 50; ++i) come("a");
  run_for(seconds(3));
  int steps = 0;
  while (line->under_way() == 0 && loop.step()) ++steps;
  CHECK(steps <= 2);
  CHECK(loop.clock().steady() >= Millis(200'000));
}

TEST_CASE_FIXTURE(Fixture, "a thousand calls in the line are cheap") {
  caps(kOneAtOnce);
  const auto began = std::chrono::steady_clock::now();
  for (int i = 0; i < 1'000; ++i)
    callers.emplace_back(loop, *line,
                         QueueRequest{.room = "room " + std::to_string(i % 100),
                                      .model = "m" + std::to_string(i % 3)});
  loop.run_ready();
  for (int left = 1'000; left > 0; --left) {
    const auto next = std::ranges::find_if(callers, [](auto& one) { return one.pass.has_value(); });
    REQUIRE(next != callers.end());
    leave(*next);
  }
  const auto took = std::chrono::steady_clock::now() - began;
  MESSAGE(std::chrono::duration_cast<Millis>(took).count(), " ms");
  CHECK(line->waiting() == 0);
}

}  // namespace
}  // namespace fm
