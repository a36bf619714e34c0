// Every conversation script, ended at its commits, goes on to what it says (P-12, C-48).
#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "test/support/talk_script.h"

using namespace fm;
using namespace fm::testing;

TEST_CASE("C-48 P-12 a conversation that ends at any commit goes on as if it had not") {
  // Every commit in a long run; every fifth, shifted from script to script, in the daily one.
  const std::size_t stride = std::getenv("FM_EXHAUSTIVE") != nullptr ? 1 : 5;
  int tried = 0;
  int crashed = 0;
  std::size_t shift = 0;
  for (const auto& [path, text] : talk_scripts()) {
    // A turn that is taken again is paid for again, so that a budget is reached elsewhere.
    if (text.find("\nbudget ") != std::string::npos) continue;
    const TalkRun whole = run_talk(path, text);
    REQUIRE_MESSAGE(whole.failures.empty(), whole.failures.front());
    for (std::size_t i = ++shift % stride; i < whole.commits.size(); i += stride) {
      TalkOptions options;
      options.crash_at = whole.commits[i];
      options.crash_when = i % 2 == 0 ? When::kAfter : When::kBefore;
      options.mode =
          std::array{CrashMode::kCrash, CrashMode::kPowerLoss, CrashMode::kTornWrite}[i % 3];
      options.evict = i % 4 < 2 ? EngineOptions::Evict::kWhenParked : EngineOptions::Evict::kNever;
      options.wired = ++tried % 2 == 0;
      const TalkRun run = run_talk(path, text, options);
      crashed += run.crashes;
      for (const std::string& failure : run.failures)
        FAIL_CHECK("ended at commit " << i << " of " << whole.commits.size() << ": " << failure);
      if (!run.failures.empty() && std::getenv("FM_STORY") != nullptr) MESSAGE(run.story);
      if (!run.failures.empty()) break;
    }
  }
  std::printf("conversations: tried %d ends, %d processes ended\n", tried, crashed);
  CHECK(crashed > 0);
}
