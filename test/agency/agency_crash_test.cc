// The crash matrix of an agency: a whole plan, cut off at each write of its log (A-10, P-12).
//
// Two tasks that change the same lines, a review that asks for changes, a claim that is not true.
// Whatever is cut off, the run that goes on ends with the same files and as many merges, and no
// command that was finished is run again. A stride keeps the usual run short; FM_EXHAUSTIVE=1 tries
// every point.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <map>

#include "test/support/agency_world.h"

namespace fm::testing {
namespace {

ScriptedReply writes(const std::string& path, const std::string& text) {
  return calls({tool_call("write_file", {{"path", path}, {"content", text}})});
}

void tell(AgencyWorld& world) {
  world.git.begin();
  world.add_task("1.1", "Upper.", {"grep -q UPPER b.txt"});
  world.add_task("1.2", "Lower.", {"grep -q lower b.txt"});
  world.rounds["1.1"] = {
      calls({tool_call("read_file", {{"path", "b.txt"}}),
             tool_call("edit_file", {{"path", "b.txt"}, {"old", "b"}, {"new", "upper"}})}),
      says("Done."),
      calls({tool_call("edit_file", {{"path", "b.txt"}, {"old", "upper"}, {"new", "UPPER"}})})};
  world.rounds["1.2"] = {
      calls({tool_call("run_command", {{"command", "sed -i s/b/lower/ b.txt"}})})};
  const Rounds joins = {calls({tool_call("read_file", {{"path", "b.txt"}})}),
                        writes("b.txt", "UPPER\nlower\n")};
  world.rounds["1.1 resolve"] = joins;
  world.rounds["1.2 resolve"] = joins;
  world.rounds["1.2 rework"] = {writes("note.txt", "asked for\n")};
  world.answer = [](const ModelRequest& request) -> std::optional<ScriptedReply> {
    if (request.purpose.task != "review_code" || request.purpose.agent != "reviewer")
      return std::nullopt;
    std::string prompt;
    for (const ModelMessage& message : request.messages) prompt += message.text.str();
    if (prompt.contains("Review the work on task 1.2") && !prompt.contains("note.txt"))
      return wants("b.txt", "Write a note.txt.");
    return std::nullopt;
  };
}

struct Ended {
  std::string files;
  int merges = 0;
  int merged_events = 0;
};

Ended ended(AgencyWorld& world) {
  Ended end;
  end.files = world.git.shell("git ls-tree -r " + world.work().branch);
  for (const TaskWork& task : world.work().tasks) end.merges += !task.merged.empty();
  end.merged_events = world.count("merge.finished");
  return end;
}

void check_end(AgencyWorld& world, const Ended& expected) {
  CAPTURE(world.story());
  REQUIRE(world.over());
  const Ended now = ended(world);
  CHECK(now.files == expected.files);
  CHECK(now.merges == expected.merges);
  world.git.shell("git fsck --strict");
  CHECK(world.git.shell("git worktree list | wc -l") == "1");
  CHECK(world.git.shell("git status --porcelain").empty());
  // An effect that had finished is not begun again: what is finished twice has two attempts.
  std::map<std::string, int> finished;
  for (const EventPtr& event : world.events())
    if (event->kind == "effect.finished")
      CHECK(++finished[event->flow.value + " " + event->place.value] == 1);
}

TEST_CASE("A-10 P-12 cut off at any write of the log, a plan is built to the same end") {
  Ended expected;
  std::int64_t made = 0;
  std::int64_t all = 0;
  {
    AgencyWorld world;
    tell(world);
    world.begin();
    made = world.disk.operations();
    world.run();
    CAPTURE(world.story());
    REQUIRE(world.over());
    expected = ended(world);
    all = world.disk.operations();
    REQUIRE(expected.merges == 2);
  }
  const bool exhaustive = std::getenv("FM_EXHAUSTIVE") != nullptr;
  const std::int64_t step = exhaustive ? 1 : std::max<std::int64_t>(1, (all - made) / 6);
  int tried = 0;
  for (std::int64_t point = made + 1; point <= all; point += step) {
    CAPTURE(point);
    AgencyWorld world;
    tell(world);
    world.disk.crash_at(point, point % 2 == 0 ? When::kBefore : When::kAfter);
    world.begin();
    world.run();
    if (!world.crashed()) continue;  // two branches raced, and this run is shorter
    world.crash();
    world.resume();
    world.run();
    check_end(world, expected);
    ++tried;
  }
  MESSAGE("crash points tried: " << tried << " of " << all - made);
  CHECK(tried >= 4);
}

}  // namespace
}  // namespace fm::testing
