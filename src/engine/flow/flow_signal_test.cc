// Branches of one flow that wait for each other, live and replayed.
#include "engine/flow/flow_signal.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "test/support/toy_flow.h"

namespace fm::testing {
namespace {

struct Shared {
  FlowSlots slots{2};
  FlowSignal first;
  int now = 0;
  int most = 0;
  std::string order;
};

Flow<Nothing> worker(FlowHandle flow, std::shared_ptr<Shared> shared, int number) {
  if (number == 4) co_await shared->first.wait();
  co_await shared->slots.take();
  shared->most = std::max(shared->most, ++shared->now);
  Outcome slept = co_await flow.sleep("work", Millis(10 * (5 - number)));
  (void)slept;
  --shared->now;
  shared->order += std::to_string(number);
  shared->slots.leave(flow);
  if (number == 1) shared->first.give(flow);
  co_return Nothing();
}

Flow<FlowEnd> crew(FlowHandle flow, JsonObject) {
  auto shared = std::make_shared<Shared>();
  std::vector<Flow<Nothing>> branches;
  for (int i = 1; i <= 4; ++i) branches.push_back(worker(flow.branch("worker", i), shared, i));
  co_await flow.all(std::move(branches));
  co_return FlowEnd::success(JsonObject{{"order", shared->order}, {"most", shared->most}});
}

// At most two work at once; the fourth begins after the first has ended; a crash changes nothing.
TEST_CASE("A-4 branches wait for each other and for a free slot, the same way in each replay") {
  std::string expected;
  for (const Millis crash_at : {Millis(0), Millis(5), Millis(25), Millis(35), Millis(45)}) {
    World world({7, EngineOptions::Evict::kWhenDeferred}, {{"crew", {"crew", 1, crew}}});
    REQUIRE(world.open());
    world.start({}, "crew");
    if (crash_at > Millis(0)) {
      world.run_for(crash_at);
      world.crash();
      REQUIRE(world.open());
      world.resume_all();
    }
    world.run_until_idle();
    CAPTURE(world.story());
    REQUIRE(world.result());
    CHECK(int_at(*world.result(), "most") == 2);
    const std::string order(text_at(*world.result(), "order"));
    CHECK(order.find('1') < order.find('4'));
    if (expected.empty()) expected = order;
    CHECK(order == expected);
  }
}

}  // namespace
}  // namespace fm::testing
