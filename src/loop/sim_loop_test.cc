#include "loop/sim_loop.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace fm {
namespace {

std::string order_with_seed(std::uint64_t seed) {
  SimLoop loop(seed);
  std::string order;
  for (char name : {'a', 'b', 'c', 'd', 'e', 'f'}) loop.post([&order, name] { order += name; });
  loop.run_until_idle();
  return order;
}

TEST_CASE("seed 0 runs posted work in the order it came") { CHECK(order_with_seed(0) == "abcdef"); }

TEST_CASE("a seed gives one order every time, and seeds differ") {
  CHECK(order_with_seed(7) == order_with_seed(7));
  std::vector<std::string> orders;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) orders.push_back(order_with_seed(seed));
  std::ranges::sort(orders);
  CHECK(orders.front() != orders.back());
}

TEST_CASE("the clock stands still while there is work and jumps when there is none") {
  SimLoop loop;
  std::vector<std::int64_t> times;
  const auto note = [&] { times.push_back(loop.clock().steady().count()); };
  const auto late = loop.after(Millis(60'000), note);
  const auto soon = loop.after(Millis(10), note);
  loop.post([&] { loop.post(note); });
  loop.run_until_idle();
  CHECK(times == std::vector<std::int64_t>{0, 10, 60'000});
}

TEST_CASE("a timer whose handle is gone does not run, even when it is due") {
  SimLoop loop(3);
  int ran = 0;
  std::unique_ptr<Timer> second;
  const auto first = loop.after(Millis(5), [&] { second.reset(), ++ran; });
  second = loop.after(Millis(6), [&] { ++ran; });
  loop.fake_clock().advance(Millis(5));
  loop.run_ready();
  loop.run_until_idle();
  CHECK(ran == 1);
}

TEST_CASE("a timer's handle may be destroyed inside its own work") {
  SimLoop loop;
  std::unique_ptr<Timer> timer;
  std::string seen;
  timer = loop.after(Millis(1), [&, text = std::string("still here")] {
    timer.reset();
    seen = text;
  });
  loop.run_until_idle();
  CHECK(seen == "still here");
}

TEST_CASE("run_for stops the clock where it was told to") {
  SimLoop loop;
  int ran = 0;
  const auto inside = loop.after(Millis(10), [&] { ++ran; });
  const auto outside = loop.after(Millis(11), [&] { ++ran; });
  loop.run_for(Millis(10));
  CHECK(ran == 1);
  CHECK(loop.clock().steady() == Millis(10));
}

TEST_CASE("pool work runs before what follows it") {
  SimLoop loop(5);
  std::string order;
  loop.in_pool([&] { order += "blocking "; }, [&] { order += "done"; });
  loop.run_until_idle();
  CHECK(order == "blocking done");
}

TEST_CASE("run ends at stop and says so when it would wait for ever") {
  SimLoop loop;
  const auto timer = loop.after(Millis(1), [&] { loop.stop(); });
  loop.run();
  CHECK_THROWS_AS(loop.run(), Bug);
}

TEST_CASE("watching a descriptor is a bug") {
  SimLoop loop;
  CHECK_THROWS_AS((void)loop.watch(0, FdEvents::kRead, [](FdEvents) {}), Bug);
}

TEST_CASE("an abandoned loop destroys its work unrun, whatever that work owns") {
  int ran = 0;
  auto witness = std::make_shared<int>(1);
  struct PostsAtDeath {
    SimLoop* loop;
    ~PostsAtDeath() {
      loop->post([] {});
    }
  };
  {
    SimLoop loop;
    auto inner = loop.after(Millis(2), [&ran, witness] { ++ran; });
    loop.post([&ran, witness, held = std::move(inner)] { ++ran; });
    auto owner = std::make_shared<PostsAtDeath>(&loop);
    auto outer = loop.after(Millis(1), [&ran, owner] { ++ran; });
    loop.post([&ran, held = std::move(outer)] { ++ran; });
  }
  CHECK(ran == 0);
  CHECK(witness.use_count() == 1);
}

}  // namespace
}  // namespace fm
