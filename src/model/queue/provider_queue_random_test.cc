// ProviderQueue under random calls: what must hold whatever comes, checked by a slow, obvious count
// of its own.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/test_seed.h"
#include "model/queue/provider_queue.h"
#include "model/queue/provider_queue_testing.h"

namespace fm {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

struct Begun {
  Millis at{0};
  std::int64_t tokens = 0;
};

// A provider with one bucket of requests a minute for each model, that tells what is left.
class Server {
 public:
  explicit Server(int limit) : limit_(limit) {}

  ModelOutcome ask(const std::string& model, Millis now) {
    auto [bucket, is_new] = buckets_.try_emplace(model, limit_, now);
    auto& [left, at] = bucket->second;
    left = std::min<double>(limit_, left + rate() * static_cast<double>((now - at).count()));
    at = now;
    constexpr double kRounding = 0.01;  // of a request: what is told is in whole milliseconds
    if (left < 1 - kRounding) {
      ++refused;
      return line_failure(ModelErrorKind::kRateLimit, Millis(1'000));
    }
    left -= 1;
    ModelReply reply;
    reply.limits = {{RateUnit::kRequests, limit_, static_cast<std::int64_t>(left),
                     Millis(static_cast<std::int64_t>(std::ceil((limit_ - left) / rate())))}};
    return reply;
  }
  int refused = 0;

 private:
  double rate() const { return limit_ / 60'000.0; }

  int limit_;
  std::map<std::string, std::pair<double, Millis>> buckets_;
};

struct World {
  explicit World(std::uint64_t seed, RateCaps of) : random(seed), loop(seed | 1), caps(of) {}

  TestRandom random;
  SimLoop loop;
  RateCaps caps;
  ProviderQueue line{loop, "acme", caps, random.bits()};
  std::deque<QueueCaller> callers;
  std::vector<std::unique_ptr<Timer>> timers;
  std::vector<Begun> begun;
  struct Pause {
    Millis until{0};
    Millis since{0};
  };
  std::map<std::string, Pause> paused;  // by model
  int under_way = 0;

  Millis now() const { return loop.clock().steady(); }

  // What `outcome` of the call comes after a time of its own; from `ask`, once it has begun.
  template <class Ask>
  QueueCaller& come(QueueRequest wish, Millis longest, Ask ask) {
    QueueCaller& caller = callers.emplace_back(loop, line, std::move(wish));
    caller.on_end = [this, &caller, longest, ask] {
      if (!caller.pass) return;
      check_begin(caller.wish);
      ModelOutcome outcome = ask(caller);
      const Millis span(random.below(static_cast<std::size_t>(longest.count()) + 1));
      if (outcome) outcome->total = span;  // the head came at once
      timers.push_back(loop.after(span, [this, &caller, outcome] {
        if (!caller.pass) return;
        --under_way;
        if (!outcome && outcome.error().retry_after) {
          Pause& pause = paused[caller.wish.model];
          const Millis until = now() + *outcome.error().retry_after;
          if (until > pause.until) pause = {until, now()};
        }
        caller.leave(outcome);
      }));
    };
    return caller;
  }

  void check_begin(const QueueRequest& wish) {
    ++under_way;
    if (caps.concurrent) CHECK(under_way <= *caps.concurrent);
    // Who was let through at the very moment of a refusal may go still.
    if (const auto pause = paused.find(wish.model); pause != paused.end())
      CHECK((now() >= pause->second.until || now() == pause->second.since));
    begun.push_back({now(), wish.tokens});
    int requests = 0;
    std::int64_t tokens = 0;
    for (const Begun& one : begun) {
      if (one.at + minutes(1) <= now()) continue;
      ++requests;
      tokens += one.tokens;
    }
    if (caps.requests_per_minute) CHECK(requests <= *caps.requests_per_minute);
    if (caps.tokens_per_minute && requests > 1) CHECK(tokens <= *caps.tokens_per_minute);
  }

  QueueRequest any_wish() {
    return {.room = "room " + std::to_string(random.below(8)),
            .model = "m" + std::to_string(random.below(3)),
            .tokens = static_cast<std::int64_t>(random.below(1'200)),
            .patience = minutes(60 * 24),
            .was_here = random.below(5) == 0,
            .may_leave = false};
  }
  ModelOutcome any_outcome() {
    switch (random.below(12)) {
      case 0:
        return line_failure(ModelErrorKind::kRateLimit);
      case 1:
        return line_failure(ModelErrorKind::kRateLimit, Millis(random.below(20'000)));
      case 2:
        return line_failure(ModelErrorKind::kOverloaded, Millis(random.below(9'000)));
      case 3:
      case 4:
        return line_failure(ModelErrorKind::kServer, {}, "Broken.");
      case 5:
        return line_failure(ModelErrorKind::kAuth);
      default: {
        ModelReply reply;
        if (random.below(2) == 0)
          reply.limits = {{RateUnit::kTokens, 2'000, random.below(2'500), Millis(20'000)}};
        return reply;
      }
    }
  }
  static RateCaps any_caps(TestRandom& random) {
    RateCaps caps;
    if (random.below(2) == 0) caps.requests_per_minute = 1 + static_cast<int>(random.below(40));
    if (random.below(2) == 0) caps.tokens_per_minute = 1 + static_cast<int>(random.below(20'000));
    if (random.below(2) == 0) caps.concurrent = 1 + static_cast<int>(random.below(6));
    return caps;
  }
};

TEST_CASE("P-30 whatever comes, no limit is passed, every wish ends once and all in bounded time") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  for (std::uint64_t round = 0; round < 30; ++round) {
    CAPTURE(round);
    TestRandom random(seed + round);
    World world(seed + round, World::any_caps(random));
    for (int i = 0; i < 120; ++i) {
      world.come(world.any_wish(), seconds(8), [&](QueueCaller&) { return world.any_outcome(); });
      world.loop.run_for(Millis(random.below(500)));
    }
    world.loop.run_until_idle();
    CHECK(world.line.waiting() == 0);
    CHECK(world.line.under_way() == 0);
    for (const QueueCaller& caller : world.callers) {
      CHECK(caller.ends == 1);
      CHECK(!caller.away.has_value());
      // 120 calls, each with its own minute of a limit and a pause at the very most.
      CHECK(caller.ended - caller.came < 120 * (minutes(1) + seconds(30)));
      for (std::size_t i = 1; i < caller.heard_at.size(); ++i)
        CHECK(caller.heard_at[i] - caller.heard_at[i - 1] >= seconds(1));
    }
  }
}

TEST_CASE("P-30 calls that are cancelled, destroyed or impatient leave nothing behind") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  for (std::uint64_t round = 0; round < 30; ++round) {
    CAPTURE(round);
    TestRandom random(seed + round);
    World world(seed + round, World::any_caps(random));
    std::vector<bool> destroyed;
    for (int i = 0; i < 150; ++i) {
      QueueRequest wish = world.any_wish();
      wish.patience = Millis(random.below(60'000));
      wish.may_leave = random.below(3) == 0;
      world.come(std::move(wish), seconds(8), [&](QueueCaller&) { return world.any_outcome(); });
      destroyed.push_back(false);
      const std::size_t other = random.below(world.callers.size());
      if (random.below(6) == 0) world.callers[other].cancel.cancel();
      if (random.below(8) == 0) {
        world.callers[other].stop();
        destroyed[other] = true;
      }
      world.loop.run_for(Millis(random.below(700)));
    }
    for (QueueCaller& caller : world.callers) caller.cancel.cancel();
    CHECK(world.line.waiting() == 0);
    world.loop.run_until_idle();
    CHECK(world.line.under_way() == 0);
    for (std::size_t i = 0; i < world.callers.size(); ++i)
      CHECK((world.callers[i].ends == 1 || (destroyed[i] && world.callers[i].ends == 0)));
  }
}

TEST_CASE("P-30 a server that tells its limits is used up and not overrun") {
  const std::uint64_t seed = test_seed();
  CAPTURE(seed);
  for (const int limit : {6, 60, 300}) {
    CAPTURE(limit);
    World world(seed, {});
    Server server(limit);
    const auto ask = [&](QueueCaller& caller) {
      return server.ask(caller.wish.model, world.now());
    };
    const auto call = [&] {
      world.come({.room = "room " + std::to_string(world.random.below(5)),
                  .model = "m",
                  .tokens = 1,
                  .patience = minutes(60)},
                 seconds(20), ask);
    };
    call();  // until the first answer nobody knows
    world.loop.run_until_idle();
    for (int i = 0; i < 4 * limit; ++i) call();
    const Millis began = world.now();
    world.loop.run_until_idle();
    CHECK(server.refused == 0);
    // A full bucket and four minutes' worth less that one, plus answers that take 20 s each.
    CHECK(world.now() - began < minutes(7));
  }
}

}  // namespace
}  // namespace fm
