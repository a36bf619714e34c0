// How fast a plan is built. Five tasks that do not depend on each other, with commands that only
// wait, against one such task; and what a round of tools costs, against git's own work in it.
//
// Models answer at once, so that all of the time is ours, git's and the sandbox's.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "bench/promises/promises.h"
#include "test/support/agency_world.h"

namespace fm::bench {
namespace {

using testing::AgencyWorld;

constexpr const char* kWaits = "sleep 4";

// What GitWorld asserts, outside of a test: a failure ends the part.
void use_assertions() {
  static doctest::Context context;
  context.setAsDefaultForAssertsOutOfTestCases();
  context.setAssertHandler([](const doctest::AssertData& assert) {
    if (assert.m_failed)
      give_up(fmt::format("{}:{}: {}", assert.m_file, assert.m_line, assert.m_expr));
  });
}

double seconds_of(AgencyWorld& world) {
  const double began = now_us();
  world.begin();
  world.run();
  if (!world.over() || world.gate()) give_up("the plan did not come to its end");
  return (now_us() - began) / 1e6;
}

double waiting_tasks(int count) {
  AgencyWorld world({.agents = 5, .commands = 5});
  world.git.begin();
  for (int n = 1; n <= count; ++n) {
    const std::string id = fmt::format("1.{}", n);
    const std::string file = fmt::format("f{}.txt", n);
    world.add_task(id, "Wait.", {"test -e " + file});
    world.rounds[id] = {
        testing::calls({testing::tool_call("run_command", {{"command", kWaits}}),
                        testing::tool_call("write_file", {{"path", file}, {"content", "x\n"}})})};
  }
  return seconds_of(world);
}

double with_rounds(int count, const testing::ScriptedReply& round) {
  AgencyWorld world;
  world.git.begin();
  world.add_task("1.1", "Look.", {"test -e done.txt"});
  for (int n = 0; n < count; ++n) world.rounds["1.1"].push_back(round);
  world.rounds["1.1"].push_back(testing::calls(
      {testing::tool_call("write_file", {{"path", "done.txt"}, {"content", "x\n"}})}));
  return seconds_of(world);
}

testing::ScriptedReply looks(int n) {
  return testing::calls({testing::tool_call("read_file", {{"path", "a.txt"}, {"lines", n}})});
}

}  // namespace

void measure_agency(Table& table, Scratch&) {
  use_assertions();
  table.heading("building a plan: git, sandbox and commands are real, models answer at once");
  const double one = waiting_tasks(1);
  const double five = waiting_tasks(5);
  constexpr double kMostRatio = 1.2;
  table.ratio_row("5 tasks whose commands wait 4 s, 5 agents", fmt::format("{:.2f} s", five),
                  fmt::format("1 task: {:.2f} s", one), five / one, kMostRatio);
  // The watch for circles allows for a few of one kind; each of these reads another stretch.
  constexpr int kRounds = 10;
  const double none = with_rounds(0, looks(1));
  AgencyWorld world;
  world.git.begin();
  world.add_task("1.1", "Look.", {"test -e done.txt"});
  for (int n = 1; n <= kRounds; ++n) world.rounds["1.1"].push_back(looks(n));
  world.rounds["1.1"].push_back(testing::calls(
      {testing::tool_call("write_file", {{"path", "done.txt"}, {"content", "x\n"}})}));
  const double looked = (seconds_of(world) - none) / kRounds * 1e6;
  AgencyWorld bare;
  bare.git.begin();
  const double began = now_us();
  for (int n = 0; n < kRounds; ++n) bare.git.shell("git status --porcelain >/dev/null");
  const double floor = (now_us() - began) / kRounds;
  table.row("a round that reads a file, of one call", micros(looked),
            "git status: " + micros(floor), looked / floor);
}

}  // namespace fm::bench
