#include "test/crash/crash_run.h"

#include <doctest/doctest.h>

#include <map>

#include "engine/flow/replay.h"

namespace fm::testing {

std::set<std::string> check_survivors(World& world) {
  const auto events = world.events();
  const auto& told = world.published[world.room];
  for (const std::string& line : told) {
    const auto event = decode(line);
    REQUIRE(event.has_value());
    const auto at = static_cast<std::size_t>(event->room_seq.value);
    if (at > events.size()) FAIL("an event that was told is lost: " << line);
    if (encode(*events[at - 1]) != line)
      FAIL("an event that was told is another now: " << line << "\n" << encode(*events[at - 1]));
  }
  std::set<std::string> completed;
  for (const EventPtr& event : events)
    if (completion_of(*event)) completed.insert(event->place.value);
  return completed;
}

int check_ledger(const World& world, int crashed_process, const std::set<std::string>& completed) {
  std::set<std::string> in_flight;
  std::set<std::string> repeated;
  std::map<std::string, int> once;
  for (const Performance& done : world.ledger) {
    if (done.kind == "shell") ++once[done.key];
    if (done.process <= crashed_process) {
      if (!completed.contains(done.place)) in_flight.insert(done.key);
      continue;
    }
    if (completed.contains(done.place)) FAIL("a completed effect was done again: " << done.place);
    if (in_flight.contains(done.key)) repeated.insert(done.key);
  }
  for (const auto& [key, times] : once) CHECK(times <= 1);
  CHECK(in_flight.size() <= kToyInFlight);
  CHECK(repeated.size() <= in_flight.size());
  return static_cast<int>(repeated.size());
}

std::string undisturbed(Options options) {
  World world(options, toy_flows());
  REQUIRE(world.open());
  play(world);
  REQUIRE(world.result().has_value());
  return canonical(*world.result());
}

void try_crash(Options options, CrashMode mode, const std::function<void(World&)>& arm, int again,
               const std::string& expected, Tally& tally) {
  World world(options, toy_flows());
  ++tally.tried;
  arm(world);
  if (world.open()) play(world);
  if (!world.crashed()) FAIL("the crash point was not reached");
  const int died = world.process;
  world.crash(mode);
  std::set<std::string> completed_first;
  if (again > 0) {
    if (world.open()) {
      completed_first = check_survivors(world);
      world.disk.crash_at(world.disk.operations() + again, When::kBefore);
      play(world);
    }
    world.crash(mode);
  }
  if (auto opened = world.open(); !opened) FAIL(opened.error().code << " " << opened.error().cause);
  const auto completed = check_survivors(world);
  play(world);
  if (world.crashed() || !world.result()) FAIL("no end after the crash\n" << world.story());
  CHECK(canonical(*world.result()) == expected);
  CHECK(world.lost.empty());
  if (again > 0) check_ledger(world, died, completed_first);
  tally.repeats += check_ledger(world, again > 0 ? died + 1 : died, completed);
  ++tally.recovered;
}

}  // namespace fm::testing
