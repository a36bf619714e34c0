// The conversation's scripts (test/flows/conversation/*.moot), each with work done in two orders
// and with waiting rooms kept in memory or not.
#include <doctest/doctest.h>

#include <cstdlib>

#include "test/flows/talk_script.h"

using namespace fm;
using namespace fm::testing;

TEST_CASE("every conversation script sees what it says") {
  const auto scripts = talk_scripts();
  REQUIRE(scripts.size() > 10);
  for (const auto& [path, text] : scripts) {
    for (const std::uint64_t seed : {0u, 7u}) {
      for (const auto evict : {EngineOptions::Evict::kWhenParked, EngineOptions::Evict::kNever}) {
        const TalkRun run = run_talk(path, text, {.seed = seed, .evict = evict});
        for (const std::string& failure : run.failures) FAIL_CHECK(failure);
        if (run.failures.empty()) continue;
        if (std::getenv("FM_STORY") != nullptr) MESSAGE(run.story);
        goto next;
      }
    }
  next:;
  }
}
