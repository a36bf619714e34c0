// A whole run of the toy flow: what the engine promises when nothing goes wrong.
#include "engine/runtime/engine.h"

#include <doctest/doctest.h>

#include <set>

#include "base/test_seed.h"
#include "test/support/toy_flow.h"

namespace fm::testing {
namespace {

TEST_CASE("P-10 the toy flow runs to its end and says the same under every order of work") {
  std::string first;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    CAPTURE(seed);
    World world(
        {seed, seed % 2 ? EngineOptions::Evict::kNever : EngineOptions::Evict::kWhenDeferred},
        toy_flows());
    REQUIRE(world.open());
    play(world);
    REQUIRE(world.result().has_value());
    const std::string result = canonical(*world.result());
    if (first.empty()) {
      first = result;
      MESSAGE(result);
    }
    CHECK(result == first);
    CHECK(world.ledger.size() == 15);
    std::set<std::string> keys;
    for (const Performance& done : world.ledger) CHECK(keys.insert(done.key).second);
  }
}

}  // namespace
}  // namespace fm::testing
