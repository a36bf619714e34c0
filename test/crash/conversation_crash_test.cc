// Every conversation script, ended at its commits, goes on to what it says (P-12, C-48), and
// nothing was seen outside that the log then lacks.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "test/support/conversation_script.h"

using namespace fm;
using namespace fm::testing;

namespace {

constexpr std::size_t kDailyEnds = 4;  // of a script

struct Tried {
  int ends = 0;
  int crashed = 0;
  std::int64_t cuts = 0;
  std::size_t told = 0;
  std::size_t quoted = 0;
};

bool is_long_run() { return std::getenv("FM_EXHAUSTIVE") != nullptr; }

// FM_MOOT=NAME: that script alone.
bool is_wanted(const std::string& path) {
  const char* only = std::getenv("FM_MOOT");
  return only == nullptr || path.ends_with("/" + std::string(only) + ".moot");
}

// Ends the script at its `i`th commit; false where something failed.
bool try_end(const std::string& path, const std::string& text, const TalkRun& whole, std::size_t i,
             TalkOptions options, Tried& tried) {
  options.crash_at = whole.commits[i];
  options.evict = i % 4 < 2 ? EngineOptions::Evict::kWhenDeferred : EngineOptions::Evict::kNever;
  options.wired = ++tried.ends % 2 == 0;
  const TalkRun run = run_talk(path, text, options);
  tried.crashed += run.crashes;
  tried.cuts += run.cuts;
  tried.told += run.told;
  tried.quoted += run.quoted;
  for (const std::string& failure : run.failures)
    FAIL_CHECK("ended at commit " << i << " of " << whole.commits.size() << ": " << failure);
  if (!run.failures.empty() && std::getenv("FM_STORY") != nullptr) MESSAGE(run.story);
  return run.failures.empty();
}

// Each script at every commit in a long run; in the daily one at every `stride`th, or at `most` of
// them, shifted from script to script: what a script costs grows with the square of its length.
template <class End>
void each_end(std::size_t usual, std::size_t most, End end) {
  std::size_t shift = 0;
  for (const auto& [path, text] : talk_scripts()) {
    // A turn that is taken again is paid for again, so that a budget is reached elsewhere.
    if (text.find("\nbudget ") != std::string::npos || !is_wanted(path)) continue;
    const TalkRun whole = run_talk(path, text);
    REQUIRE_MESSAGE(whole.failures.empty(), whole.failures.front());
    const std::size_t stride =
        is_long_run() ? 1 : std::max(usual, (whole.commits.size() + most - 1) / most);
    for (std::size_t i = ++shift % stride; i < whole.commits.size(); i += stride)
      if (!end(path, text, whole, i)) break;
  }
}

}  // namespace

TEST_CASE("C-48 P-12 a conversation that ends at any commit goes on as if it had not") {
  Tried tried;
  each_end(5, kDailyEnds,
           [&](const auto& path, const auto& text, const TalkRun& whole, std::size_t i) {
             TalkOptions options;
             options.crash_when = i % 2 == 0 ? When::kAfter : When::kBefore;
             options.mode =
                 std::array{CrashMode::kCrash, CrashMode::kPowerLoss, CrashMode::kTornWrite}[i % 3];
             return try_end(path, text, whole, i, options, tried);
           });
  std::printf("conversations: tried %d ends, %d processes ended\n", tried.ends, tried.crashed);
  CHECK(tried.crashed > 0);
}

TEST_CASE("P-12 P-1 what a conversation has shown outlives a cut that loses any unsynced writes") {
  // In a long run every cut is looked at, and gone on from with none and with all of the writes:
  // between these two lies one commit, so that no cut leaves another log than one of them.
  Tried tried;
  each_end(25, 1, [&](const auto& path, const auto& text, const TalkRun& whole, std::size_t i) {
    TalkOptions options;
    options.mode = CrashMode::kLostSuffix;
    options.crash_when = When::kBefore;
    options.most_cuts = is_long_run() ? 1'000'000 : 4;
    constexpr std::int64_t kAll = 1'000'000;
    for (const std::int64_t keep : {std::int64_t{0}, kAll}) {
      if (!is_long_run() && (i % 2 == 0) == (keep == 0)) continue;
      options.keep = keep;
      if (!try_end(path, text, whole, i, options, tried)) return false;
    }
    return true;
  });
  std::printf("conversations: %d ends, %lld cuts looked at, %zu lines told, %zu quoted\n",
              tried.ends, static_cast<long long>(tried.cuts), tried.told, tried.quoted);
  CHECK(tried.cuts > tried.ends);
  CHECK(tried.told > 0);
  CHECK(tried.quoted > 0);
}
