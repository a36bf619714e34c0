#include "work/process/control_group.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>

#include "work/process/command_testing.h"

namespace fm {
namespace {

TEST_CASE("a control group is made below ours in version 1, and beside ours in version 2") {
  CHECK(control_group_parent("0::/user.slice/user-0.slice/session-1.scope\n") ==
        "/sys/fs/cgroup/user.slice/user-0.slice");
  CHECK(control_group_parent("0::/init.scope\n") == "/sys/fs/cgroup");
  CHECK(control_group_parent("0::/\n") == "/sys/fs/cgroup");
  CHECK(control_group_parent("8:pids:/a/b\n4:memory:/\n0::/x/y\n") == "/sys/fs/cgroup/pids/a/b");
  CHECK(control_group_parent("3:cpu,pids:/\n") == "/sys/fs/cgroup/cpu,pids");
  CHECK(control_group_parent("0::/../other\n").empty());
  CHECK(control_group_parent("").empty());
  CHECK(control_group_parent("nothing\n").empty());
}

TEST_CASE_FIXTURE(CommandWorld, "a control group goes with its command") {
  auto group = ControlGroup::make("a-test's", 10);
  if (!group) {
    MESSAGE("not tried here: no control group can be had");
    return;
  }
  CommandSpec spec = shell("cat /proc/self/cgroup");
  spec.limits.processes = 10;
  const std::string output = run(spec).output;
  const std::size_t at = output.find("/folkmoot-");
  REQUIRE(at != std::string::npos);
  const std::string name = output.substr(at, output.find('\n', at) - at);
  for (const char* base : {"/sys/fs/cgroup/pids", "/sys/fs/cgroup"})
    CHECK_FALSE(std::filesystem::exists(base + name));
  CHECK(ControlGroup::remove("a-test's"));  // nobody is in it
  CHECK(ControlGroup::make("a-test's", 10));
}

// The shell's bomb, one that never waits, and one whose processes leave their parents at once.
TEST_CASE_FIXTURE(CommandWorld, "a fork bomb is ended") {
  if (!can_hold_processes()) {
    MESSAGE("not tried here: nothing holds back root's processes");
    return;
  }
  for (const char* bomb : {"bomb() { bomb | bomb & }; bomb",
                           "exec python3 -c 'import os\nwhile 1:\n  try: os.fork()\n"
                           "  except OSError: pass'",
                           "exec python3 -c 'import os\nwhile 1:\n  try:\n"
                           "    if os.fork() and os.fork(): os._exit(0)\n    os.setsid()\n"
                           "  except OSError: pass'"}) {
    CAPTURE(bomb);
    CommandSpec spec = shell(bomb);
    spec.limits.processes = 40;
    spec.time_limit = Millis(60'000);
    const CommandEnd end = run(spec);
    CHECK(end.unended.empty());
    CHECK(end.ending != CommandEnding::kTimedOut);
  }
}

}  // namespace
}  // namespace fm
