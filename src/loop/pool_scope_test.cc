#include "loop/pool_scope.h"

#include <doctest/doctest.h>

#include <atomic>
#include <latch>
#include <memory>
#include <optional>
#include <thread>

#include "loop/sim_loop.h"

namespace fm {
namespace {

// An owner whose work uses what it owns, as a service's uses its store.
struct Owner {
  explicit Owner(Loop& loop) : pool(loop) {}
  ~Owner() {
    pool.close();
    is_there = false;
  }
  std::atomic<bool> is_there = true;
  PoolScope pool;
};

TEST_CASE("whoever gives work to the pool and dies waits for the work that runs") {
  const SystemClock clock;
  const auto loop = make_loop(clock);
  std::latch begun(1);
  std::latch may_end(1);
  bool owner_was_there = false;
  bool told = false;
  auto owner = std::make_unique<Owner>(*loop);
  owner->pool.run(
      [&, seen = owner.get()] {
        begun.count_down();
        may_end.wait();
        owner_was_there = seen->is_there;
      },
      [&] { told = true; });
  begun.wait();
  std::jthread later([&] { may_end.count_down(); });
  owner.reset();
  CHECK(owner_was_there);

  loop->post([&] { loop->stop(); });
  loop->run();
  CHECK_FALSE(told);  // nobody is there who could be told
}

TEST_CASE(
    "work that has not begun when its owner dies never does, and what it holds is given back") {
  SimLoop loop;
  const auto held = std::make_shared<int>(0);
  int ran = 0;
  {
    PoolScope pool(loop);
    pool.run([held, &ran] { ++ran; }, [held, &ran] { ++ran; });
    CHECK(pool.under_way() == 1);
    CHECK(held.use_count() == 3);
  }
  CHECK(held.use_count() == 1);
  loop.run_until_idle();
  CHECK(ran == 0);
}

TEST_CASE("an owner that dies between its work and what follows it is not called") {
  SimLoop loop;
  std::optional<PoolScope> pool(loop);
  bool followed = false;
  pool->run([] {}, [&] { followed = true; });
  REQUIRE(loop.step());  // the work
  pool.reset();
  loop.run_until_idle();
  CHECK_FALSE(followed);
}

TEST_CASE("what follows the work may destroy the scope") {
  SimLoop loop;
  auto pool = std::make_unique<PoolScope>(loop);
  pool->run([] {}, [&] { pool.reset(); });
  loop.run_until_idle();
  CHECK(pool == nullptr);
}

TEST_CASE("a closed scope takes nothing more") {
  SimLoop loop;
  PoolScope pool(loop);
  pool.close();
  int ran = 0;
  pool.run([&] { ++ran; }, [&] { ++ran; });
  loop.run_until_idle();
  CHECK(ran == 0);
}

}  // namespace
}  // namespace fm
