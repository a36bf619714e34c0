// The crash matrix: the toy flow is cut off at every point of every commit and around every effect.
//
// A stride keeps the usual run short; FM_EXHAUSTIVE=1 tries every point.
#include <doctest/doctest.h>

#include <cstdlib>

#include "test/crash/crash_run.h"

namespace fm::testing {
namespace {

constexpr CrashMode kModes[] = {CrashMode::kCrash, CrashMode::kPowerLoss, CrashMode::kTornWrite};
constexpr EngineOptions::Evict kEvicts[] = {EngineOptions::Evict::kWhenDeferred,
                                            EngineOptions::Evict::kNever};

int stride(int usual) { return std::getenv("FM_EXHAUSTIVE") ? 1 : usual; }

struct Point {
  std::int64_t operation;
  When when;
};

// Before the first write of a commit, in the middle of its writes, before its sync, and after its
// sync but before anybody was told. While the store is being made every operation counts.
std::vector<Point> points_of(Options options) {
  World world(options, toy_flows());
  REQUIRE(world.open());
  const std::int64_t made = world.disk.operations();
  play(world);
  std::vector<Point> points;
  for (std::int64_t i = 1; i <= made; ++i) points.push_back({i, When::kBefore});
  std::vector<std::int64_t> writes;
  for (std::int64_t i = made + 1; i <= world.disk.operations(); ++i) {
    const DiskEvent& event = world.disk.trace()[static_cast<std::size_t>(i - 1)];
    if (!event.file.ends_with("-wal")) continue;
    if (event.op == DiskOp::kWrite) writes.push_back(i);
    if (event.op != DiskOp::kSync || writes.empty()) continue;
    points.push_back({writes.front(), When::kBefore});
    points.push_back({writes[writes.size() / 2], When::kBefore});
    points.push_back({i, When::kBefore});
    points.push_back({i, When::kAfter});
    writes.clear();
  }
  return points;
}

TEST_CASE("P-12 a crash at any append loses nothing that was told and repeats nothing completed") {
  Tally tally;
  Tally twice;
  for (const auto evict : kEvicts) {
    const Options options{7, evict};
    const std::string expected = undisturbed(options);
    const auto points = points_of(options);
    for (const CrashMode mode : kModes) {
      const auto step = static_cast<std::size_t>(stride(2));
      // Strides begin elsewhere for each mode, so that together they meet every point.
      for (std::size_t i = static_cast<std::size_t>(mode) % step; i < points.size(); i += step) {
        CAPTURE(static_cast<int>(mode));
        CAPTURE(static_cast<int>(evict));
        CAPTURE(points[i].operation);
        CAPTURE(static_cast<int>(points[i].when));
        const auto arm = [&](World& world) {
          world.disk.crash_at(points[i].operation, points[i].when);
        };
        try_crash(options, mode, arm, 0, expected, tally);
        if (i / step % 10 == 0)
          try_crash(options, mode, arm, 1 + static_cast<int>(i * 7 % 40), expected, twice);
      }
    }
  }
  MESSAGE("crash points tried " << tally.tried << " / recovered " << tally.recovered
                                << "; effects in flight that were repeated: " << tally.repeats);
  MESSAGE("crashes during the recovery tried " << twice.tried << " / recovered "
                                               << twice.recovered);
  CHECK(tally.tried == tally.recovered);
  CHECK(twice.tried == twice.recovered);
}

TEST_CASE("P-12 a crash before or after any effect repeats at most what was in flight") {
  Tally tally;
  for (const auto evict : kEvicts) {
    const Options options{11, evict};
    const std::string expected = undisturbed(options);
    int effects = 0;
    {
      World world(options, toy_flows());
      REQUIRE(world.open());
      play(world);
      effects = world.effect_points();
    }
    for (const CrashMode mode : kModes) {
      for (const EffectPoint point : {EffectPoint::kBefore, EffectPoint::kAfter}) {
        for (int nth = 1; nth <= effects; ++nth) {
          CAPTURE(static_cast<int>(mode));
          CAPTURE(static_cast<int>(evict));
          CAPTURE(nth);
          try_crash(
              options, mode, [&](World& world) { world.crash_at_effect(nth, point); }, 0, expected,
              tally);
        }
      }
    }
  }
  MESSAGE("crash points around effects tried " << tally.tried << " / recovered " << tally.recovered
                                               << "; repeated: " << tally.repeats);
  CHECK(tally.tried == tally.recovered);
}

}  // namespace
}  // namespace fm::testing
